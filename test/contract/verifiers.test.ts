import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { makeToken, ROLES_CLAIM, tenantSignIn } from "../sign-in.ts";

const ADA = { id: "ada" };
const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const LINK = { link: "https://example.org/proof" };
const REFUSED = { status: 403, body: { error: "You are not authorized to view this page." } };

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

type Who = { readonly id: string; readonly roles?: readonly string[] };
const formOf = (challenge: string): Record<string, string> => ({ ...FORMS[challenge], ...LINK });
const add = async (challenge: string, who: Who, fields: Record<string, string> = {}): Promise<string> =>
  String((await app.post(api.addSubmit(challenge), { ...formOf(challenge), ...fields }, who)).body.filekey);
const rowOf = async (challenge: string, filekey: string) =>
  (await app.get(api.list(challenge, { filekey }))).body.results[0];
const verify = (filekey: string, who: Who) =>
  app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, who);
const reject = (filekey: string, who: Who) =>
  app.post(api.rejectCompletion(), { filekey, reason: "The proof is another run's." }, who);
const remove = (challenge: string, filekeys: readonly string[], who: Who) =>
  app.post(api.deleteSubmit(challenge), { entries: JSON.stringify(filekeys) }, who);
const undo = (seq: unknown, who: Who, whole = "0") =>
  app.post(api.undoChange(), { seq: String(seq), whole }, who);
