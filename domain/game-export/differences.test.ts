import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sample } from "../../test/game-export/sample.ts";
import { Catalogue, type CatalogueRow } from "../game/catalogue.ts";
import { MAPS } from "../game/maps.ts";
import { SEEDED_CATALOGUE } from "../game/seeded-catalogue.ts";
import type { GameExport } from "./checked.ts";
import { applied, differencesOf, type MapRow } from "./differences.ts";
import { readExport } from "./read.ts";

const reading = await readExport(await sample());
if ("refusal" in reading) throw new Error(reading.refusal);
const SAMPLE = reading.game;

const idOf: Readonly<Record<string, string>> = { "Monkey Meadow": "Tutorial", "#Ouch": "#ouch" };
const MAP_ROWS: readonly MapRow[] = MAPS.map(({ name, difficulty, hasWater }) => ({
  ...{ name, difficulty, hasWater, gameId: idOf[name] ?? name.replace(/[ '-]/g, "") },
}));

const without = (rows: readonly CatalogueRow[], ...names: readonly string[]): CatalogueRow[] =>
  rows.filter(({ name }) => !names.includes(name));

const withRow = (name: string, change: (row: CatalogueRow) => Partial<CatalogueRow>): CatalogueRow[] =>
  SEEDED_CATALOGUE.map((row) => (row.name === name ? { ...row, ...change(row) } : row));

/** Returns an export with all that is here. */
const whole = (rows: readonly CatalogueRow[], maps: readonly MapRow[]): GameExport => ({
  towers: new Catalogue(rows).towers.map(({ name, gameId, category, cost, upgrades }) => ({
    ...{ gameId: gameId ?? name, name, category: category ?? "magic", cost: cost ?? 0, prices: {} },
    upgrades: Object.fromEntries(
      upgrades.flatMap((each) => (each.tier === "base" ? [] : [[each.tier, each.name]])),
    ),
  })),
  heroes: new Catalogue(rows).heroes.map(({ name, fullName, gameId, cost }) => ({
    ...{ gameId: gameId ?? name, name: fullName ?? name, fullName: fullName ?? name, cost: cost ?? 0 },
  })),
  maps: maps.map(({ name, gameId, difficulty, hasWater }) => ({
    ...{ gameId: gameId ?? name, name, difficulty, hasWater: hasWater === 1 },
  })),
});

const WHOLE = whole(SEEDED_CATALOGUE, MAP_ROWS);

/** Takes over the differences that are ticked, or others, and returns what is here then. */
function takenOver(
  found: GameExport,
  rows: readonly CatalogueRow[],
  maps: readonly MapRow[] = MAP_ROWS,
  chosen?: ReadonlySet<string>,
  version = "57.0",
) {
  const catalogue = new Catalogue(rows);
  const ticked = differencesOf(found, catalogue, maps).flatMap(({ key, isTicked }) => (isTicked ? key : []));
  const changes = applied(found, chosen ?? new Set(ticked), catalogue, maps, version);
  if ("refusal" in changes) throw new Error(changes.refusal);
  const after = <Row>(all: readonly Row[], of: readonly { before: Row | null; after: Row | null }[]): Row[] =>
    [
      ...all.filter((row) => !of.some(({ before }) => before === row)),
      ...of.map((each) => each.after),
    ].filter((row) => row !== null);
  return { rows: after(rows, changes.towers), maps: after(maps, changes.maps), changes };
}

const named = (rows: readonly CatalogueRow[], name: string): CatalogueRow => {
  const row = rows.find((each) => each.name === name);
  if (!row) throw new Error(`${name} is not there.`);
  return row;
};

test("a tower that is new here comes with its names and prices, and then nothing differs", () => {
  const rows = without(SEEDED_CATALOGUE, "Skywarden");
  const differences = differencesOf(SAMPLE, new Catalogue(rows), MAP_ROWS);
  expect(differences.filter(({ of }) => of === "tower")).toEqual([
    {
      ...{
        key: "new:tower:Skywarden",
        kind: "new",
        of: "tower",
        name: "Skywarden",
        part: null,
        before: null,
      },
      ...{ after: expect.stringMatching(/^Magic, \$205, .*Stormwrath Archon/), isTicked: true },
    },
  ]);
  const taken = takenOver(SAMPLE, rows, MAP_ROWS, undefined, "56.3");
  const skywarden = named(taken.rows, "Skywarden");
  expect(skywarden).toMatchObject({
    ...{ kind: "tower", gameId: "Skywarden", category: "magic", version: "56.3", date: null, mark: "Sk" },
  });
  expect(new Catalogue([skywarden]).names.map(({ name }) => name)).toEqual([
    ...["Skywarden", "Base Skywarden", "Wind Weaver", "Galvanic Conduit", "Coldchain", "Galesage"],
    ...["Thunder's Decree", "Frozen Verdict", "Farwind Seer", "Stormwrath Archon", "Winter's Mercy"],
  ]);
  expect(skywarden.prices).toHaveLength(16);
  expect(skywarden.prices).toContainEqual({
    ...{ tiers: "050", version: "56.3", cost: 35_000, upgrade: null, lastWithOld: null },
  });
  expect(differencesOf(SAMPLE, new Catalogue(taken.rows), taken.maps)).toEqual([]);
});

test("prices that are not known here are new, and those that are known differ in nothing", () => {
  const differences = differencesOf(SAMPLE, new Catalogue(SEEDED_CATALOGUE), MAP_ROWS);
  expect(new Set(differences.map(({ kind, of }) => `${kind} ${of}`))).toEqual(new Set(["new price"]));
  const ofIce = differences.flatMap(({ name, part }) => (name === "Ice Monkey" ? part : []));
  expect(ofIce).toContain("1-0-0");
  expect(ofIce).not.toContain("0-4-0");
  expect(ofIce).not.toContain("base");
});

test("the seeded catalogue has the game's ids, by which all towers and heroes are found", () => {
  const heroes = [
    "Gwendolin",
    "StrikerJones",
    "ObynGreenfoot",
    "CaptainChurchill",
    "PatFusty",
    "AdmiralBrickell",
  ];
  expect(SEEDED_CATALOGUE.map(({ gameId }) => gameId)).toEqual(
    expect.arrayContaining([...heroes, "DanDMonke", "Psi", "MonkeyBuccaneer"]),
  );
  expect(differencesOf(WHOLE, new Catalogue(SEEDED_CATALOGUE), MAP_ROWS)).toEqual([]);
});

test("a price that changed holds from the export's version on", () => {
  const found = { ...WHOLE, towers: WHOLE.towers.map((tower) => ({ ...tower, prices: { "040": 1 } })) };
  const ice = differencesOf(found, new Catalogue(SEEDED_CATALOGUE), MAP_ROWS).find(
    ({ name }) => name === "Ice Monkey",
  );
  expect(ice).toEqual({
    ...{
      key: "changed:price:IceMonkey:0-4-0",
      kind: "changed",
      of: "price",
      name: "Ice Monkey",
      part: "0-4-0",
    },
    ...{ before: "$4,750", after: "$1", isTicked: true },
  });
  const { rows, changes } = takenOver(found, SEEDED_CATALOGUE);
  const { prices } = named(rows, "Ice Monkey");
  expect(prices.slice(0, -1)).toEqual(named(SEEDED_CATALOGUE, "Ice Monkey").prices);
  expect(prices.at(-1)).toMatchObject({ tiers: "040", version: "57.0", cost: 1 });
  expect(new Catalogue(rows).changes).toContainEqual(
    expect.objectContaining({ tower: "Ice Monkey", version: "57.0", oldCost: 4_750, cost: 1 }),
  );
  expect(changes.maps).toEqual([]);
  const again = takenOver(
    { ...found, towers: found.towers.map((each) => ({ ...each, prices: { "040": 2 } })) },
    rows,
  );
  expect(named(again.rows, "Ice Monkey").prices).toHaveLength(prices.length);
  expect(differencesOf(found, new Catalogue(again.rows), MAP_ROWS)).toHaveLength(found.towers.length);
});

test("an export that is older than what is known, or of no version, is not taken over", () => {
  for (const version of ["56.2", "x", "", "1e3"])
    expect(applied(SAMPLE, new Set(), new Catalogue(SEEDED_CATALOGUE), MAP_ROWS, version)).toHaveProperty(
      "refusal",
    );
});

test("a new name keeps the former one findable, and as the community's spelling", () => {
  const found = {
    ...WHOLE,
    towers: WHOLE.towers.map((tower) =>
      tower.gameId === "IceMonkey"
        ? {
            ...tower,
            name: "Frost Monkey",
            upgrades: { ...tower.upgrades, "030": "Arctic Gale", "050": "Zero" },
          }
        : tower,
    ),
    heroes: WHOLE.heroes.map((hero) =>
      hero.gameId === "PatFusty" ? { ...hero, fullName: "Pat the Bear" } : hero,
    ),
  };
  const before = withRow("Ice Monkey", ({ upgrades }) => ({
    upgrades: upgrades.map((each) =>
      each.tier === "050" ? { ...each, spelling: "Abs Zero", others: ["AZ"] } : each,
    ),
  }));
  const { rows } = takenOver(found, before);
  const catalogue = new Catalogue(rows);
  expect(named(rows, "Frost Monkey")).toMatchObject({
    spelling: "Ice Monkey",
    gameId: "IceMonkey",
    mark: "Ic",
  });
  expect(catalogue.find("Ice Monkey")?.name).toBe("Frost Monkey");
  expect(named(rows, "Frost Monkey").upgrades.find(({ tier }) => tier === "030")).toEqual({
    ...{ tier: "030", name: "Arctic Gale", spelling: "Arctic Wind", others: [], former: ["Arctic Wind"] },
  });
  expect(catalogue.communityNameOf("Zero")).toBe("Abs Zero");
  expect(catalogue.find("Absolute Zero")?.name).toBe("Zero");
  expect(named(rows, "Pat").fullName).toBe("Pat the Bear");
  expect(catalogue.find("Pat Fusty")?.name).toBe("Pat");
  expect(differencesOf(found, catalogue, MAP_ROWS)).toEqual([]);
  // Back again.
  const back = takenOver(WHOLE, rows);
  expect(named(back.rows, "Ice Monkey")).toMatchObject({
    spelling: null,
    former: ["Frost Monkey"],
  });
  expect(differencesOf(WHOLE, new Catalogue(back.rows), MAP_ROWS)).toEqual([]);
});

test("what has no id, or another, is found by its name, and gets the game's", () => {
  const before = withRow("Skywarden", () => ({ gameId: null })).map((row) =>
    row.name === "Gwen" ? { ...row, gameId: "Gwen" } : row,
  );
  const maps = MAP_ROWS.map((map) =>
    map.name === "Ascent" ? { ...map, gameId: null, name: "ascent" } : map,
  );
  const differences = differencesOf(WHOLE, new Catalogue(before), maps);
  expect(differences.map(({ key, before: was, after }) => [key, was, after])).toEqual([
    ["new:tower:Skywarden:id", null, "Skywarden"],
    ["changed:hero:Gwendolin:id", "Gwen", "Gwendolin"],
    ["changed:map:Ascent:name", "ascent", "Ascent"],
    ["new:map:Ascent:id", null, "Ascent"],
  ]);
  const taken = takenOver(WHOLE, before, maps);
  expect(named(taken.rows, "Gwen").gameId).toBe("Gwendolin");
  expect(differencesOf(WHOLE, new Catalogue(taken.rows), taken.maps)).toEqual([]);
});

test("a new hero is proposed under the full name, and new marks are two letters that no other has", () => {
  const hero = (gameId: string) => ({ gameId, name: gameId, fullName: gameId, cost: 100 });
  const found = {
    ...WHOLE,
    heroes: [...WHOLE.heroes, hero("Quincy the Younger"), hero("Quinn"), hero("字")],
  };
  const { rows } = takenOver(found, SEEDED_CATALOGUE);
  expect(named(rows, "Quincy the Younger")).toMatchObject({
    kind: "hero",
    upgrades: [],
    fullName: "Quincy the Younger",
  });
  expect(named(rows, "Quinn").mark).toMatch(/^Q[a-z]$/);
  expect(named(rows, "字").mark).toMatch(/^[A-Z][a-z]$/);
  const marks = rows.map(({ mark }) => mark.toLowerCase());
  expect(new Set(marks).size).toBe(marks.length);
});

describe("what is gone", () => {
  const partOf = (of: "towers" | "heroes" | "maps", missing: number): GameExport => ({
    ...WHOLE,
    [of]: WHOLE[of].slice(missing),
  });
  const gone = (found: GameExport) =>
    differencesOf(found, new Catalogue(SEEDED_CATALOGUE), MAP_ROWS).filter(({ kind }) => kind === "gone");

  test.each([
    ["towers", 2, 3],
    ["heroes", 1, 2],
    ["maps", 8, 9],
  ] as const)("is offered, unticked, while more than nine tenths of the %s are there", (of, few, many) => {
    expect(gone(partOf(of, few))).toHaveLength(few);
    expect(gone(partOf(of, few)).some(({ isTicked }) => isTicked)).toBe(false);
    expect(gone(partOf(of, many))).toEqual([]);
  });

  test("goes only if it is chosen", () => {
    const found = partOf("maps", 1);
    const [map] = gone(found);
    expect(takenOver(found, SEEDED_CATALOGUE).maps).toHaveLength(MAP_ROWS.length);
    const taken = takenOver(found, SEEDED_CATALOGUE, MAP_ROWS, new Set([map?.key ?? ""]));
    expect(taken.changes.maps).toEqual([{ before: MAP_ROWS[0], after: null }]);
    expect(differencesOf(found, new Catalogue(taken.rows), taken.maps)).toEqual([]);
  });

  test("of a tower's upgrades likewise", () => {
    const found = {
      ...WHOLE,
      towers: WHOLE.towers.map((tower) => ({ ...tower, upgrades: { ...tower.upgrades, "555": undefined } })),
    } as unknown as GameExport;
    expect(gone(found)).toHaveLength(13);
    expect(gone({ ...found, towers: found.towers.slice(3) })).toEqual([]);
    const taken = takenOver(found, SEEDED_CATALOGUE, MAP_ROWS, new Set(gone(found).map(({ key }) => key)));
    expect(differencesOf(found, new Catalogue(taken.rows), MAP_ROWS)).toEqual([]);
  });
});

test("maps that are new or changed are taken over, and what an export does not say stays", () => {
  const [first, ...rest] = MAP_ROWS.filter(({ name }) => name !== "Ascent");
  const maps = [{ ...first, difficulty: "expert", hasWater: null } as MapRow, ...rest];
  const differences = differencesOf(WHOLE, new Catalogue(SEEDED_CATALOGUE), maps);
  expect(differences.map(({ kind, part, before, after }) => [kind, part, before, after])).toEqual([
    ["changed", "difficulty", "expert", "beginner"],
    ["changed", "water", "not known", "no water"],
    ["new", null, null, "Advanced, water"],
  ]);
  const taken = takenOver(WHOLE, SEEDED_CATALOGUE, maps);
  expect(taken.maps).toContainEqual({
    name: "Ascent",
    gameId: "Ascent",
    difficulty: "advanced",
    hasWater: 1,
  });
  expect(differencesOf(WHOLE, new Catalogue(taken.rows), taken.maps)).toEqual([]);
});

test("keys of differences are each other's, and those that are not found are passed over", () => {
  const differences = differencesOf(SAMPLE, new Catalogue([]), []);
  expect(new Set(differences.map(({ key }) => key)).size).toBe(differences.length);
  const taken = takenOver(SAMPLE, SEEDED_CATALOGUE, MAP_ROWS, new Set(["changed:tower:Foo", "__proto__"]));
  expect(taken.changes).toEqual({ towers: [], maps: [] });
});

test("whatever an export has, once all is taken over nothing differs", () => {
  const change = fc.record({
    at: fc.nat(25),
    name: fc.constantFrom(null, "A", "B"),
    gameId: fc.constantFrom(null, "X"),
    cost: fc.nat(10_000_000),
    category: fc.constantFrom("primary" as const, "support" as const),
    upgrades: fc.constantFrom({}, { "300": "C", "555": "D" }, { "050": "Absolute Zero", "005": "E" }),
    prices: fc.dictionary(fc.constantFrom("100", "040", "555"), fc.nat(10_000_000)),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), fc.nat(4), fc.boolean(), (changes, missing, isAll) => {
      const towers = WHOLE.towers.map((tower) => ({ ...tower }));
      for (const { at, name, gameId, ...rest } of changes) {
        const tower = towers[at] as (typeof towers)[number];
        Object.assign(tower, rest, name && { name: `${name}${at}` }, gameId && { gameId: `${gameId}${at}` });
      }
      const found = { ...WHOLE, towers: towers.slice(missing) };
      const catalogue = new Catalogue(SEEDED_CATALOGUE);
      const keys = differencesOf(found, catalogue, MAP_ROWS).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      const taken = takenOver(found, SEEDED_CATALOGUE, MAP_ROWS, isAll ? new Set(keys) : undefined);
      const left = differencesOf(found, new Catalogue(taken.rows), taken.maps);
      expect(left.filter(({ kind }) => isAll || kind !== "gone")).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
