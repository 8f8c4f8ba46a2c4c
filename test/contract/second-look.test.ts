import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";

import { detailsOf } from "../../app/features/completions/notes.server.ts";
import type { MySubmissionsAnswer } from "../../domain/contract/completions.ts";

import { api } from "../../domain/contract/routes.ts";
import type { SecondLook } from "../../domain/submissions/policy.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type OpenEngine, type TestApp, testApp } from "../factories.ts";
import { bearer, tenantSignIn } from "../sign-in.ts";

const MEMBER = { id: "ada", roles: [] };
const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const OTHER = { id: "iris", roles: ["Index Helper"] };
const THIRD = { id: "thea", roles: ["Index Helper"] };
type Who = typeof HELPER | typeof MEMBER;

const DAY = 24 * 60 * 60_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

let engine: OpenEngine;
let app: TestApp;

/** Opens the site, with so many people who may verify. */
const open = (secondLook: readonly SecondLook[] = ["og", "record", "self"], verifiers = 3) =>
  testApp(engine, undefined, {
    secondLook,
    signIn: { ...tenantSignIn(), countVerifiers: async () => verifiers },
  });

beforeEach(async () => {
  engine = await openEngine();
  await engine.database.atomic([sqlite.deleteFrom("report").compile()]);
  await emptyApp(engine);
  app = await open();
});

/** Adds an LCC that HELPER submitted and verified; no record, for there is a cheaper one. */
async function ownVerified(id = "own", values: object = {}): Promise<string> {
  const cheaper = { money: 100, map: "Logs", verifiedBy: null, submittedBy: null };
  if (id === "own") await app.add("lcc", { id: "cheaper", ...cheaper });
  await app.add("lcc", {
    ...{ id, money: 2000, map: "Logs", submittedBy: HELPER.id, verifiedBy: HELPER.id, createdAt: ago(1) },
    ...values,
  });
  return id;
}

const asked = async (who: Who = OTHER, query: Record<string, number> = {}) =>
  (await app.getAs(api.secondLooks(query), who.id, who.roles)).body.results.map(
    ({ completion, why }) =>
      [String((completion as { filekey: string }).filekey), (why as string[]).join()] as const,
  );
const confirm = (filekey: string, who: Who = OTHER, revision = 1) =>
  app.post(api.confirm(), { filekey, revision: String(revision) }, who);
const doubt = (filekey: string, who: Who = OTHER, revision = 1, reason = "The map is another") =>
  app.post(api.doubt(), { filekey, revision: String(revision), reason }, who);
const isConfirmed = async (filekey: string) =>
  ((await detailsOf(filekey, { data: openData(engine.database), media: engine.media }))?.confirmedAt ??
    null) !== null;
/** What the submitter reads of each of their own. */
const ownConfirmed = async () => {
  const { results } = (await app.getAs(api.mySubmissions(), HELPER.id, HELPER.roles))
    .body as unknown as MySubmissionsAnswer;
  return results.map(({ state, confirmed }) => [state, confirmed]);
};
const edit = (filekey: string, money: string) =>
  app.post(
    api.addSubmit("lcc"),
    {
      ...{ map: "Logs", money, person: "Ada", version: "50", date: "2025-01-01", edit: "true" },
      ...{ "edited-filekey": filekey, link: "https://example.org/proof" },
    },
    HELPER,
  );
