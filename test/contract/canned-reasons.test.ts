import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { CannedReason } from "../../domain/contract/review.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type OpenEngine, type TestApp, testApp } from "../factories.ts";
import { tenantSignIn } from "../sign-in.ts";

const MEMBER = { id: "ada", roles: [] };
const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
type Who = typeof HELPER | typeof MEMBER;

let engine: OpenEngine;
let app: TestApp;
beforeEach(async () => {
  engine = await openEngine();
  await engine.database.atomic([sqlite.deleteFrom("canned_reason").compile()]);
  app = await emptyApp(engine);
});

const NEW = { challenge: "", kind: "reject", title: "No round 100", text: "Round 100 is not to be seen." };
const keep = (values: Readonly<Record<string, string>> = {}, who: Who | null = HELPER) =>
  app.post(api.keepCannedReason(), { ...NEW, ...values }, who);
const list = async (query: Record<string, string | number> = {}, who: Who = VERIFIER) =>
  (await app.getAs(api.cannedReasons(query), who.id, who.roles)).body.results as unknown as CannedReason[];
const titles = async (query: Record<string, string | number> = {}) =>
  (await list(query)).map(({ title }) => title);
/** Adds one and returns what names it and its version. */
async function added(values: Readonly<Record<string, string>> = {}) {
  const { reason, version } = (await keep(values)).body;
  return { reason: String(reason), version: String(version) };
}

test("what a helper adds is offered where it belongs: to its challenge or all, when rejecting or asking", async () => {
  await keep({ title: "Of all" });
  await keep({ title: "Of LCC", challenge: "LCC" });
  await keep({ title: "A question", kind: "ask" });
  expect(await titles()).toEqual(["A question", "Of all", "Of LCC"]);
  expect(await titles({ challenge: "lcc", kind: "reject" })).toEqual(["Of all", "Of LCC"]);
  expect(await titles({ challenge: "2tc", kind: "reject" })).toEqual(["Of all"]);
  expect(await titles({ challenge: "2tc", kind: "ask" })).toEqual(["A question"]);
});

test("former texts are kept with who wrote them, through changes, removal and return", async () => {
  const { reason, version } = await added();
  const other = { id: "iris", roles: ["Index Helper"] };
  const signIn = {
    ...tenantSignIn(),
    names: {
      knownNames: async () =>
        new Map([
          ["hel", "Helen"],
          ["iris", "Iris"],
        ]),
    },
  };
  app = await testApp(engine, undefined, { signIn: signIn as never });
  const next = await keep({ reason, version, text: "Please show round 100." }, other);
  expect(next).toMatchObject({ status: 200, body: { reason } });
  expect(await list()).toMatchObject([{ text: "Please show round 100.", by: "Iris", former: [] }]);
  const last = await keep({ reason, version: String(next.body.version), text: " " });
  expect(await list()).toEqual([]);
  await keep({ reason, version: String(last.body.version) });
  expect(await list({ former: 1 })).toMatchObject([
    {
      ...{ reason, text: NEW.text, by: "Helen" },
      former: [
        { text: "", by: "Helen" },
        { text: "Please show round 100.", by: "Iris" },
        { text: NEW.text, by: "Helen" },
      ],
    },
  ]);
});

test("a change of a version that is not the last one is refused, and nothing is overwritten", async () => {
  const { reason, version } = await added();
  await keep({ reason, version, text: "Mine." });
  expect((await keep({ reason, version, text: "Theirs." })).status).toBe(409);
  expect((await keep({ reason, version: "", text: "Theirs." })).status).toBe(409);
  expect((await keep({ reason: "no such", version: "5" })).status).toBe(409);
  expect((await keep({ version })).status).toBe(409);
  const both = await Promise.all(["one", "other"].map((text) => added({ title: text, text })));
  expect(new Set(both.map((each) => each.reason)).size).toBe(2);
  expect((await list()).map(({ text }) => text).toSorted()).toEqual(["Mine.", "one", "other"]);
});

test("no two that are offered together have one title, however it is written", async () => {
  const first = await added();
  const taken = { status: 409, body: { error: expect.stringContaining("another title") } };
  expect(await keep({ text: "Another text." })).toMatchObject(taken);
  expect(await keep({ title: "  no  ROUND 100 ", challenge: "lcc" })).toMatchObject(taken);
  expect(await keep({ kind: "ask" })).toMatchObject({ status: 200 });
  const other = await added({ title: "Another" });
  expect(await keep({ ...other, title: NEW.title })).toMatchObject(taken);
  expect(await keep({ ...first, text: "Its own title stays." })).toMatchObject({ status: 200 });
  expect(await titles({ kind: "reject" })).toEqual(["Another", NEW.title]);
});

test("challenges may each have one of a title, and a title is free once its reason is removed", async () => {
  const ofLcc = await added({ challenge: "lcc" });
  expect(await keep({ challenge: "2tc" })).toMatchObject({ status: 200 });
  // It would be offered beside both.
  expect((await keep()).status).toBe(409);
  const { version } = (await keep({ ...ofLcc, challenge: "lcc", text: "" })).body;
  await keep({ challenge: "lcc", text: "The next one." });
  expect((await keep({ ...ofLcc, version: String(version), challenge: "lcc" })).status).toBe(409);
  expect((await list({ challenge: "lcc", kind: "reject" })).map(({ text }) => text)).toEqual([
    "The next one.",
  ]);
});

test("of several that are sent at once under one title one is kept", async () => {
  const statuses = await Promise.all(["a", "b", "c"].map(async (text) => (await keep({ text })).status));
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
  expect(await list()).toHaveLength(1);
});

test.each([
  ["without a title", { title: " " }, 400],
  ["with a title that is too long", { title: "x".repeat(61) }, 400],
  ["without a text", { text: "" }, 400],
  ["with a text that is too long", { text: "x".repeat(1001) }, 400],
  ["for nothing that there is", { kind: "praise" }, 400],
  ["of no challenge", { challenge: "5tc" }, 400],
])("one %s is refused", async (_, values, status) => {
  expect(await keep(values)).toMatchObject({ status, body: { error: expect.stringMatching(/./) } });
  expect(await list({ former: 1 })).toEqual([]);
});

test.each([
  ["nobody who has not signed in", null, 401, 401],
  ["a member", MEMBER, 403, 403],
  ["a verifier, who is offered them and does not keep them", VERIFIER, 200, 403],
  ["a helper", HELPER, 200, 200],
  ["an administrator", { id: "boss", roles: ["Admin"] }, 200, 200],
] as const)("%s", async (_, who, reads, writes) => {
  const read = who
    ? await app.getAs(api.cannedReasons(), who.id, who.roles)
    : await app.get(api.cannedReasons());
  expect(read.status).toBe(reads);
  expect((await keep({}, who && { ...who, roles: [...who.roles] })).status).toBe(writes);
});

test.each([
  ["who lost the role", { blocked: false, roles: [] }],
  ["who is blocked", { blocked: true, roles: ["Index Helper"] }],
])("a helper %s keeps none, whatever their token says", async (_, account) => {
  app = await testApp(engine, undefined, { signIn: tenantSignIn(async () => account) });
  expect((await keep()).status).toBe(403);
  expect((await app.getAs(api.cannedReasons(), HELPER.id, HELPER.roles)).status).toBe(403);
});

test("nothing of them is public", async () => {
  await keep({ text: "Only helpers keep this." });
  const everything = [
    await app.get(api.publicChanges({ since: 0 })),
    await app.getAs(api.changes(), HELPER.id, HELPER.roles),
  ];
  expect(JSON.stringify(everything)).not.toContain("Only helpers keep this.");
});
