import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NameCountsAnswer, NamesAnswer } from "../../domain/contract/names.ts";
import { api } from "../../domain/contract/routes.ts";
import { type TestApp, testApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

/** An LCC that may be recorded any number of times, because no two count as the same. */
const COST = { map: "Quad", money: 90_000, version: "44.0", date: "2026-01-01" };

let app: TestApp;

beforeAll(async () => {
  app = await testApp(await openEngine());
  const people = ["Émile", "emil Zola", "EMMA", "Player 7", "player70", "Player 700", "Wanda", "Ödön"];
  for (const name of people) await app.add("lcc", { ...COST, people: [name] });
});

const allNames = async (): Promise<NamesAnswer> => (await app.get(api.names())).body as never;
const playersFor = async (...prefix: string[]): Promise<readonly string[]> =>
  (await app.get(api.playerNames({ prefix }))).body.results as never;

test("all names are served in one small file", async () => {
  const response = await app.app.request(api.names());
  const text = await response.text();
  expect(new TextEncoder().encode(text).length).toBeLessThan(30_000);
  const { types, heroes, maps, challenges, pages } = JSON.parse(text) as NamesAnswer;
  const ice = types.find(({ names }) => names[0] === "Ice Monkey");
  expect(ice).toMatchObject({
    category: "primary",
    tiers: { "050": expect.arrayContaining(["Absolute Zero", "az"]) },
  });
  expect(types.length).toBe(26);
  expect(heroes.map(([name]) => name)).toContain("Quincy");
  expect(maps).toContainEqual(expect.objectContaining({ abbreviation: "QD", difficulty: "expert" }));
  expect(challenges).toContainEqual({ key: "2tc", label: "2TC", name: "2 Towers CHIMPS" });
  expect(pages).toContainEqual({ label: "Maps", path: "/maps" });
});

test("other spellings are listed with a name, unless the name begins with them", async () => {
  const { types, maps } = await allNames();
  const spellings = [
    ...types.flatMap(({ names, tiers }) => [names, ...Object.values(tiers)]),
    ...maps.map(({ names }) => names),
  ];
  const beside = spellings.flatMap(([, ...others]) => others);
  expect(beside.length).toBeGreaterThan(50);
  for (const [name = "", ...others] of spellings)
    for (const other of others) expect(name.toLowerCase().startsWith(other.toLowerCase())).toBe(false);
});

test("a renamed map has its new name at once, with the old one as a spelling", async () => {
  const { body } = await app.get(api.mapInfo({ map: "Quad" }));
  const { image: _, ...values } = body as Record<string, unknown>;
  const known = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const form = Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
  const saved = await app.post(api.addMap(), { ...form, oldMap: "Quad", map: "The Four" }, HELPER);
  expect(saved).toMatchObject({ status: 200 });
  const renamed = (await allNames()).maps.find(({ names }) => names[0] === "The Four");
  expect(renamed?.names).toContain("Quad");
});

test("players are found by the beginning of their name, ignoring letter case and accents", async () => {
  expect(await playersFor("EMI")).toEqual(["emil Zola", "Émile"]);
  expect(await playersFor("odo")).toEqual(["Ödön"]);
  expect(await playersFor("émil z")).toEqual(["emil Zola"]);
  expect(await playersFor("nobody")).toEqual([]);
  expect(await playersFor("")).toEqual([]);
  expect(await playersFor("zero wan", "wan")).toEqual(["Wanda"]);
  expect(await playersFor("wan", "emm")).toEqual(["Wanda", "EMMA"]);
});

test("a number is found by its first digits", async () => {
  expect(await playersFor("player 7")).toEqual(["Player 7", "Player 700"]);
  expect(await playersFor("player7")).toEqual(["player70"]);
});

test("at most eight players are suggested", async () => {
  for (let at = 0; at < 12; at++) await app.add("lcc", { ...COST, people: [`Many ${at}`] });
  expect(await playersFor("many")).toHaveLength(8);
});

test("suggestions say how much there is: of each tower in any place, map, challenge and player", async () => {
  const counts = async () => (await app.get(api.nameCounts())).body as unknown as NameCountsAnswer;
  const before = await counts();
  const pair = { map: "Logs", towers: ["Quincy", "Ezili"], people: ["Counted Ada"] };
  await app.add("2tc", { ...pair, og: true });
  await app.add("2tc", { ...pair, map: "Spillway", towers: ["Ezili", "Obyn Greenfoot"] });
  await app.add("2tc", { ...pair, towers: ["Quincy", "Adora"], pending: "mem", verifiedBy: null });
  const after = await counts();
  const added = (kind: keyof NameCountsAnswer, name: string) =>
    (after[kind][name] ?? 0) - (before[kind][name] ?? 0);
  expect(["Quincy", "Ezili", "Adora", "Sauda"].map((name) => added("towers", name))).toEqual([2, 2, 1, 0]);
  expect(["Logs", "Spillway"].map((name) => added("maps", name))).toEqual([2, 1]);
  expect(added("challenges", "2tc")).toBe(3);
  expect(after.towers).not.toHaveProperty("Sauda");
  const { results, counts: played } = (await app.get(api.playerNames({ prefix: ["counted"] }))).body;
  expect({ results, played }).toEqual({
    results: ["Counted Ada"],
    played: [{ verified: 2, originals: 1, matched: "Counted Ada" }],
  });
});
