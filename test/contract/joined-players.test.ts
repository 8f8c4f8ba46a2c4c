import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const VERIFIER = { id: "ver", roles: ["Index Verifier"] };
const MEMBER = { id: "kit" };

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
  for (const [map, person] of [
    ["Quad", "Natto"],
    ["Logs", "Natto"],
    ["Cubism", "ナットー"],
    ["Spice Islands", "Ada"],
  ] as const)
    await app.add("lcc", { map, people: [person], money: 5, towers: [] });
  await app.add("2tcc", { map: "Quad", people: ["Ada", "Kit"], towers: ["Quincy", "Glaive Lord"] });
});

const post = (path: string, fields: Record<string, string>, who: Parameters<TestApp["post"]>[2] = HELPER) =>
  app.post(path, fields, who);
const get = async (path: string) => (await app.get(path)).body as unknown as Record<string, unknown>;
const board = async () =>
  ((await get(api.players())).results as { name: string; completions: number }[]).map(
    ({ name, completions }) => [name, completions],
  );

/** Everything that the index says of players and their completions. */
async function everything(): Promise<unknown[]> {
  const lists = [...CHALLENGES.keys()].flatMap((key) => [
    api.list(key, { count: 100 }),
    api.list(key, { person: "natto", count: 0 }),
    api.list(key, { person: "ナットー", count: 0 }),
  ]);
  const ofPlayers = ["Natto", "ナットー", "Ada"].map((name) => api.player({ name }));
  const all = [...lists, ...ofPlayers, api.players(), api.personCounts("2tc"), api.users(), api.newest()];
  return Promise.all(all.map(async (path) => [path, await get(path)]));
}

test("two names become one player's: lists, boards and pages agree, and an undo puts everything back", async () => {
  const before = await everything();
  const preview = (await app.getAs(api.joinPreview({ name: "ナットー", into: "natto" }), "hel", HELPER.roles))
    .body;
  expect(preview).toEqual({
    name: { name: "ナットー", completions: 1, originals: 0, place: 2 },
    into: { name: "Natto", completions: 2, originals: 0, place: 1 },
    joined: { name: "Natto", completions: 3, originals: 0, place: 1 },
    together: 0,
  });
  const { status, body } = await post(api.joinPlayers(), { name: "ナットー", into: "natto" });
  expect([status, body.name]).toEqual([200, "Natto"]);
  expect(await board()).toEqual([
    ["Natto", 3],
    ["Ada", 2],
    ["Kit", 1],
  ]);
  // Every name that the player ever had finds everything; the credits stay as they were written.
  for (const person of ["Natto", "ナットー"]) {
    const { results, count } = await get(api.list("lcc", { person, sortby: "map" }));
    expect(count).toBe(3);
    expect((results as { person: string }[]).map((row) => row.person)).toEqual([
      "ナットー",
      "Natto",
      "Natto",
    ]);
    expect((await get(api.player({ name: person }))).name).toBe("Natto");
  }
  expect(await findMiscounts(app.database)).toEqual([]);
  const undone = await post(api.undoChange(), { seq: String(body.seq) });
  expect(undone.status).toBe(200);
  expect(await everything()).toEqual(before);
  expect(await findMiscounts(app.database)).toEqual([]);
});

test("joins follow one another, and are undone in the opposite order", async () => {
  const before = await everything();
  const first = (await post(api.joinPlayers(), { name: "ナットー", into: "Natto" })).body.seq;
  const second = (await post(api.joinPlayers(), { name: "natto", into: "Ada" })).body.seq;
  // Who is joined into keeps the name, however many runs the other has.
  expect(await board()).toEqual([
    ["Ada", 5],
    ["Kit", 1],
  ]);
  expect((await post(api.undoChange(), { seq: String(first) })).status).toBe(409);
  expect((await post(api.undoChange(), { seq: String(second) })).status).toBe(200);
  expect((await post(api.undoChange(), { seq: String(first) })).status).toBe(200);
  expect(await everything()).toEqual(before);
});

test("two names of one player are not the two players of a completion", async () => {
  await post(api.joinPlayers(), { name: "ナットー", into: "Natto" });
  const form = { ...FORMS["2tcc"], link: "https://example.org/p", person1: "Natto", person2: "ナットー" };
  const { status, body } = await post(api.addSubmit("2tcc"), form, MEMBER);
  expect(status).toBe(400);
  expect(body.error).toMatch(/cannot be the same person as /);
  expect((await post(api.addSubmit("2tcc"), { ...form, person2: "Kit" }, MEMBER)).status).toBe(200);
});

