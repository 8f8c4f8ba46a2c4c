import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { sweepMedia } from "../../app/features/media/sweep.server.ts";
import * as erasures from "../../app/features/privacy/repository.server.ts";
import type { NoticesAnswer } from "../../domain/contract/notices.ts";
import type {
  OwnProposalsAnswer,
  ProofDecidedAnswer,
  ProofProposalsAnswer,
} from "../../domain/contract/proof-proposals.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type OpenEngine, setColumns, type TestApp, testApp } from "../factories.ts";
import { onePixel, PNG } from "../one-pixel.ts";
import { bearer, tenantSignIn } from "../sign-in.ts";

const ADA = { id: "ada", roles: [] };
const BOB = { id: "bob", roles: [] };
const STRANGER = { id: "sue", roles: [] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
type Who = { readonly id: string; readonly roles: readonly string[] };
type Fields = Readonly<Record<string, string | File>>;

const OLD = "https://www.youtube.com/watch?v=abcdefghijk";
const NEW = "https://www.youtube.com/watch?v=ZYXWVUTSRQP";
const CLOSED = "This proposed proof is no longer open: somebody has decided on it, or it was withdrawn.";

let engine: OpenEngine;
let app: TestApp;
beforeEach(async () => {
  engine = await openEngine();
  // One engine has one database for the whole file.
  await engine.database.atomic(
    (["proof_proposal", "notice", "report", "name_request"] as const).map((table) =>
      sqlite.deleteFrom(table).compile(),
    ),
  );
  await emptyApp(engine);
  app = await testApp(engine, undefined, {
    signIn: { ...tenantSignIn(), countVerifiers: async (except = []) => (except.includes("hel") ? 0 : 2) },
  });
});

/** Adds a verified 2TCC of Ada and Bob that Ada submitted. */
const add = async (values: object = {}) =>
  (
    await app.add("2tcc", {
      ...{ towers: ["Quincy", "Absolute Zero"], people: ["Ada", "Bob"], link: OLD },
      ...{ submittedBy: ADA.id, verifiedBy: "iris", ...values },
    })
  ).id;
const propose = (filekey: string, fields: Fields = { link: NEW }, who: Who | null = ADA) =>
  app.post(api.proposeProof(), { filekey, ...fields }, who);
const own = async (who: Who = ADA, filekey?: string) =>
  (await app.getAs(api.ownProposals({ filekey }), who.id, who.roles)).body as unknown as OwnProposalsAnswer;
const waiting = async (who: Who = HELPER) =>
  (await app.getAs(api.proofProposals(), who.id, who.roles)).body as unknown as ProofProposalsAnswer;
const decide = (proposal: unknown, outcome: string, fields: Fields = {}, who: Who = HELPER) =>
  app.post(api.decideProof(), { proposal: String(proposal), outcome, revision: "1", ...fields }, who);
const stateOf = async (filekey: string) => {
  const stored = await openData(app.database).completions.findById(filekey);
  if (!stored) throw new Error("gone");
  return stored;
};
const undo = (change: unknown) => app.post(api.undoChange(), { seq: String(change) }, HELPER);
const told = async (who: Who) =>
  ((await app.getAs(api.notices(), who.id, [])).body as unknown as NoticesAnswer).results.map(
    ({ kind, text }) => [kind, text],
  );
const fileOf = async (proposal: unknown, who: Who | null, more = {}) => {
  const headers = who ? { Authorization: await bearer(who.id, who.roles) } : {};
  const answer = await app.app.request(api.proposedFile({ proposal: String(proposal), ...more }), {
    headers,
  });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
};
/** Gives the name of a player to an account. */
async function ownName(name: string, who: Who) {
  await app.post(api.requestName(), { name, evidence: "My channel." }, who);
  const { results } = (await app.getAs(api.nameRequests(), VERIFIER.id, HELPER.roles)).body;
  const fields = { request: String(results.at(-1)?.request), outcome: "approved" };
  expect((await app.post(api.decideNameRequest(), fields, { id: "iris", roles: HELPER.roles })).status).toBe(
    200,
  );
}
/** Everything that anybody may read of a completion. */
const everything = async (filekey: string) =>
  JSON.stringify(
    await Promise.all(
      [
        api.list("2tcc", { count: 50 }),
        api.list("2tcc", { filekey }),
        api.notes("2tcc", { filekey }),
        api.attachments(filekey),
        api.history({ filekey }),
        api.publicChanges({ since: 0 }),
      ].map(async (path) => (await app.app.request(path)).text()),
    ),
  );
const versions = () =>
  app.database.query([], sql`select name, version from source order by name`.compile(sqlite));

test("a proposal waits for helpers, and nothing that anybody else reads has changed, nor any tag", async () => {
  const filekey = await add();
  const before = [await everything(filekey), await versions()];
  const { status, body } = await propose(filekey);
  expect([status, Object.keys(body)]).toEqual([200, ["proposal"]]);
  expect([await everything(filekey), await versions()]).toEqual(before);
  expect(await waiting(VERIFIER)).toEqual({
    results: [
      {
        ...{ challenge: "2tcc", filekey, heading: expect.stringContaining("2TCC"), players: "Ada and Bob" },
        ...{ proposal: body.proposal, shows: "Proof", isProof: true, link: NEW, file: null },
        ...{ at: expect.any(String), revision: 1, confirmed: false, by: null, account: null, elsewhere: [] },
        linked: expect.objectContaining({ host: "youtube.com", name: "Proof", ending: null }),
      },
    ],
    count: 1,
  });
  expect(await own(ADA, filekey)).toMatchObject({
    results: [{ proposal: body.proposal, state: "open", waits: true, decidedAt: null, reason: null }],
    mayPropose: true,
    roles: [
      { role: "victory", label: "Proof" },
      { role: "setup" },
      { role: "attachment", label: "Further file" },
    ],
  });
  expect(await told(ADA)).toEqual([]);
});

test("a proof that is taken over stays verified as it was, is undone, and can be taken over again", async () => {
  const filekey = await add();
  const { state: before } = await stateOf(filekey);
  const { proposal } = (await propose(filekey)).body;
  const { status, body } = await decide(proposal, "taken");
  const { change } = body as unknown as ProofDecidedAnswer;
  expect([status, change]).toEqual([200, expect.any(Number)]);
  expect(await stateOf(filekey)).toMatchObject({ revision: 2, state: { ...before, link: NEW } });
  const [latest] = (await app.get(api.history({ filekey }))).body.results;
  expect(latest).toMatchObject({
    action: "take-proof",
    changes: [{ label: "Link", before: OLD, after: NEW }],
  });
  expect((await waiting()).count).toBe(0);
  expect(await told(ADA)).toEqual([["proof-taken", null]]);
  expect((await own()).results).toMatchObject([{ state: "taken", waits: false, reason: null }]);

  expect((await undo(change)).status).toBe(200);
  expect(await stateOf(filekey)).toMatchObject({ revision: 3, state: before });
  expect(await told(ADA)).toEqual([]);
  expect((await waiting()).results).toMatchObject([{ proposal, revision: 3 }]);
  expect((await decide(proposal, "taken", { revision: "3" })).status).toBe(200);
  expect((await stateOf(filekey)).state.link).toBe(NEW);
  expect(await told(ADA)).toEqual([["proof-taken", null]]);
});

test("a file is read by its person and those who verify alone, until it is the proof of all", async () => {
  const filekey = await add();
  const { proposal } = (await propose(filekey, { image: onePixel() })).body;
  for (const who of [ADA, HELPER, VERIFIER]) {
    const { status, headers, bytes } = await fileOf(proposal, who);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      ...[200, "image/png", "no-store"],
    ]);
    expect(bytes.length).toBeGreaterThanOrEqual(PNG.length);
    expect((await fileOf(proposal, who, { thumbnail: 1 })).status).toBe(200);
  }
  expect([(await fileOf(proposal, null)).status, (await fileOf(proposal, STRANGER)).status]).toEqual([
    401, 404,
  ]);
  expect((await fileOf("gone", HELPER)).status).toBe(404);
  const [{ hash } = { hash: "" }] = await app.database.query<{ hash: string }>(
    [],
    sql<{ hash: string }>`select hash from proof_proposal`.compile(sqlite),
  );
  expect((await app.app.request(`/media/${hash}`)).status).toBe(404);
  expect((await decide(proposal, "taken")).status).toBe(200);
  expect((await app.app.request(`/media/${filekey}`)).status).toBe(200);
  expect((await fileOf(proposal, ADA)).status).toBe(404);
  const { link, media } = (await stateOf(filekey)).state;
  expect([link, media.map(({ key, role }) => [key, role])]).toEqual([null, [[filekey, null]]]);
});

