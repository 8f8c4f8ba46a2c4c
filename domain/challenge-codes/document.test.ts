import fc from "fast-check";
import { expect, test } from "vitest";
import { documentOf, EXAMPLE, failure, NO_SUCH_CODE } from "../../test/game-server/answers.ts";
import { challengeCode } from "../contract/challenge-codes.ts";
import { type ChallengeDocument, readDocument, readReply, type TowerOfDocument } from "./document.ts";

const read = (body: Readonly<Record<string, unknown>>): ChallengeDocument =>
  readDocument({ ...EXAMPLE, ...body });
const row = (
  tower: string,
  max: unknown,
  blocked: readonly unknown[] = [0, 0, 0],
  isHero: unknown = false,
) => ({
  ...{ tower, max, isHero },
  ...{ path1NumBlockedTiers: blocked[0], path2NumBlockedTiers: blocked[1], path3NumBlockedTiers: blocked[2] },
});
const towerOf = (...rows: readonly unknown[]): TowerOfDocument | undefined =>
  read({ _towers: rows }).towers?.[0];

test("the example is read whole", () => {
  const { towers, creator, ...rest } = readDocument(EXAMPLE);
  expect(rest).toEqual({
    ...{ createdAt: "2026-08-29T10:40:00.000Z", gameVersion: "56.3", map: "Quad", mode: "Clicks" },
    ...{ difficulty: "Hard", startingCash: 650, lives: 1, maxLives: 1, startRound: 6, endRound: 100 },
    ...{
      roundSets: ["default"],
      leastCash: "none",
      leastTiers: "none",
      maxTowers: "none",
      maxParagons: "none",
    },
    ...{ disableDoubleCash: true, disableInstas: true, disableMK: true, disablePowers: true },
    ...{ disableSelling: true, noContinues: true },
    multipliers: {
      ...{ speed: 1, moabSpeed: 1, bossSpeed: 1, regrowRate: 1 },
      ...{ ceramicHealth: 1, moabHealth: 1, bossHealth: 1, abilityCooldown: 1 },
    },
    ...{ removalCost: 1, allCamo: false, allRegrow: false, powers: [], allowsSelectedHero: false },
  });
  expect(creator).toMatch(/^https:\/\/data\.ninjakiwi\.com\/btd6\/users\//);
  expect(towers).toHaveLength(44);
  expect(towers?.filter(({ max }) => max !== 0)).toEqual(
    expect.arrayContaining([
      { tower: "IceMonkey", max: 1, isHero: false, tiers: [2, 5, null] },
      { tower: "Quincy", max: 1, isHero: true, tiers: null },
    ]),
  );
});

test("of a document in which every field is of a wrong type, or missing, nothing is known", () => {
  const known = (document: ChallengeDocument): string[] =>
    Object.entries({ ...document, ...document.multipliers }).flatMap(([name, value]) =>
      value === null || name === "multipliers" ? [] : name,
    );
  expect(known(readDocument({}))).toEqual([]);
  for (const wrong of [
    null,
    "",
    [],
    {},
    [[]],
    { tower: 1 },
    [null],
    [{ power: 1 }],
    "-1",
    "650",
    "true",
    Number.NaN,
    -7,
  ]) {
    const body = Object.fromEntries(Object.keys(EXAMPLE).map((name) => [name, wrong]));
    const texts = ["map", "mode", "difficulty", "creator"];
    const lists = ["roundSets", "powers", "towers"];
    const expected =
      typeof wrong === "string" && wrong ? texts : Array.isArray(wrong) && !wrong.length ? lists : [];
    expect(known(readDocument(body)).sort(), JSON.stringify(wrong)).toEqual([...expected].sort());
    expect(known(readDocument({ _bloonModifiers: body, _towers: [body] }))).toEqual([]);
  }
});

test("whatever a document holds in the places of its own fields, it is read as the API describes it", () => {
  const value = fc.oneof(fc.jsonValue(), fc.double(), fc.integer({ min: -2, max: 12 }));
  const changed = <Of extends object>(of: Of) =>
    fc.record(Object.fromEntries(Object.keys(of).map((name) => [name, value])), { requiredKeys: [] });
  const rows = fc.array(fc.oneof(value, changed(EXAMPLE._towers[0] ?? {})), { maxLength: 5 });
  const document = fc
    .tuple(changed(EXAMPLE), changed(EXAMPLE._bloonModifiers), rows, fc.boolean())
    .map(([body, bloons, towers, isWhole]) =>
      isWhole ? { ...body, _bloonModifiers: bloons, _towers: towers } : body,
    );
  fc.assert(
    fc.property(document, (body) => {
      const { creator: _, ...read } = readDocument(JSON.parse(JSON.stringify(body)));
      const answer = {
        code: "ZABCDEF",
        outcome: "found",
        document: read,
        foundAt: "",
        askedAt: "",
        completions: [],
      };
      expect(challengeCode.result?.safeParse(answer).error).toBeUndefined();
      expect(JSON.parse(JSON.stringify(read))).toEqual(read);
    }),
    { numRuns: 300 },
  );
});

test.each<[string, unknown, Partial<ChallengeDocument>]>([
  ["createdAt", 0, { createdAt: null }],
  ["createdAt", 8.64e15 + 1, { createdAt: null }],
  ["gameVersion", "0", { gameVersion: null }],
  ["gameVersion", 0, { gameVersion: null }],
  ["gameVersion", 54.1, { gameVersion: null }],
  ["gameVersion", "54.10", { gameVersion: "54.10" }],
  ["creator", null, { creator: null }],
  ["lives", 0, { lives: null }],
  ["lives", -1, { lives: null }],
  ["startingCash", 0, { startingCash: null }],
  ["endRound", 0, { endRound: null }],
  ["leastCashUsed", 0, { leastCash: 0 }],
  ["leastCashUsed", 12_345, { leastCash: 12_345 }],
  ["leastTiersUsed", 4, { leastTiers: 4 }],
  ["maxTowers", 0, { maxTowers: "none" }],
  ["maxTowers", -1, { maxTowers: "none" }],
  ["maxTowers", 2, { maxTowers: 2 }],
  ["maxParagons", 0, { maxParagons: 0 }],
  ["removeableCostMultiplier", 0, { removalCost: 0 }],
  ["removeableCostMultiplier", 12, { removalCost: "not-allowed" }],
  ["removeableCostMultiplier", -1, { removalCost: 1 }],
  ["removeableCostMultiplier", 2.5, { removalCost: 2.5 }],
  ["noContinues", 1, { noContinues: null }],
  ["map", "Q".repeat(201), { map: null }],
  ["roundSets", Array.from({ length: 501 }, () => "default"), { roundSets: null }],
  ["roundSets", ["default", 1], { roundSets: null }],
  ["_powers", [{ power: "Bananza", max: -1 }], { powers: [{ power: "Bananza", max: "any" }] }],
  ["_towers", null, { towers: null, allowsSelectedHero: null }],
  ["_towers", [row("ChosenPrimaryHero", 1, [0, 0, 0], true)], { towers: [], allowsSelectedHero: true }],
  ["_towers", [], { towers: [], allowsSelectedHero: null }],
  // One row that cannot be read may be of any tower.
  ["_towers", [row("Quincy", 1), { max: 1 }], { towers: null, allowsSelectedHero: null }],
])("%s of %j is read as %j", (field, value, expected) => {
  expect(read({ [field]: value })).toMatchObject(expected);
});

test("what older documents lack of the bloons is not known, and the rest is", () => {
  const { regrowRateMultiplier: _, bossSpeedMultiplier: __, ...bloons } = EXAMPLE._bloonModifiers;
  const older = read({ _bloonModifiers: { ...bloons, healthMultipliers: { bloons: 2, moabs: 1 } } });
  expect(older.multipliers).toMatchObject({
    ...{ speed: 1, regrowRate: null, bossSpeed: null, ceramicHealth: 2, moabHealth: 1, bossHealth: null },
  });
  const without = read({ _bloonModifiers: undefined });
  expect([without.multipliers.speed, without.multipliers.abilityCooldown, without.allCamo]).toEqual([
    null,
    1,
    null,
  ]);
});

test.each<[readonly unknown[], readonly (number | null)[]]>([
  [
    [0, 3, 5],
    [5, 2, 0],
  ],
  // Some readers take -1 for a closed path, others for one without a limit.
  [
    [3, 0, -1],
    [2, 5, null],
  ],
  [
    [-1, -1, -1],
    [null, null, null],
  ],
  [
    [6, 1.5, "3"],
    [null, null, null],
  ],
  [
    [undefined, null, -2],
    [null, null, null],
  ],
])("blocked tiers %j leave the tiers %j", (blocked, tiers) => {
  expect(towerOf(row("IceMonkey", 1, blocked))?.tiers).toEqual(tiers);
});

test.each<[unknown, unknown]>([
  [0, 0],
  [2, 2],
  [-1, "any"],
  [-2, null],
  [1.5, null],
  ["1", null],
])("a maximum of %j is read as %j", (max, expected) => {
  expect(towerOf(row("IceMonkey", max))?.max).toBe(expected);
});

test("of a tower that occurs twice only what both rows say is known, of two numbers neither", () => {
  const twice = (
    one: readonly [unknown, readonly number[]],
    other: readonly [unknown, readonly number[]],
  ) => {
    const towers = read({
      _towers: [row("IceMonkey", ...one), row("Quincy", 0), row("IceMonkey", ...other)],
    }).towers;
    expect(towers).toHaveLength(2);
    const { max, tiers } = towers?.[0] ?? {};
    return [max, tiers];
  };
  expect(twice([0, [0, 0, 0]], [0, [0, 0, 0]])).toEqual([0, [5, 5, 5]]);
  expect(twice([1, [0, 0, 3]], [1, [0, 1, 3]])).toEqual([null, [5, null, 2]]);
  expect(twice([-1, [0, 0, 0]], [-1, [0, 0, 0]])).toEqual(["any", [5, 5, 5]]);
  expect(twice([0, [0, 0, 0]], [1, [0, 0, 0]])).toEqual([null, [5, 5, 5]]);
});

test.each<[string, string | undefined, string]>([
  ["a document", documentOf("ZABCDEF").body, "document"],
  ["a document whose id is in small letters", documentOf("zabcdef").body, "document"],
  ["a document without an id", documentOf("ZABCDEF", { id: undefined }).body, "document"],
  ["a document of another code", documentOf("ZABCDEG").body, "unreadable"],
  ["no such code", NO_SUCH_CODE.body, "none"],
  ["no such code, in small letters", failure("no challenge with that id exists").body, "none"],
  ["a reason in the place of an error", failure(null, { reason: NO_SUCH_CODE.body }).body, "none"],
  ["another error", failure("Under maintenance").body, "unreadable"],
  ["a failure that says nothing", '{"success":false}', "unreadable"],
  ["a document that says neither success nor failure", '{"body":{}}', "unreadable"],
  ["success without a body", '{"success":true,"body":null}', "unreadable"],
  ["no JSON", "<html>", "unreadable"],
  ["another value", "3", "unreadable"],
  ["nothing", "", "unreadable"],
])("%s is read so", (_, text, kind) => {
  expect(readReply(text ?? "", "ZABCDEF").kind).toBe(kind);
});