test("two people who stand in one completion are not joined", async () => {
  const { status, body } = await post(api.joinPlayers(), { name: "Kit", into: "Ada" });
  expect(status).toBe(409);
  expect(body.error).toBe('"Kit" and "Ada" are two people: they played 1 completion together.');
  const preview = await app.getAs(api.joinPreview({ name: "Kit", into: "Ada" }), "hel", HELPER.roles);
  expect(preview.body).toMatchObject({ together: 1 });
});

test.each([
  [{ name: "nobody", into: "Ada" }, 404, 'There is no player "nobody".'],
  [{ name: "Ada", into: "" }, 404, 'There is no player "".'],
  [{ name: "Ada", into: "ADA" }, 409, 'Both names already belong to "Ada".'],
])("a join of %j is refused", async (fields, status, error) => {
  expect(await post(api.joinPlayers(), fields)).toMatchObject({ status, body: { error } });
});

test("of two joins at once each is whole or refused, and nothing is lost", async () => {
  const both = await Promise.all([
    post(api.joinPlayers(), { name: "ナットー", into: "Natto" }),
    post(api.joinPlayers(), { name: "ナットー", into: "Ada" }),
  ]);
  // The second may find what the first has joined.
  expect(
    both
      .map(({ status }) => status)
      .sort()
      .join(),
  ).toMatch(/^200,(200|409)$/);
  expect((await board()).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(6);
  expect(await findMiscounts(app.database)).toEqual([]);
});

test("a banned player is on no board, lists keep what is verified, and nothing more is taken", async () => {
  const before = await everything();
  const { status, body } = await post(api.banPlayer(), { name: "natto", reason: "Borrowed recordings." });
  expect(status).toBe(200);
  expect(await board()).toEqual([
    ["Ada", 2],
    ["Kit", 1],
    ["ナットー", 1],
  ]);
  expect(await get(api.player({ name: "Natto" }))).toMatchObject({ isBanned: true });
  expect(await get(api.list("lcc", { person: "Natto", count: 0 }))).toMatchObject({ count: 2 });
  const form = { ...FORMS.lcc, map: "Muddy Puddles", link: "https://example.org/a", person: "NATTO" };
  const refused = await post(api.addSubmit("lcc"), form, MEMBER);
  expect(refused.status).toBe(400);
  expect(refused.body.error).toContain('"NATTO" is banned');
  expect((await post(api.undoChange(), { seq: String(body.seq) })).status).toBe(200);
  expect(await everything()).toEqual(before);
  expect((await post(api.addSubmit("lcc"), form, MEMBER)).status).toBe(200);
});

test("a ban does not go unseen with a join", async () => {
  await post(api.banPlayer(), { name: "ナットー", reason: "Borrowed recordings." });
  expect(await post(api.joinPlayers(), { name: "ナットー", into: "Natto" })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("is banned. Ban both") },
  });
  await post(api.banPlayer(), { name: "Natto", reason: "The same person." });
  expect((await post(api.joinPlayers(), { name: "ナットー", into: "Natto" })).status).toBe(200);
});

test("a ban says why, and can be taken back", async () => {
  expect(await post(api.banPlayer(), { name: "Ada", reason: " " })).toMatchObject({ status: 400 });
  await post(api.banPlayer(), { name: "Ada", reason: "Borrowed recordings." });
  expect((await post(api.banPlayer(), { name: "Ada", banned: "0" })).status).toBe(200);
  expect((await board()).map(([name]) => name)).toContain("Ada");
  const { results } = (await app.getAs(api.changes({ noun: "player" }), "hel", HELPER.roles)).body;
  expect(results.map(({ action, title }) => [action, title])).toEqual([
    ["unban", "Player Ada"],
    ["ban", "Player Ada"],
  ]);
});

test.each([
  ["a visitor", null, 401],
  ["a member", MEMBER, 403],
  ["a verifier", VERIFIER, 403],
] as const)("%s neither joins nor bans", async (_, who, status) => {
  const before = await everything();
  expect((await post(api.joinPlayers(), { name: "ナットー", into: "Natto" }, who)).status).toBe(status);
  expect((await post(api.banPlayer(), { name: "Ada", reason: "x" }, who)).status).toBe(status);
  expect(await everything()).toEqual(before);
});
