import { expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { EXAMPLE } from "../../test/game-server/answers.ts";
import { readDocument } from "../challenge-codes/document.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { mapIdOf } from "../game/map-ids.ts";
import { MAPS } from "../game/maps.ts";
import type { FormTexts } from "../submissions/form.ts";
import { mapsByName, NOTHING_KNOWN } from "./check.ts";
import { CODE_CHECKS } from "./code.ts";
import { proposalsOf } from "./from-code.ts";
import { checked } from "./index.ts";

type Body = Readonly<Record<string, unknown>>;
type Allowed = Readonly<Record<string, { max?: unknown; blocked?: readonly unknown[] }>>;

const maps = mapsByName(MAPS.map(({ name, ...facts }) => ({ map: name, gameId: mapIdOf(name), ...facts })));
const MADE = { gameVersion: "54.3", createdAt: Date.UTC(2026, 4, 3, 23, 59) };
const MADE_IN = { version: "54.3", date: "2026-05-03" };

/** The rows of the example's document with these towers allowed, and all others forbidden. */
const rows = (allowed: Allowed): Body => ({
  _towers: EXAMPLE._towers.map((row) => {
    const { max = 0, blocked = [0, 0, 0] } = allowed[row.tower] ?? {};
    const [path1NumBlockedTiers, path2NumBlockedTiers, path3NumBlockedTiers] = blocked;
    return { ...row, max, path1NumBlockedTiers, path2NumBlockedTiers, path3NumBlockedTiers };
  }),
});

function proposals(key: string, texts: FormTexts, body: Body, og: boolean): FormTexts {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  const code = readDocument({ ...EXAMPLE, ...MADE, ...body });
  const of = [definition, texts, og, FACTS] as const;
  const outcomes = checked(...of, { ...NOTHING_KNOWN, maps, code }, CODE_CHECKS);
  return proposalsOf(...of, code, outcomes);
}

const TWO = { tower1: "Absolute Zero", tower2: "Quincy", map: "Quad" };
const ICE = { IceMonkey: { max: 1, blocked: [3, 0, 5] }, Quincy: { max: 1 } };

test("an original gets version, date and upgrades that it has not, and only these", () => {
  const none = { ...TWO, upgrade1: "", upgrade2: "", version: "", date: "" };
  expect(proposals("2tc", none, rows(ICE), true)).toEqual({ ...MADE_IN, upgrade1: "2-5-0" });
  expect(proposals("2tc", { ...none, version: "50.1", upgrade1: "0-5-2" }, rows(ICE), true)).toEqual({
    date: MADE_IN.date,
  });
  expect(proposals("2tc", none, rows(ICE), false)).toEqual({});
});

test("what the document does not say is not proposed", () => {
  const body = { ...rows(ICE), gameVersion: "0", createdAt: 0 };
  expect(proposals("2tc", TWO, body, true)).toEqual({ upgrade1: "2-5-0" });
  expect(proposals("2tc", TWO, { _towers: null }, true)).toEqual(MADE_IN);
});

test("nothing is taken from a document that may be of another completion", () => {
  for (const body of [{ map: "DarkCastle" }, { map: "NewMap" }, { map: 5 }])
    expect(proposals("2tc", TWO, { ...rows(ICE), ...body }, true)).toEqual({});
  expect(proposals("2tc", TWO, rows({ DartMonkey: { max: 1 }, Quincy: { max: 1 } }), true)).toEqual({});
});

test.each<[string, string, readonly unknown[]]>([
  ["a path of which readers disagree", "Absolute Zero", [-1, 0, 5]],
  ["a path that is not said", "Absolute Zero", [3, 0, null]],
  ["two crosspaths", "Absolute Zero", [3, 0, 3]],
  ["no limit", "Absolute Zero", [0, 0, 0]],
  ["a crosspath of the third tier", "Absolute Zero", [2, 0, 5]],
  ["less than the name has", "Absolute Zero", [3, 1, 5]],
  ["more than the name has", "Ice Shards", [1, 3, 5]],
])("upgrades do not follow from %s", (_, tower1, blocked) => {
  const towers = rows({ IceMonkey: { max: 1, blocked }, Quincy: { max: 1 } });
  expect(proposals("2tc", { ...TWO, tower1 }, towers, true).upgrade1).toBeUndefined();
});

test("upgrades follow for a tower that is named without a tier, and none for a hero", () => {
  expect(proposals("2tc", { ...TWO, tower1: "Ice Monkey" }, rows(ICE), true)).toEqual({
    ...{ ...MADE_IN, upgrade1: "2-5-0" },
  });
});

const LTC = { map: "Quad", completiontype: "og", person: "Ada" };
const LIST = JSON.stringify(["Absolute Zero", "Ninja Monkey", "Ninja Monkey"]);

test("in a list each tower gets its own, and none where there are two of a kind; what is written stays", () => {
  const allowed = { IceMonkey: ICE.IceMonkey, NinjaMonkey: { max: 2, blocked: [3, 0, 5] } };
  const of = (upgradeset: string) =>
    proposals("ltc", { ...LTC, towerset: LIST, upgradeset }, rows(allowed), false);
  expect(JSON.parse(of("[null,null,null]").upgradeset ?? "null")).toEqual(["2-5-0", null, null]);
  expect(JSON.parse(of(JSON.stringify([null, "2-0-4", null])).upgradeset ?? "null")).toEqual([
    ...["2-5-0", "2-0-4", null],
  ]);
  expect(of(JSON.stringify(["0-5-0", null, null]))).toEqual(MADE_IN);
});

test("upgrades do not follow where a code may allow more than is used", () => {
  const solo = { ...rows(ICE), _towers: rows({ IceMonkey: ICE.IceMonkey })._towers };
  expect(proposals("2mp", { entity: "Absolute Zero", map: "Quad" }, solo, true)).toEqual(MADE_IN);
});
