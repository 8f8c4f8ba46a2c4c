import { expect, test } from "vitest";
import { keysOf } from "../../app/features/catalogue/repository.server.ts";
import { FACTS } from "../../test/catalogue.ts";
import { TIER_KEYS } from "./facts.ts";
import { HEROES } from "./heroes.ts";
import { MAPS } from "./maps.ts";
import { nameKey, personKey } from "./name-key.ts";
import { PRICE_CHANGES } from "./price-changes.ts";
import { HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS } from "./spellings.ts";
import { TOWER_TYPES } from "./towers.ts";

test("the game data is complete: 26 tower types (19 affordable), 273 upgrades, 18 heroes and 89 maps", () => {
  expect(TOWER_TYPES).toHaveLength(26);
  expect(FACTS.towers).toHaveLength(26);
  expect(FACTS.heroes).toHaveLength(18);
  expect(FACTS.names.filter(({ kind }) => kind === "upgrade")).toHaveLength(273);
  expect(
    FACTS.names.filter(({ kind, affordableAtStart }) => kind === "type" && affordableAtStart),
  ).toHaveLength(19);
  expect(TOWER_TYPES.filter(({ affordableAtStart }) => affordableAtStart)).toHaveLength(19);
  expect(HEROES).toHaveLength(18);
  expect(MAPS).toHaveLength(89);
  expect(Object.groupBy(MAPS, ({ difficulty }) => difficulty)).toMatchObject({
    beginner: { length: 26 },
    intermediate: { length: 26 },
    advanced: { length: 23 },
    expert: { length: 14 },
  });
});

test("no two names share a key, however they are spelled", () => {
  const names = FACTS.names.map(({ name }) => nameKey(name));
  expect(new Set(names).size).toBe(FACTS.names.length);
  const maps = MAPS.flatMap(({ name, abbreviation }) => [nameKey(name), nameKey(abbreviation)]);
  expect(new Set(maps).size).toBe(2 * MAPS.length);
});

test("no two towers or heroes share a key or a game's id, other spellings included", () => {
  const keys = FACTS.rows.flatMap(keysOf);
  expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([]);
  const ids = FACTS.rows.map(({ kind, gameId }) => `${kind} ${gameId}`);
  expect(new Set(ids).size).toBe(26 + 18);
});

test("the catalogue has what the files of facts have of towers and heroes", () => {
  for (const { name, names, ...facts } of TOWER_TYPES) {
    const { category, affordableAtStart, hardCost, addedDate, addedVersion } = facts;
    const common = { type: name, category, affordableAtStart, hardCost, addedDate, addedVersion };
    expect(FACTS.find(name)).toMatchObject({ ...common, kind: "type", tier: null });
    const tiers = TIER_KEYS.filter((tier) => names[tier] !== undefined);
    expect(FACTS.upgradesOf(name)).toMatchObject(
      tiers.map((tier) => ({ ...common, name: names[tier], kind: "upgrade", tier })),
    );
  }
  for (const { name, fullName, affordableAtStart, hardCost, addedDate, addedVersion } of HEROES) {
    const facts = { name, affordableAtStart, hardCost, addedDate, addedVersion };
    expect(FACTS.find(fullName)).toMatchObject({ ...facts, kind: "hero", type: null, category: "hero" });
  }
  expect(FACTS.newestVersion).toBe("56.3");
});

test("the catalogue has the price of each tower and hero, and both ends of every change of the files of facts", () => {
  const costs = [...TOWER_TYPES, ...HEROES].map(({ name, baseCost }) => [name, baseCost]);
  expect([...FACTS.towers, ...FACTS.heroes].map(({ name, cost }) => [name, cost])).toEqual(costs);
  const sorted = (changes: readonly unknown[]) => changes.map((each) => JSON.stringify(each)).toSorted();
  expect(
    sorted(
      FACTS.changes.map(({ tower, tiers, version, oldCost, cost, lastWithOld }) => [
        ...[tower, tiers, version, oldCost, cost, lastWithOld],
      ]),
    ),
  ).toEqual(
    sorted(
      PRICE_CHANGES.map(({ tower, path, version, oldCost, newCost, lastWithOld }) => [
        ...[tower, path, version, oldCost, newCost, lastWithOld],
      ]),
    ),
  );
});

test("Sauda and Geraldo alone are excluded, from 2TC", () => {
  const excluded = FACTS.names.filter(({ excludedFrom }) => excludedFrom.length > 0);
  expect(excluded.map(({ name, excludedFrom }) => [name, excludedFrom])).toEqual([
    ["Sauda", ["2tc"]],
    ["Geraldo", ["2tc"]],
  ]);
});

test("every canonical name finds its own tower", () => {
  for (const { name } of FACTS.names) expect(FACTS.find(name)?.name).toBe(name);
});

test.each(Object.entries({ ...TOWER_SPELLINGS, ...UPGRADE_SPELLINGS, ...HERO_SPELLINGS }))(
  "the spelling %s means %s",
  (spelling, name) => {
    expect(FACTS.find(spelling)?.name).toBe(name);
    expect(FACTS.find(spelling.toUpperCase())?.name).toBe(name);
    expect(FACTS.find(spelling.replaceAll(" ", "_"))?.name).toBe(name);
  },
);

test.each([
  ["Middle Of The Road", "Middle of the Road"],
  ["#ouch", "#Ouch"],
  ["Kartsndarts", "KartsNDarts"],
  ["Waterpark", "Water Park"],
  ["Three Mines Round", "Three Mines 'Round"],
])("the map spelling %s matches %s", (spelling, name) => {
  expect(nameKey(spelling)).toBe(nameKey(name));
  expect(MAPS.some((map) => map.name === name)).toBe(true);
});

test.each([
  ["absolute-zero", "Absolute Zero"],
  ["POUAKAI", "Pouākai"],
  ["Captain Churchill", "Churchill"],
  ["ultra_juggernaut", "Ultra-Juggernaut"],
  ["dan d'monke", "Dan"],
  ["m.o.a.r glaives", "M.O.A.R Glaives"],
])("%s finds %s", (spelling, name) => {
  expect(FACTS.find(spelling)?.name).toBe(name);
});

test.each(["", " ", "null", "Dart Monkeys", "🎈", "constructor", "__proto__"])(
  "'%s' is not a tower",
  (spelling) => {
    expect(FACTS.find(spelling)).toBeNull();
  },
);

test("a tower type means all its names in tier order, and any other name means itself", () => {
  expect(FACTS.storedNamesOf("Ice").slice(0, 4)).toEqual([
    "Ice Monkey",
    "Base Ice",
    "Ice Shards",
    "Arctic Wind",
  ]);
  expect(FACTS.storedNamesOf("ice monkey")).toHaveLength(12);
  expect(FACTS.storedNamesOf("absolute zero")).toEqual(["Absolute Zero"]);
  expect(FACTS.storedNamesOf("Quincy")).toEqual(["Quincy"]);
  expect(FACTS.storedNamesOf("Some Removed Tower")).toEqual(["Some Removed Tower"]);
  expect(FACTS.nameOf("Some Removed Tower")).toBe("Some Removed Tower");
});

test("people's names are accent-sensitive but not case-sensitive", () => {
  expect(personKey(" ZOË ")).toBe(personKey("zoe\u0308"));
  expect(personKey("Zoë")).not.toBe(personKey("Zoe"));
});
