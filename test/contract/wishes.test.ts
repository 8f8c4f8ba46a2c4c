import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { OwnWishesAnswer, WantedAnswer } from "../../domain/contract/coverage.ts";
import type { NoticesAnswer } from "../../domain/contract/notices.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite, statement } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";

type Who = { readonly id: string; readonly roles?: readonly string[] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const [ADA, BOB] = [{ id: "ada" }, { id: "bob" }];
const PAIR = { challenge: "2tc", towers: "Glaive Lord,Quincy" };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  await engine.database.atomic([sqlite.deleteFrom("wish").compile()]);
  app = await emptyApp(engine);
});

const wish = (fields: Record<string, string>, who: Who | null = ADA) => app.post(api.wish(), fields, who);
const wanted = async (query?: Parameters<typeof api.wishes>[0]) => {
  const { body } = await app.get(api.wishes(query));
  return (body as unknown as WantedAnswer).results.map(({ heading, wishes }) => [heading, wishes]);
};
const own = async ({ id }: Who) =>
  ((await app.getAs(api.ownWishes(), id, [])).body as unknown as OwnWishesAnswer).results;
const told = async ({ id }: Who) =>
  ((await app.getAs(api.notices(), id, [])).body as unknown as NoticesAnswer).results.filter(
    ({ kind }) => kind === "wish",
  );
const verify = (challenge: string, values: object) => app.add(challenge, values as never);
const set = (id: string, values: Parameters<TestApp["edit"]>[1]) => app.edit(id, values);

// Of each kind: what is wished for, its heading, and completions that are and are not it.
const KINDS = [
  {
    fields: PAIR,
    heading: "Glaive Lord and Quincy 2TC",
    is: { towers: ["Quincy", "Glaive Lord"], map: "Logs" },
    isNot: { towers: ["Quincy", "Absolute Zero"], map: "Logs" },
  },
  {
    fields: { ...PAIR, challenge: "2tcc" },
    heading: "Glaive Lord and Quincy 2TCC",
    is: { towers: ["Quincy", "Glaive Lord"], people: ["Ada", "Bob"], map: "Logs" },
    isNot: { towers: ["Quincy", "Absolute Zero"], people: ["Ada", "Bob"], map: "Logs" },
  },
  {
    fields: { ...PAIR, map: "quad" },
    heading: "Glaive Lord and Quincy 2TC on Quad",
    is: { towers: ["Quincy", "Glaive Lord"], map: "Quad" },
    isNot: { towers: ["Quincy", "Glaive Lord"], map: "Logs" },
  },
  {
    fields: { challenge: "2mp", towers: "quincy", map: "Quad" },
    heading: "Quincy 2MP on Quad",
    is: { towers: ["Quincy"], map: "Quad" },
    isNot: { towers: ["Quincy"], map: "Logs" },
  },
  ...[
    { challenge: "fttc", towers: ["Ice Monkey"] },
    { challenge: "ltc", towers: ["Ice Monkey"], completionType: "heroless" },
    { challenge: "lcc", towers: [], money: 5 },
    { challenge: "lcd", towers: [], money: 5 },
  ].map(({ challenge, ...values }) => ({
    fields: { challenge, map: "Quad" },
    heading: `${challenge.toUpperCase()} on Quad`,
    is: { ...values, map: "Quad" },
    isNot: { ...values, map: "Logs" },
  })),
];

test.each(KINDS)(
  "$heading: a verified one fulfils it, its wisher is told, and an undo opens it again",
  async (kind) => {
    const { fields, heading, is, isNot } = kind;
    await verify(fields.challenge, isNot);
    expect((await wish(fields)).status).toBe(200);
    expect((await wish(fields, BOB)).status).toBe(200);
    expect(await wanted()).toEqual([[heading, 2]]);

    const { id } = await verify(fields.challenge, { ...is, submittedBy: "bob" });
    expect(await wanted()).toEqual([]);
    expect(await told(ADA)).toMatchObject([{ filekey: id, seen: false }]);
    expect((await own(ADA))[0]).toMatchObject({ heading, filekey: id });
    expect(await wish(fields, HELPER)).toMatchObject({ status: 409 });

    await set(id, { pending: "bob", verified_at: null });
    expect(await wanted()).toEqual([[heading, 2]]);
    expect(await told(ADA)).toEqual([]);
    await set(id, { pending: null });
    expect(await told(ADA)).toHaveLength(1);

    await app.database.atomic([sqlite.updateTable("notice").set({ seen_at: "2026-01-01" }).compile()]);
    await set(id, { deleted_at: "2026-01-01" });
    expect(await told(ADA)).toMatchObject([{ seen: true }]);
    expect((await own(ADA))[0]).toMatchObject({ filekey: null });
  },
);