const changes = async () =>
  (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results as unknown as {
    readonly seq: number;
    readonly action: string;
  }[];
const undo = async (action: string, who: Who = HELPER) => {
  const seq = (await changes()).find((each) => each.action === action)?.seq;
  return (await app.post(api.undoChange(), { seq: String(seq) }, who)).status;
};
const shown = async () => (await app.get(api.list("lcc", { map: "Logs", count: 50 }))).body.results;

describe("another helper is asked to look at", () => {
  test("an OG, a record and what its submitter verified, each as the site is set", async () => {
    await ownVerified();
    const verified = { verifiedBy: HELPER.id, submittedBy: "grace", createdAt: ago(2) };
    await app.add("lcc", { id: "record", map: "Quad", money: 500, ...verified });
    await app.add("lcc", { id: "no-record", map: "Quad", money: 501, ...verified });
    await app.add("2tc", {
      ...{ id: "og", towers: ["Quincy", "Absolute Zero"], upgrades: ["0-0-0", "0-5-2"], og: true },
      ...{ ...verified, version: "44", date: "2025-01-02" },
    });
    await app.add("lcc", { id: "imported", map: "Cargo", money: 1, verifiedBy: null });
    expect((await asked()).toSorted()).toEqual([
      ["og", "og"],
      ["own", "self"],
      ["record", "record"],
    ]);
    for (const kind of ["og", "record", "self"] as const) {
      app = await open([kind]);
      expect((await asked()).map(([, why]) => why)).toEqual([kind]);
    }
  });

  test("the one that was verified first comes first, and there is a next page", async () => {
    await ownVerified();
    await ownVerified("older", { createdAt: ago(3) });
    expect((await asked()).map(([id]) => id)).toEqual(["older", "own"]);
    const { body } = await app.getAs(api.secondLooks({ count: 1 }), OTHER.id, OTHER.roles);
    expect([body.results.length, body.more]).toEqual([1, true]);
  });

  test("nothing that they verified or submitted themselves", async () => {
    await ownVerified();
    await ownVerified("of-others", { submittedBy: "grace", verifiedBy: HELPER.id, map: "Quad", money: 1 });
    expect(await asked(HELPER)).toEqual([]);
    expect((await confirm("own", HELPER)).status).toBe(409);
    expect((await doubt("own", HELPER)).status).toBe(409);
  });

  test("nothing if the site is set so, or has fewer than three people who may verify", async () => {
    await ownVerified();
    for (const [kinds, verifiers] of [
      [[], 3],
      [["self"], 2],
    ] as const) {
      app = await open(kinds, verifiers);
      expect(await asked()).toEqual([]);
      expect((await confirm("own")).status).toBe(409);
    }
  });

  test("where the accounts are elsewhere, from the third person on who gave one of the last verdicts", async () => {
    app = await testApp(engine);
    await ownVerified();
    for (const [at, id] of ["hel", "vera", "iris"].entries()) {
      expect(await asked()).toEqual([]);
      await app.add("lcc", { id: `claim ${at}`, money: 3000 + at, pending: "ada", submittedBy: "ada" });
      const entries = JSON.stringify([
        { filekey: `claim ${at}`, revision: 1, verdict: "reject", reason: "x" },
      ]);
      const who = { id, roles: ["Index Verifier"] };
      expect((await app.post(api.giveVerdicts(), { entries }, who)).body.results).toMatchObject([
        { outcome: "done" },
      ]);
    }
    expect(await asked()).toEqual([["own", "self"]]);
  });

  test("nothing after 60 days: then it stands among what nobody looked at twice, for 60 days more", async () => {
    await ownVerified("soon-over", { createdAt: ago(59.9) });
    await ownVerified("over", { createdAt: ago(60.1) });
    await ownVerified("forgotten", { createdAt: ago(120.1) });
    expect((await asked()).map(([id]) => id)).toEqual(["soon-over"]);
    expect((await asked(OTHER, { late: 1 })).map(([id]) => id)).toEqual(["over"]);
    expect(await confirm("over")).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^This needs no second look/) },
    });
  });
});

test("what is to be looked at twice is never counted as waiting", async () => {
  await ownVerified();
  const { body } = await app.getAs(api.queue(), OTHER.id, OTHER.roles);
  expect([body.results, body.count, body.waiting]).toEqual([[], 0, 0]);
  expect((await app.get(api.waiting())).body.waiting).toBe(0);
});