test("further proof stands beside what is there: a link or a file by its role, or any other file", async () => {
  const filekey = await add();
  for (const [at, fields] of [
    { link: NEW, role: "setup" },
    { image: onePixel(), role: "setup" },
  ].entries()) {
    const { proposal } = (await propose(filekey, fields)).body;
    expect((await decide(proposal, "taken", { revision: String(at + 1) })).status).toBe(200);
  }
  const { state } = await stateOf(filekey);
  expect([state.link, state.links]).toEqual([OLD, [{ role: "setup", url: NEW }]]);
  expect(state.media.map(({ role }) => role)).toEqual(["setup"]);
  // The same file is a proof of it by now.
  expect((await propose(filekey, { image: onePixel(), role: "attachment" })).status).toBe(409);
  const again = await propose(await add({ map: "Logs" }), { image: onePixel(), role: "attachment" });
  expect((await own()).results[0]).toMatchObject({ shows: "Further file", isProof: false });
  expect((await decide(again.body.proposal, "taken")).status).toBe(200);
});

test("the partner may as well, whose page it is; who has neither may not, nor read what waits", async () => {
  const filekey = await add();
  expect((await propose(filekey, { link: NEW }, BOB)).status).toBe(403);
  expect(await own(BOB, filekey)).toMatchObject({ mayPropose: false, results: [] });
  await ownName("Bob", BOB);
  expect(await own(BOB, filekey)).toMatchObject({ mayPropose: true });
  const { status, body } = await propose(filekey, { link: NEW }, BOB);
  expect(status).toBe(200);
  expect((await own(ADA, filekey)).results).toEqual([]);
  expect(await propose(filekey, { link: NEW }, STRANGER)).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining("Only who submitted") },
  });
  expect((await propose(filekey, { link: NEW }, null)).status).toBe(401);
  expect((await app.getAs(api.proofProposals(), STRANGER.id)).status).toBe(403);
  expect((await decide(body.proposal, "taken", {}, STRANGER)).status).toBe(403);
  const { proposal } = body;
  expect((await app.post(api.withdrawProof(), { proposal: String(proposal) }, ADA)).status).toBe(404);
});

