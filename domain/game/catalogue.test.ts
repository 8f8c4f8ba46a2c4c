import { expect, test } from "vitest";
import { HEROES } from "./heroes.ts";
import { MAPS } from "./maps.ts";
import { nameKey, personKey } from "./name-key.ts";
import { canonicalName, findTower, storedNamesOf, TOWER_NAMES } from "./names.ts";
import { HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS } from "./spellings.ts";
import { TOWER_TYPES } from "./towers.ts";

test("the game data is complete: 26 tower types (19 affordable), 273 upgrades, 18 heroes and 89 maps", () => {
  expect(TOWER_TYPES).toHaveLength(26);
  expect(TOWER_NAMES.filter(({ kind }) => kind === "upgrade")).toHaveLength(273);
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
  const names = TOWER_NAMES.map(({ name }) => nameKey(name));
  expect(new Set(names).size).toBe(TOWER_NAMES.length);
  const maps = MAPS.flatMap(({ name, abbreviation }) => [nameKey(name), nameKey(abbreviation)]);
  expect(new Set(maps).size).toBe(2 * MAPS.length);
});

test("every canonical name finds its own tower", () => {
  for (const { name } of TOWER_NAMES) expect(findTower(name)?.name).toBe(name);
});

test.each(Object.entries({ ...TOWER_SPELLINGS, ...UPGRADE_SPELLINGS, ...HERO_SPELLINGS }))(
  "the spelling %s means %s",
  (spelling, name) => {
    expect(findTower(spelling)?.name).toBe(name);
    expect(findTower(spelling.toUpperCase())?.name).toBe(name);
    expect(findTower(spelling.replaceAll(" ", "_"))?.name).toBe(name);
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
  expect(findTower(spelling)?.name).toBe(name);
});

test.each(["", " ", "null", "Dart Monkeys", "🎈", "constructor", "__proto__"])(
  "'%s' is not a tower",
  (spelling) => {
    expect(findTower(spelling)).toBeNull();
  },
);

test("a tower type means all its names in tier order, and any other name means itself", () => {
  expect(storedNamesOf("Ice").slice(0, 4)).toEqual(["Ice Monkey", "Base Ice", "Ice Shards", "Arctic Wind"]);
  expect(storedNamesOf("ice monkey")).toHaveLength(12);
  expect(storedNamesOf("absolute zero")).toEqual(["Absolute Zero"]);
  expect(storedNamesOf("Quincy")).toEqual(["Quincy"]);
  expect(storedNamesOf("Some Removed Tower")).toEqual(["Some Removed Tower"]);
  expect(canonicalName("Some Removed Tower")).toBe("Some Removed Tower");
});

test("people's names are accent-sensitive but not case-sensitive", () => {
  expect(personKey(" ZOË ")).toBe(personKey("zoe\u0308"));
  expect(personKey("Zoë")).not.toBe(personKey("Zoe"));
});