test("a second one that is verified is no news, and whoever did it is not told", async () => {
  await wish(PAIR);
  await wish(PAIR, BOB);
  const run = { towers: ["Quincy", "Glaive Lord"], submittedBy: "bob" };
  const first = await verify("2tc", { ...run, map: "Quad" });
  await verify("2tc", { ...run, map: "Logs", submittedBy: "eve" });
  expect(await told(ADA)).toMatchObject([{ filekey: first.id }]);
  expect((await told(BOB)).length).toBe(0);
  // Another one fulfils it still.
  await set(first.id, { deleted_at: "2026-01-01" });
  expect(await wanted()).toEqual([]);
});

test("what is pending fulfils nothing until it is verified, and an edit can end that", async () => {
  await wish({ challenge: "lcc", map: "Quad" });
  const { id } = await verify("lcc", { map: "Quad", towers: [], money: 5, pending: "bob", verifiedBy: null });
  expect(await wanted()).toEqual([["LCC on Quad", 1]]);
  expect(await told(ADA)).toEqual([]);
  await set(id, { pending: null });
  expect(await told(ADA)).toHaveLength(1);
  await set(id, { map: "Logs" });
  expect(await told(ADA)).toEqual([]);
  expect(await wanted()).toEqual([["LCC on Quad", 1]]);
});

test.each([
  ["no challenge", { challenge: "3tc", map: "Quad" }, 400],
  ["a text that is no tower", { ...PAIR, towers: "Quincy,Nobody" }, 400],
  ["one tower of a pair", { ...PAIR, towers: "Quincy" }, 400],
  ["two heroes", { ...PAIR, towers: "Quincy,Ezili" }, 400],
  ["three towers", { ...PAIR, towers: "Quincy,Glaive Lord,Absolute Zero" }, 400],
  ["a tower type", { ...PAIR, towers: "Quincy,Ice Monkey" }, 400],
  ["a tower on no map", { challenge: "2mp", towers: "Quincy" }, 400],
  ["no map", { challenge: "lcc" }, 400],
  ["a tower where maps count", { challenge: "lcc", towers: "Quincy", map: "Quad" }, 400],
  ["a map that there is not", { challenge: "lcc", map: "Atlantis" }, 404],
])("nobody wishes for %s", async (_, fields, status) => {
  expect((await wish(fields as unknown as Record<string, string>)).status).toBe(status);
  expect(await wanted()).toEqual([]);
});

test("nobody wishes for what is verified or pending", async () => {
  await verify("2tc", { map: "Quad", towers: ["Quincy", "Glaive Lord"], pending: "eve", verifiedBy: null });
  expect(await wish(PAIR)).toMatchObject({
    status: 409,
    body: { error: "This is already in this index, or pending." },
  });
  expect((await wish({ ...PAIR, map: "Logs" })).status).toBe(200);
});

const MAPS = ["Quad", "Logs", "Cubism", "Muddy Puddles"];
const [FIRST, ...OTHERS] = MAPS.map((map) => ({ challenge: "fttc", map }));

