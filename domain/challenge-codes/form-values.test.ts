import fc from "fast-check";
import { expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { EXAMPLE } from "../../test/game-server/answers.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { mapsByName, NOTHING_KNOWN } from "../checks/check.ts";
import { CODE_CHECKS } from "../checks/code.ts";
import { failuresIn } from "../checks/index.ts";
import { Catalogue } from "../game/catalogue.ts";
import { mapIdOf } from "../game/map-ids.ts";
import { MAPS } from "../game/maps.ts";
import { emptyTexts, type FormTexts } from "../submissions/form.ts";
import { readDocument } from "./document.ts";
import { formValues, isSameVersion, timeValues } from "./form-values.ts";

const maps = mapsByName(MAPS.map(({ name, ...facts }) => ({ map: name, gameId: mapIdOf(name), ...facts })));

type Allowed = Readonly<Record<string, readonly [max: unknown, ...blocked: readonly unknown[]]>>;

/** The example's rows with those of these towers replaced; all others are forbidden there. */
const rowsOf = (allowed: Allowed) => ({
  _towers: EXAMPLE._towers.map((row) => {
    const [max, path1NumBlockedTiers = 0, path2NumBlockedTiers = 0, path3NumBlockedTiers = 0] = allowed[
      row.tower
    ] ?? [0];
    return { ...row, max, path1NumBlockedTiers, path2NumBlockedTiers, path3NumBlockedTiers };
  }),
});

function definitionOf(key: string) {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  return definition;
}

const valuesOf = (key: string, body: object, typed: FormTexts = {}, catalogue = FACTS) =>
  formValues(
    definitionOf(key),
    { ...emptyTexts(definitionOf(key)), ...typed },
    readDocument({ ...EXAMPLE, ...body }),
    catalogue,
    maps,
  );

const ICE: readonly [number, ...number[]] = [1, 3, 0, 5];
const ICE_AND_QUINCY = { IceMonkey: ICE, Quincy: [1] } as const;

test("a code fills in the map, both towers and the upgrades that it leaves", () => {
  expect(valuesOf("2tc", rowsOf(ICE_AND_QUINCY))).toEqual({
    certain: { map: "Quad", tower1: "Absolute Zero", upgrade1: "2-5-0", tower2: "Quincy" },
    likely: {},
  });
});

test("what readers of the document disagree about is likely, and of what is not set nothing is", () => {
  expect(valuesOf("2tc", {})).toEqual({
    certain: { map: "Quad", tower2: "Quincy" },
    likely: { tower1: "Absolute Zero", upgrade1: "2-5-0" },
  });
  expect(valuesOf("2tc", rowsOf({ ...ICE_AND_QUINCY, IceMonkey: [1, -1, -1, -1] })).likely).toEqual({});
});

test.each<[string, string, Allowed, FormTexts, FormTexts]>([
  ["2tc", "several names", { IceMonkey: [1], Quincy: [1] }, { tower2: "Quincy" }, {}],
  [
    "2tc",
    "a name without one way to its crosspath",
    { IceMonkey: [1, 3, 0, 3], Quincy: [1] },
    { tower1: "Absolute Zero", tower2: "Quincy" },
    {},
  ],
  [
    "2tc",
    "a tower without upgrades",
    { IceMonkey: [1, 5, 5, 5], Quincy: [1] },
    { tower1: "Base Ice", upgrade1: "0-0-0", tower2: "Quincy" },
    {},
  ],
  [
    "2tc",
    "a tower that the starting cash cannot buy",
    { SuperMonkey: [1, 0, 3, 5], TackShooter: [1, 3, 5, 0] },
    { tower1: "The Tack Zone", upgrade1: "2-0-5", tower2: "True Sun God", upgrade2: "5-2-0" },
    {},
  ],
  ["2tc", "three towers", { ...ICE_AND_QUINCY, DartMonkey: [1] }, {}, {}],
  ["2tc", "one tower", { IceMonkey: ICE }, {}, {}],
  ["2tc", "two of one", { IceMonkey: [2, 3, 0, 5] }, {}, {}],
  ["2tc", "any number of one", { IceMonkey: [-1, 3, 0, 5], Quincy: [1] }, {}, {}],
  ["2tc", "two heroes", { Quincy: [1], Gwendolin: [1] }, {}, {}],
  ["2tc", "the selected hero", { ...ICE_AND_QUINCY, ChosenPrimaryHero: [1] }, {}, {}],
  [
    "2tcc",
    "paths that need not be restricted",
    ICE_AND_QUINCY,
    { tower2: "Quincy" },
    { tower1: "Absolute Zero", upgrade1: "2-5-0" },
  ],
  [
    "2tcc",
    "the same hero and another",
    { Quincy: [1], Gwendolin: [1] },
    { tower1: "Quincy", tower2: "Gwen" },
    {},
  ],
  ["2mp", "one of several towers", ICE_AND_QUINCY, {}, {}],
  ["2mp", "the only tower", { Quincy: [1] }, { entity: "Quincy" }, {}],
  [
    "fttc",
    "types in any number",
    { IceMonkey: [-1], DartMonkey: [3] },
    { towerset: '["Dart Monkey","Ice Monkey"]' },
    {},
  ],
  ["fttc", "a hero, whom it does not take", ICE_AND_QUINCY, {}, {}],
  [
    "ltc",
    "each tower",
    ICE_AND_QUINCY,
    { towerset: '["Absolute Zero","Quincy"]', upgradeset: '["2-5-0",null]' },
    {},
  ],
  ["ltc", "a tower that may be any of its names", { IceMonkey: [1], Quincy: [1] }, {}, {}],
  [
    "ltc",
    "a path that readers disagree about",
    { IceMonkey: [1, 3, 0, -1], Quincy: [1] },
    {},
    { towerset: '["Absolute Zero","Quincy"]', upgradeset: '["2-5-0",null]' },
  ],
  ["lcc", "a challenge without towers", ICE_AND_QUINCY, {}, {}],
])("%s, %s", (key, _, allowed, certain, likely) => {
  expect(valuesOf(key, rowsOf(allowed))).toEqual({ certain: { map: "Quad", ...certain }, likely });
});

test("what is typed stays, and a tower that is there already decides which place is left", () => {
  const body = rowsOf(ICE_AND_QUINCY);
  expect(valuesOf("2tc", body, { map: "Logs", tower1: "quincy" }).certain).toEqual({
    tower2: "Absolute Zero",
    upgrade2: "2-5-0",
  });
  // Either of the challenge's towers could stand beside one that it does not have.
  expect(valuesOf("2tc", body, { map: "Logs", tower1: "Bloon Crush" }).certain).toEqual({});
  expect(valuesOf("2tc", body, { tower1: "Icicle Impale" }).certain).toEqual({
    map: "Quad",
    tower2: "Quincy",
  });
  expect(valuesOf("2tc", body, { tower1: "Absolute Zero", upgrade1: "0-5-2" }).certain).toEqual({
    ...{ map: "Quad", tower2: "Quincy" },
  });
});

test("ids that nobody knows, and towers that the document may lack, leave the towers open", () => {
  expect(valuesOf("2tc", { ...rowsOf(ICE_AND_QUINCY), map: "NewMap" }).certain).not.toHaveProperty("map");
  const { _towers } = rowsOf(ICE_AND_QUINCY);
  for (const rows of [
    null,
    [..._towers, { tower: "NewTower", max: 1 }],
    _towers.filter(({ tower }) => tower !== "DartMonkey"),
  ])
    expect(valuesOf("2tc", { _towers: rows }).certain).toEqual({ map: "Quad" });
  expect(valuesOf("2tc", rowsOf(ICE_AND_QUINCY), {}, new Catalogue([])).certain).toEqual({ map: "Quad" });
});

test("a tower that the challenge does not accept is not filled in", () => {
  const excluded = FACTS.rows.map((row) =>
    row.gameId === "IceMonkey" ? { ...row, excluded: [{ challenge: "2tc", from: null, until: null }] } : row,
  );
  const values = valuesOf("2tc", rowsOf(ICE_AND_QUINCY), {}, new Catalogue(excluded));
  expect(values.certain).toEqual({ map: "Quad", tower2: "Quincy" });
});

test("the version and the day are those of the challenge, where it says so", () => {
  const time = (key: string, body: object) =>
    timeValues(definitionOf(key), readDocument({ ...EXAMPLE, ...body }));
  const createdAt = Date.UTC(2026, 7, 29, 23, 30);
  expect(time("2tc", { createdAt, gameVersion: "56.3" })).toEqual({ version: "56.3", date: "2026-08-29" });
  expect(time("2tc", { createdAt: 0, gameVersion: "0" })).toEqual({});
  expect(isSameVersion("54", "54.0")).toBe(true);
  expect([isSameVersion("54.1", "54.0"), isSameVersion("", "54.0")]).toEqual([false, false]);
});

const max = fc.constantFrom(0, 0, 1, 1, 1, 2, -1, null, "x");
const blocked = fc.constantFrom(0, 1, 2, 3, 4, 5, -1, 9);
const ids = FACTS.rows.flatMap(({ gameId }) => gameId ?? []);
const anyAllowed = fc
  .array(fc.tuple(fc.constantFrom(...ids), max, blocked, blocked, blocked), { maxLength: 4 })
  .map((rows): Allowed => Object.fromEntries(rows.map(([id, ...row]) => [id, row])));
const anyTyped = fc.record(
  {
    map: fc.constantFrom("Quad", "Logs"),
    tower1: fc.constantFrom("Quincy", "Absolute Zero", "Ice Monkey", "nonsense"),
    tower2: fc.constantFrom("Gwendolin", "Bloon Crush"),
    upgrade1: fc.constantFrom("0-5-2", "Level 3"),
  },
  { requiredKeys: [] },
);

test("no check differs because of what a code fills in, and nothing that is typed is replaced", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHALLENGES.values()),
      anyAllowed,
      fc.oneof(fc.constant({}), anyTyped),
      fc.constantFrom(...MAPS),
      (definition, allowed, given, { name }) => {
        const typed = Object.fromEntries(
          Object.entries(given).filter(([field]) => field in definition.fields),
        );
        const texts = { ...emptyTexts(definition), ...typed };
        const document = readDocument({ ...EXAMPLE, ...rowsOf(allowed), map: mapIdOf(name) });
        const facts = { ...NOTHING_KNOWN, maps, code: document };
        const failing = (now: FormTexts) =>
          failuresIn(definition, now, true, FACTS, facts, CODE_CHECKS).map(
            ({ id, problem }) => `${id} ${JSON.stringify(problem)}`,
          );
        const { certain, likely } = formValues(definition, texts, document, FACTS, maps);
        const now = { ...texts, ...certain, ...likely };
        for (const field of Object.keys(typed)) expect(now[field]).toBe(texts[field]);
        // What is typed may contradict the code by itself.
        const found = failing(now).filter((each) => !failing(texts).includes(each));
        if (Object.keys(typed).length === 0) expect(found).toEqual([]);
        expect(Object.keys(certain).filter((field) => field in likely)).toEqual([]);
      },
    ),
    { numRuns: 2000 },
  );
});