describe("a confirmation", () => {
  test("is public with the history, names the revision and moves none; nothing else of the row changes", async () => {
    await ownVerified();
    const before = await shown();
    expect(await confirm("own")).toMatchObject({ status: 200, body: { change: expect.any(Number) } });
    expect(await isConfirmed("own")).toBe(true);
    expect(await ownConfirmed()).toEqual([["verified", true]]);
    expect(await shown()).toEqual(before);
    expect(await asked()).toEqual([]);
    const [change] = (await app.get(api.history({ filekey: "own" }))).body.results;
    expect(change).toMatchObject({
      ...{ action: "confirm", who: "a helper" },
      changes: [{ label: "Looked at twice", before: null, after: true }],
    });
    expect((await confirm("own", VERIFIER)).status).toBe(409);
    expect((await openData(engine.database).completions.findById("own"))?.revision).toBe(1);
  });

  test("of an older revision is refused, and says what has changed", async () => {
    await ownVerified();
    expect((await edit("own", "1999")).status).toBe(200);
    expect(await confirm("own")).toMatchObject({
      ...{ status: 409, body: { stale: true } },
    });
    expect((await confirm("own")).body.differs).toEqual(
      expect.arrayContaining([expect.objectContaining({ before: 2000, after: 1999 })]),
    );
    expect((await doubt("own")).status).toBe(409);
    expect((await confirm("own", OTHER, 2)).status).toBe(200);
  });

  test("lapses when the revision moves; undoing the edit is another revision", async () => {
    await ownVerified();
    await confirm("own");
    expect((await edit("own", "1999")).status).toBe(200);
    expect(await ownConfirmed()).toEqual([["verified", false]]);
    expect(await isConfirmed("own")).toBe(false);
    expect((await asked()).map(([id]) => id)).toEqual(["own"]);
    expect((await confirm("own", OTHER, 2)).status).toBe(200);
    expect(await isConfirmed("own")).toBe(true);
    expect(await undo("edit")).toBe(200);
    expect(await isConfirmed("own")).toBe(false);
  });

  test("is undone as any write, and a verification anew asks for another", async () => {
    await ownVerified();
    await confirm("own");
    expect(await undo("confirm")).toBe(200);
    expect(await isConfirmed("own")).toBe(false);
    expect(await asked()).toEqual([["own", "self"]]);
    await confirm("own");
    await app.post(api.report(), { filekey: "own", reason: "why" }, MEMBER);
    const [report] = (await app.getAs(api.reports(), HELPER.id, HELPER.roles)).body.results;
    const decision = { report: String(report?.report), outcome: "pending" };
    expect((await app.post(api.decideReport(), decision, OTHER)).status).toBe(200);
    expect(await isConfirmed("own")).toBe(false);
    const entries = JSON.stringify([{ filekey: "own", revision: 1, verdict: "verify" }]);
    expect((await app.post(api.giveVerdicts(), { entries }, OTHER)).body.results).toMatchObject([
      { outcome: "done" },
    ]);
    expect(await isConfirmed("own")).toBe(false);
  });
});