test("three wishes are open at once: one that is fulfilled or taken back makes room", async () => {
  for (const fields of OTHERS) expect((await wish(fields)).status).toBe(200);
  expect(await wish(OTHERS[0] ?? {})).toMatchObject({
    body: { error: "This is already one of your wishes." },
  });
  expect(await wish(FIRST ?? {})).toMatchObject({
    status: 409,
    body: { error: "You have 3 open wishes. Remove one before you add another." },
  });
  expect((await wish(FIRST ?? {}, BOB)).status).toBe(200);
  const { id } = await verify("fttc", { map: "Logs", towers: ["Ice Monkey"] });
  expect((await wish(FIRST ?? {})).status).toBe(200);
  await set(id, { deleted_at: "2026-01-01" });
  expect((await own(ADA)).filter(({ filekey }) => filekey === null)).toHaveLength(4);
  const [newest] = await own(ADA);
  expect((await app.post(api.endWish(), { wish: newest?.wish ?? "" }, BOB)).status).toBe(404);
  expect((await app.post(api.endWish(), { wish: newest?.wish ?? "" }, ADA)).status).toBe(200);
  expect(await own(ADA)).toHaveLength(3);
});

test("of four wishes at once, three are kept", async () => {
  const all = [FIRST, ...OTHERS].map((fields) => wish(fields ?? {}));
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 409]);
  expect(await own(ADA)).toHaveLength(3);
});

test("what most people wish for comes first, and each address has its own", async () => {
  await wish({ challenge: "lcc", map: "Quad" });
  await wish(PAIR);
  await wish(PAIR, BOB);
  await wish({ ...PAIR, map: "Quad" }, BOB);
  expect(await wanted()).toEqual([
    ["Glaive Lord and Quincy 2TC", 2],
    ["LCC on Quad", 1],
    ["Glaive Lord and Quincy 2TC on Quad", 1],
  ]);
  expect(await wanted({ count: 1 })).toHaveLength(1);
  expect((await wanted({ map: "quad" })).map(([heading]) => heading)).toEqual([
    "LCC on Quad",
    "Glaive Lord and Quincy 2TC on Quad",
  ]);
  expect(await wanted({ challenge: "2TC", towers: "quincy, glaive lord" })).toHaveLength(2);
  expect(await wanted({ challenge: "2tc", towers: "Quincy" })).toEqual([]);
  expect((await app.get(api.wishes({ map: "Atlantis" }))).status).toBe(404);
});

test("what somebody wishes for whose account is blocked does not count", async () => {
  await app.database.atomic([
    statement`insert into account (id, blocked_at, created_at)
      values ('bob', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'), ('ada', null, '2026-01-01T00:00:00Z')`,
  ]);
  await wish(PAIR);
  await wish(PAIR, BOB);
  await wish({ challenge: "lcc", map: "Quad" }, BOB);
  expect(await wanted()).toEqual([["Glaive Lord and Quincy 2TC", 1]]);
});

test("a helper removes one with a reason; those who wished for it read it, and do not wish again", async () => {
  await wish(PAIR);
  await wish(PAIR, BOB);
  const remove = (reason: string, who: Who) => app.post(api.removeWishes(), { ...PAIR, reason }, who);
  expect((await remove("Spam", BOB)).status).toBe(403);
  expect((await remove("Spam", { id: "ver", roles: ["Index Verifier"] })).status).toBe(403);
  expect((await remove(" ", HELPER)).status).toBe(400);
  expect((await remove("Nobody can.", HELPER)).status).toBe(200);
  expect((await remove("Nobody can.", HELPER)).status).toBe(404);
  expect(await wanted()).toEqual([]);
  const [removed] = await own(ADA);
  expect(removed).toMatchObject({ reason: "Nobody can." });
  expect(await wish(PAIR)).toMatchObject({
    status: 409,
    body: { error: 'A helper removed your wish for this: "Nobody can.".' },
  });
  expect((await app.post(api.endWish(), { wish: removed?.wish ?? "" }, ADA)).status).toBe(404);
  await verify("2tc", { towers: ["Quincy", "Glaive Lord"], map: "Quad" });
  expect(await told(ADA)).toEqual([]);
});

test("only those who are signed in wish, and each sees only their own", async () => {
  expect((await wish(PAIR, null)).status).toBe(401);
  await wish(PAIR);
  expect(await own(BOB)).toEqual([]);
  expect((await app.get(api.ownWishes())).status).toBe(401);
});