const newest = async () => (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results[0]?.seq;
const historyOf = async (filekey: string) => (await app.get(api.history({ filekey }))).body.results;

describe.each([...CHALLENGES.keys()])("with a %s of somebody else, a verifier", (challenge) => {
  test("verifies it, edits it before and after, and takes the verdict back", async () => {
    const filekey = await add(challenge, ADA);
    const edit = { ...formOf(challenge), edit: "true", "edited-filekey": filekey };
    const done = { status: 200, body: { inserted: true, filekey } };
    expect(await app.post(api.addSubmit(challenge), { ...edit, notes: "mended" }, VERIFIER)).toEqual(done);
    expect(await rowOf(challenge, filekey)).toMatchObject({ notes: "mended", pending: ADA.id });
    const { status, body } = await verify(filekey, VERIFIER);
    expect({ status, verified: body.verified }).toEqual({ status: 200, verified: 1 });
    expect(await app.post(api.addSubmit(challenge), { ...edit, notes: "again" }, VERIFIER)).toEqual(done);
    expect(await rowOf(challenge, filekey)).toMatchObject({ notes: "again", pending: null });
    expect((await historyOf(filekey)).map(({ who, action }) => [who, action])).toEqual([
      ...[
        ["a verifier", "edit"],
        ["a verifier", "verify"],
        ["a verifier", "edit"],
        ["a member", "add"],
      ],
    ]);
    const [seq] = body.changes as number[];
    expect(await undo(seq, VERIFIER)).toEqual({ status: 200, body: {} });
    expect(await rowOf(challenge, filekey)).toMatchObject({ notes: "again", pending: ADA.id });
  });

  test("verifies it by the form, or rejects it with a reason, and takes that back", async () => {
    const filekey = await add(challenge, ADA);
    expect(await reject(filekey, VERIFIER)).toEqual({ status: 200, body: {} });
    expect(await rowOf(challenge, filekey)).toBeUndefined();
    const own = (await app.getAs(api.mySubmissions(), ADA.id)).body.results;
    expect(own).toMatchObject([{ state: "rejected", reason: "The proof is another run's." }]);
    const listed = await app.getAs(api.changes(), VERIFIER.id, VERIFIER.roles);
    expect(listed.body.results.slice(0, 2)).toMatchObject([
      { action: "reject", undo: "request" },
      { action: "add", undo: "never" },
    ]);
    expect((await undo(listed.body.results[0]?.seq, VERIFIER)).status).toBe(200);
    const edit = { ...formOf(challenge), edit: "true", "edited-filekey": filekey, verify: "on" };
    expect((await app.post(api.addSubmit(challenge), edit, VERIFIER)).status).toBe(200);
    expect(await rowOf(challenge, filekey)).toMatchObject({ pending: null });
  });

  test("does not delete it, and reads which it may not; their own they delete", async () => {
    const [pending, verified] = [
      await add(challenge, ADA, { map: "Quad" }),
      await add(challenge, ADA, { map: "Hedge" }),
    ];
    await verify(verified, VERIFIER);
    const own = await add(challenge, VERIFIER, { map: "Cubism" });
    const { status, body } = await remove(challenge, [own, pending, verified], VERIFIER);
    expect({ status, filekeys: [...(body.filekeys as string[])].sort() }).toEqual({
      ...{ status: 403, filekeys: [pending, verified].sort() },
    });
    expect(body.error).toContain("You can only delete your own completions");
    for (const map of ["Quad", "Hedge"]) expect(body.error).toContain(map);
    expect(body.error).not.toContain("Cubism");
    for (const filekey of [own, pending, verified]) expect(await rowOf(challenge, filekey)).toBeDefined();
    expect((await remove(challenge, [own], VERIFIER)).status).toBe(200);
    expect((await remove(challenge, [pending, verified], HELPER)).status).toBe(200);
  });

  test("does not undo what others did, nor their own act together with what others did since", async () => {
    const filekey = await add(challenge, ADA);
    const edit = { ...formOf(challenge), edit: "true", "edited-filekey": filekey, notes: "by the helper" };
    await app.post(api.addSubmit(challenge), edit, HELPER);
    const edited = await newest();
    const { body } = await verify(filekey, HELPER);
    const [byHelper] = body.changes as number[];
    for (const seq of [edited, byHelper]) {
      expect(await undo(seq, VERIFIER)).toEqual(REFUSED);
      expect(await app.getAs(api.undoPreview({ seq: String(seq) }), VERIFIER.id, VERIFIER.roles)).toEqual(
        REFUSED,
      );
    }
    await undo(byHelper, HELPER);
    const [own] = (await verify(filekey, VERIFIER)).body.changes as number[];
    expect(await undo(own, VERIFIER, "1")).toEqual(REFUSED);
    await remove(challenge, [filekey], HELPER);
    expect(await undo(await newest(), VERIFIER)).toEqual(REFUSED);
  });
});

test("a long deletion names five of those that a verifier may not delete", async () => {
  const maps = ["Logs", "Cubism", "Hedge", "Ravine", "Quad", "Geared", "Spillway"];
  const filekeys = [];
  for (const map of maps) filekeys.push(await add("2tc", ADA, { map }));
  expect((await remove("2tc", filekeys, VERIFIER)).body.error).toMatch(/; and 2 more\.$/);
});

/** The addresses that verifiers may use besides members. */
const OF_VERIFIERS = [
  api.lookAlikes(),
  api.verifyCompletions(),
  api.rejectCompletion(),
  api.changes(),
  api.undoChange(),
  api.undoPreview(),
  api.queue(),
  api.queueFacts(),
  api.giveVerdicts(),
  api.claimReview(),
  api.releaseReview(),
  api.skipReview(),
  api.thread(),
  api.askPlayer(),
  api.secondLooks(),
  api.confirm(),
  api.doubt(),
  api.cannedReasons(),
  api.exceptions(),
  api.proofProposals(),
  api.decideProof(),
];

test("of what is not everybody's, verifiers may use what members may, and these", async () => {
  const paths = new Map<string, string>();
  for (const { access, path, method, fields } of contractOf(CHALLENGES.values()).endpoints) {
    if (access === "public") continue;
    paths.set(path, access);
    const form = Object.fromEntries(fields.map((name) => [name, "x"]));
    const answer =
      method === "POST"
        ? await app.post(path, form, VERIFIER)
        : await app.getAs(path, "vera", VERIFIER.roles);
    // Accounts are not kept here.
    if (answer.status === 404) continue;
    const mayUse = access === "member" || access === "verifier";
    const isRefused = [REFUSED.body.error, "Only administrators can do this."].includes(answer.body.error);
    expect([path, isRefused], answer.body.error).toEqual([path, !mayUse]);
  }
  const ofVerifiers = [...paths].filter(([, access]) => access === "verifier").map(([path]) => path);
  expect(ofVerifiers.sort()).toEqual(OF_VERIFIERS.sort());
});

test("who verifies is known by a role or by a permission, and is no helper", async () => {
  const { check } = tenantSignIn();
  const user = { id: "vera", isMember: true, isVerifier: true, isHelper: false, isAdministrator: false };
  for (const claims of [
    { [ROLES_CLAIM]: ["Index Verifier"] },
    { permissions: ["write:member", "write:verify"] },
    { [ROLES_CLAIM]: ["Index Verifier"], permissions: ["write:member"] },
  ])
    expect(await check(`Bearer ${await makeToken({ sub: "vera", ...claims })}`)).toEqual(user);
  for (const claims of [
    { [ROLES_CLAIM]: ["Index Helper"] },
    { permissions: ["write:member", "write:admin"] },
  ])
    expect(await check(`Bearer ${await makeToken({ sub: "vera", ...claims })}`)).toMatchObject({
      ...{ isVerifier: true, isHelper: true },
    });
  for (const claims of [{ [ROLES_CLAIM]: ["index verifier"] }, { permissions: ["write:member"] }, {}])
    expect(await check(`Bearer ${await makeToken({ sub: "vera", ...claims })}`)).toMatchObject({
      ...{ isVerifier: false, isHelper: false },
    });
  const own = tenantSignIn(async () => ({ blocked: false, roles: ["Index Verifier"] }));
  const { grant: _, ...known } = await own.check(`Bearer ${await makeToken({ sub: "vera" })}`);
  expect(known).toEqual(user);
});
