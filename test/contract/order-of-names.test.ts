import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { type TestApp, testApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

/** Names in the order in which people would sort them, which differs from the order by bytes. */
const WRITTEN = ["élan", "Elan 9", "ELAN 10", "Zebra", "Zoë"];

let app: TestApp;
beforeAll(async () => {
  app = await testApp(await openEngine());
  const facts = { difficulty: "expert", length: "9", numEntrances: "1", numExits: "1", numObjects: "0" };
  for (const [at, map] of WRITTEN.entries())
    await app.post(api.addMap(), { ...facts, map, abbreviation: `W${at}` }, HELPER);
  for (const name of WRITTEN.toReversed()) {
    await app.add("2tc", { map: name, people: [name], towers: ["Maim MOAB", "Ring of Fire"] });
    await app.post(
      api.addChimpsStart(),
      { map: name, title: "A start", link: "https://example.org/" },
      HELPER,
    );
  }
  for (const tower of ["MOAB Assassin", "IMF Loan", "XXXL Trap", "M.A.D", "Ice Shards", "Pouākai"])
    await app.add("2mp", { map: "Quad", towers: [tower] });
  for (const towers of [
    ["Tack Shooter"],
    ["Druid", "Alchemist"],
    ["Alchemist", "Druid", "Bomb Shooter"],
    ["Druid"],
  ])
    await app.add("fttc", { map: "Quad", towers });
});

const column = async (path: string, name: string) =>
  (await app.get(path)).body.results.map((row) => row[name]);

test("maps are sorted as people sort names, wherever they are listed", async () => {
  const names = (await app.get(api.maps())).body.results as unknown[];
  expect(names.filter((name) => WRITTEN.includes(String(name)))).toEqual(WRITTEN);
  expect(names.slice(0, 2)).toEqual(["#Ouch", "Adora's Temple"]);
  expect(await column(api.list("2tc", { sortby: "map" }), "map")).toEqual(WRITTEN);
  expect(await column(api.list("2tc", { sortby: "map DESC" }), "map")).toEqual(WRITTEN.toReversed());
  expect(await column(api.list("2tc", { sortby: "tower1,map" }), "map")).toEqual(WRITTEN);
  expect(await column(api.list("2tc"), "map")).toEqual(WRITTEN);
  expect(await column(api.chimpsStarts(), "map")).toEqual(WRITTEN);
  const { body } = await app.get(api.table("2mp"));
  const inTable = (body.mapList as { map: string }[]).map(({ map }) => map);
  expect(inTable.filter((name) => WRITTEN.includes(name))).toEqual(WRITTEN);
});

test("people are sorted the same way", async () => {
  expect((await app.get(api.users({ count: 5, query: "" }))).body.results).toEqual([
    "Ada",
    ...WRITTEN.slice(0, 4),
  ]);
  const { body } = await app.get(api.personCounts("2tc"));
  expect((body.personData as { person: string }[]).map(({ person }) => person)).toEqual(WRITTEN);
});

test("towers are sorted regardless of letter case", async () => {
  const towers = ["Ice Shards", "IMF Loan", "M.A.D", "MOAB Assassin", "Pouākai", "XXXL Trap"];
  expect(await column(api.list("2mp"), "entity")).toEqual(towers);
  expect(await column(api.list("2mp", { sortby: "entity DESC" }), "entity")).toEqual(towers.toReversed());
});

test("tower sets are sorted by size, then by name", async () => {
  const sets = [
    '["Druid"]',
    '["Tack Shooter"]',
    '["Druid","Alchemist"]',
    '["Alchemist","Druid","Bomb Shooter"]',
  ];
  expect(await column(api.list("fttc", { sortby: "towerset" }), "towerset")).toEqual(sets);
  expect(await column(api.list("fttc", { sortby: "towerset DESC" }), "towerset")).toEqual(sets.toReversed());
});

test("/list-maps can be filtered by difficulty", async () => {
  const count = async (difficulty: string) => (await app.get(api.maps({ difficulty }))).body.results.length;
  expect(await count("expert")).toBe(14 + WRITTEN.length);
  expect(await count("Beginner")).toBe(26);
  expect(await count("none")).toBe(0);
  expect(await app.get(api.maps({ difficulty: "expert" }))).toMatchObject({
    body: { results: expect.not.arrayContaining(["Logs"]) },
  });
});

test("the towers of a completion are named in any order, and answered in the one they were submitted in", async () => {
  const towers = ["Quincy", "Ring of Fire", "Quincy"];
  const [upgrades, notes] = [[null, "0-2-5", "Level 3"], "Of all three"];
  await app.add("ltc", { map: "Cornfield", towers, upgrades, notes, completionType: "cheapest" });
  await app.add("ltc", { map: "Cornfield", towers: ["Quincy", "Ring of Fire"], completionType: "cheapest" });
  const shown = { towerset: '["Quincy","Ring of Fire","Quincy"]', upgradeset: '[null,"0-2-5","Level 3"]' };
  for (const order of [towers, ["Ring of Fire", "Quincy", "Quincy"], ["quincy", "Quincy", "ring of fire"]]) {
    const keys = { map: "Cornfield", towerset: JSON.stringify(order), completiontype: "cheapest" };
    expect((await app.get(api.list("ltc", keys))).body.results).toMatchObject([shown]);
    expect((await app.get(api.notes("ltc", keys))).body.notes).toBe(notes);
  }
});