describe("a proposal is refused", () => {
  test.each([
    ["without a proof", {}, 400, /Proof is missing/],
    ["with two", { link: NEW, image: onePixel() }, 400, /not both/],
    [
      "that is there already, however it is written",
      { link: "https://youtu.be/abcdefghijk?t=9" },
      409,
      /already/,
    ],
    ["with a link that is none", { link: "javascript:alert(1)" }, 400, /Link/],
    ["with a link that is too long", { link: `https://a.example/${"x".repeat(2000)}` }, 400, /2,?000/],
    ["with two addresses", { link: `${NEW} ${OLD}` }, 400, /Link/],
    ["with a role that there is not", { link: NEW, role: "moon" }, 400, /victory, setup, attachment/],
    ["with a link as any other file", { link: NEW, role: "attachment" }, 400, /choose a file/],
    ["with another's file", { link: "http://localhost:3000/media/other" }, 400, /different completion/],
    ["with a file that is none", { image: new File(["text"], "a.png") }, 400, /./],
  ] as const)("%s", async (_, fields, status, why) => {
    const refused = await propose(await add(), fields);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([status, expect.stringMatching(why)]);
    expect((await own()).results).toEqual([]);
  });

  test("of what is pending, deleted, or not there; and of a banned player", async () => {
    const pending = await add({ pending: ADA.id, verifiedBy: null });
    expect((await propose(pending)).status).toBe(409);
    const deleted = await add({ map: "Logs" });
    await app.database.atomic(setColumns(deleted, { deleted_at: "2026-02-01T00:00:00Z" }));
    expect([(await propose(deleted)).status, (await propose("none")).status]).toEqual([404, 404]);
    const filekey = await add({ map: "Cargo" });
    await ownName("Ada", ADA);
    await app.database.atomic([sql`update player set banned = 1 where origin_key = 'ada'`.compile(sqlite)]);
    expect((await propose(filekey)).status).toBe(403);
  });

  test("once three are open, also where many arrive at once; the same one again is no further one", async () => {
    const filekey = await add();
    const links = Array.from({ length: 6 }, (_, at) => ({ link: `https://a.example/${at}` }));
    const answers = await Promise.all(links.map((link) => propose(filekey, link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(/3 proposed proofs/);
    const [open] = (await own()).results;
    const again = await Promise.all([1, 2].map(() => propose(filekey, { link: open?.link ?? "" })));
    expect(again.map(({ status, body }) => [status, body.proposal])).toEqual([
      [200, open?.proposal],
      [200, open?.proposal],
    ]);
    expect((await app.post(api.withdrawProof(), { proposal: open?.proposal ?? "" }, ADA)).status).toBe(200);
    expect((await app.post(api.withdrawProof(), { proposal: open?.proposal ?? "" }, ADA)).status).toBe(404);
    expect((await propose(filekey)).status).toBe(200);
    expect((await own()).results).toHaveLength(3);
  });
});

describe("a decision", () => {
  test("that declines says why to the player alone", async () => {
    const filekey = await add();
    const { proposal } = (await propose(filekey)).body;
    expect((await decide(proposal, "declined")).status).toBe(400);
    const before = await everything(filekey);
    expect((await decide(proposal, "declined", { reason: "Another map." })).status).toBe(200);
    expect(await everything(filekey)).toBe(before);
    expect(await told(ADA)).toEqual([["proof-declined", "Another map."]]);
    expect((await own()).results).toMatchObject([{ state: "declined", reason: "Another map." }]);
    expect(await decide(proposal, "taken")).toMatchObject({ status: 404, body: { error: CLOSED } });
  });

  test("of one that has changed is refused, and says what", async () => {
    const filekey = await add();
    const { proposal } = (await propose(filekey)).body;
    await app.edit(filekey, { notes: "Round 100" });
    for (const outcome of ["taken", "declined"])
      expect((await decide(proposal, outcome, { reason: "No." })).status).toBe(409);
    expect((await decide(proposal, "taken", { revision: "2" })).status).toBe(200);
    expect((await stateOf(filekey)).state).toMatchObject({ link: NEW, notes: "Round 100" });
  });

  test.each([
    ["taken", "taken"],
    ["taken", "declined"],
    ["declined", "declined"],
  ])("of two at once, %s and %s, is one's alone; the other reads a sentence", async (one, other) => {
    const { proposal } = (await propose(await add())).body;
    const answers = await Promise.all([
      decide(proposal, one, { reason: "No." }),
      decide(proposal, other, { reason: "No." }, VERIFIER),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(answers.find(({ status }) => status === 404)?.body.error).toBe(CLOSED);
    expect(await told(ADA)).toHaveLength(1);
  });

  test("is made on one's own only where nobody else can", async () => {
    const filekey = await add({ submittedBy: VERIFIER.id });
    const { proposal } = (await propose(filekey, { link: NEW }, VERIFIER)).body;
    expect((await decide(proposal, "taken", {}, VERIFIER)).status).toBe(409);
    expect((await decide(proposal, "taken")).status).toBe(200);
    const alone = await add({ submittedBy: HELPER.id, map: "Logs" });
    const { proposal: last } = (await propose(alone, { link: NEW }, HELPER)).body;
    expect((await decide(last, "taken")).status).toBe(200);
    expect(await told(HELPER)).toEqual([]);
  });

  test("waits while the completion is not verified, and goes with one that is removed for good", async () => {
    const filekey = await add();
    const { proposal } = (await propose(filekey)).body;
    await app.database.atomic(setColumns(filekey, { deleted_at: "2026-02-01T00:00:00Z" }));
    expect((await waiting()).count).toBe(0);
    expect((await own()).results).toMatchObject([{ state: "open", waits: false }]);
    expect((await decide(proposal, "taken")).status).toBe(409);
    await app.database.atomic(setColumns(filekey, { deleted_at: null, pending: ADA.id }));
    expect((await decide(proposal, "taken")).status).toBe(409);
    await app.database.atomic(setColumns(filekey, { pending: null }));
    expect((await waiting()).count).toBe(1);
    await app.database.atomic([sqlite.deleteFrom("completion").compile()]);
    expect((await own()).results).toEqual([]);
  });
});

test("a second look at the earlier proof stays, through taking over and undoing", async () => {
  const filekey = await add();
  const { proposal } = (await propose(filekey)).body;
  await app.edit(filekey, {
    confirmed_by: "iris",
    confirmed_at: "2026-03-01T00:00:00Z",
    confirmed_revision: 1,
  });
  const { notes } = openData(app.database);
  const confirmedAt = async () => (await notes.findRendered(filekey, 1))?.confirmedAt ?? null;
  expect([await confirmedAt(), (await waiting()).results[0]?.confirmed]).toEqual([
    "2026-03-01T00:00:00Z",
    true,
  ]);
  const { change } = (await decide(proposal, "taken")).body;
  expect([(await stateOf(filekey)).revision, await confirmedAt()]).toEqual([2, "2026-03-01T00:00:00Z"]);
  expect((await undo(change)).status).toBe(200);
  expect([(await stateOf(filekey)).revision, await confirmedAt()]).toEqual([3, "2026-03-01T00:00:00Z"]);
  // Any other change ends it.
  await app.edit(filekey, { notes: "Round 100" });
  expect(await confirmedAt()).toBe(null);
});

test("what helpers look at says which other completions have the same proof", async () => {
  const other = await add({ map: "Logs", link: NEW });
  const filekey = await add();
  await propose(filekey);
  expect((await waiting()).results[0]?.elsewhere).toMatchObject([{ filekey: other }]);
});

test("a file is swept once it is withdrawn, declined or erased with its person, and not before", async () => {
  const filekey = await add();
  const later = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
  // Of other tests nothing is to be brought back.
  await app.database.atomic([sqlite.deleteFrom("media_release").compile()]);
  const left = async () => {
    await sweepMedia({ data: openData(app.database), media: app.media }, later);
    let blobs = 0;
    for await (const _ of app.media.list()) blobs += 1;
    return blobs;
  };
  const { media } = openData(app.database);
  const ends: readonly ((proposal: string) => Promise<unknown>)[] = [
    (proposal) => app.post(api.withdrawProof(), { proposal }, ADA),
    (proposal) => decide(proposal, "declined", { reason: "No." }),
    () => erasures.begin(app.database, ADA.id, null, new Date().toISOString()),
  ];
  const none = await left();
  for (const end of ends) {
    const { status, body } = await propose(filekey, { image: onePixel() });
    expect(status).toBe(200);
    expect(await left()).toBeGreaterThan(none);
    const held = await media.listHeld("", later.toISOString(), 100);
    expect(held.length).toBeGreaterThan(0);
    expect(await media.isNamed(held[0] ?? "")).toBe(true);
    await end(String(body.proposal));
    expect(await left()).toBe(none);
  }
  expect((await own()).results).toEqual([]);
});