describe("a doubt", () => {
  const reports = async () =>
    (await app.getAs(api.reports(), HELPER.id, HELPER.roles)).body.results as unknown as {
      readonly report: string;
      readonly reason: string;
      readonly isDoubt: boolean;
    }[];

  test("changes nothing in public and comes as an item of its own kind", async () => {
    await ownVerified();
    const [before, logged] = [await shown(), await changes()];
    expect((await doubt("own", VERIFIER)).status).toBe(200);
    const [entry, ...others] = await changes();
    expect([await shown(), others]).toEqual([before, logged]);
    expect(entry).toMatchObject({
      ...{ action: "question", noun: "report", reason: "The map is another", undo: "never" },
      ...{ title: "Second look at LCC on Logs for $2,000", page: "/lcc/notes?filekey=own" },
    });
    expect((await app.get(api.history({ filekey: "own" }))).body.results).toHaveLength(1);
    expect(await reports()).toEqual([
      expect.objectContaining({ reason: "The map is another", isDoubt: true, canWait: true, filekey: "own" }),
    ]);
    expect(await asked()).toEqual([]);
    expect((await confirm("own")).status).toBe(409);
    // It is none of the five reports that a member may have open.
    const entries = Array.from({ length: 5 }, (_, at) => `other ${at}`);
    for (const id of entries) await app.add("lcc", { id, money: 5, map: "Quad" });
    for (const filekey of entries)
      expect((await app.post(api.report(), { filekey, reason: "why" }, VERIFIER)).status).toBe(200);
  });

  test.each([
    ["stands", "", null],
    ["pending", "", "edit"],
    ["removed", "Another map", "reject"],
  ])("is decided on: %s", async (outcome, reason, action) => {
    await ownVerified();
    await doubt("own");
    await engine.database.atomic([sqlite.deleteFrom("notice").compile()]);
    const [{ report } = { report: "" }] = await reports();
    // Not by the helper who submitted and verified it.
    expect(await app.post(api.decideReport(), { report, outcome, reason }, HELPER)).toMatchObject({
      status: 409,
      body: {
        error: "This is about your own run or your own verdict. Another helper has to decide on it.",
      },
    });
    expect(await reports()).toHaveLength(1);
    expect((await app.post(api.decideReport(), { report, outcome, reason }, THIRD)).status).toBe(200);
    expect(await reports()).toEqual([]);
    expect(await asked()).toEqual([]);
    const [last, decision] = (await changes()).slice(0, action === null ? 1 : 2).reverse();
    expect(last).toMatchObject({ action: "decide", noun: "report" });
    expect(decision?.action).toBe(action ?? undefined);
    const { results } = (await app.getAs(api.notices(), OTHER.id, OTHER.roles)).body;
    expect(results.map(({ kind }) => kind)).toEqual([`doubt-${outcome}`]);
    if (action === null) return;
    // Nor does that helper take the decision back.
    expect(await undo(action, HELPER)).toBe(409);
    expect(await undo(action, THIRD)).toBe(200);
    expect((await shown()).find(({ filekey }) => filekey === "own")).toMatchObject({ pending: null });
  });

  test("needs a reason, a completion, and the revision that was seen", async () => {
    await ownVerified();
    expect((await doubt("own", OTHER, 1, " ")).status).toBe(400);
    expect((await doubt("gone")).status).toBe(404);
    expect((await app.post(api.doubt(), { filekey: "own", reason: "x" }, OTHER)).status).toBe(400);
    expect((await app.post(api.confirm(), { revision: "1" }, OTHER)).status).toBe(400);
    expect((await app.post(api.confirm(), { filekey: "own", revision: "1e3" }, OTHER)).status).toBe(400);
    expect(await reports()).toEqual([]);
  });
});

describe("who may look a second time", () => {
  const posts = (who: Who | null) => [
    () => app.post(api.confirm(), { filekey: "own", revision: "1" }, who),
    () => app.post(api.doubt(), { filekey: "own", revision: "1", reason: "why" }, who),
  ];

  test.each([
    ["nobody who has not signed in", null, 401],
    ["no member", MEMBER, 403],
    ["no other member, though it is theirs", { id: HELPER.id, roles: [] }, 403],
    ["a verifier", VERIFIER, 200],
    ["a helper", OTHER, 200],
    ["an administrator", { id: "boss", roles: ["Admin"] }, 200],
  ])("%s", async (_, who, status) => {
    await ownVerified();
    const read = who
      ? await app.getAs(api.secondLooks(), who.id, who.roles)
      : await app.get(api.secondLooks());
    expect(read.status).toBe(status);
    const [confirms, doubts] = posts(who);
    expect((await doubts?.())?.status).toBe(status);
    if (status === 200) await engine.database.atomic([sqlite.deleteFrom("report").compile()]);
    expect((await confirms?.())?.status).toBe(status);
  });

  test.each([
    ["no helper who lost the role", { blocked: false, roles: [] }, "not authorized"],
    ["no helper who is blocked", { blocked: true, roles: ["Index Helper"] }, "blocked"],
  ])("%s, though their token still says so", async (_, account, why) => {
    await ownVerified();
    const own = tenantSignIn(async () => account);
    app = await testApp(engine, undefined, { signIn: { ...own, countVerifiers: async () => 3 } });
    for (const send of posts(OTHER)) {
      expect(await send()).toMatchObject({ status: 403, body: { error: expect.stringContaining(why) } });
    }
    const headers = { Authorization: await bearer(OTHER.id, OTHER.roles) };
    expect((await app.app.request(api.secondLooks(), { headers })).status).toBe(403);
    expect(await isConfirmed("own")).toBe(false);
  });
});
