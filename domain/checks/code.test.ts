import fc from "fast-check";
import { expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { EXAMPLE } from "../../test/game-server/answers.ts";
import { readDocument } from "../challenge-codes/document.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { mapIdOf } from "../game/map-ids.ts";
import { MAPS } from "../game/maps.ts";
import { say } from "../messages/index.ts";
import type { FormTexts } from "../submissions/form.ts";
import { mapsByName, NOTHING_KNOWN } from "./check.ts";
import { CODE_CHECKS, isCheckedByCode } from "./code.ts";
import { checked } from "./index.ts";

type Body = Readonly<Record<string, unknown>>;

const maps = mapsByName(MAPS.map(({ name, ...facts }) => ({ map: name, gameId: mapIdOf(name), ...facts })));

/** The rows of the example's document, with those of these towers replaced; all others are forbidden there. */
const rows = (allowed: Readonly<Record<string, { max?: unknown; blocked?: readonly unknown[] }>>): Body => ({
  _towers: EXAMPLE._towers.map((row) => {
    const { max = 0, blocked = [0, 0, 0] } = allowed[row.tower] ?? {};
    const [path1NumBlockedTiers, path2NumBlockedTiers, path3NumBlockedTiers] = blocked;
    return { ...row, max, path1NumBlockedTiers, path2NumBlockedTiers, path3NumBlockedTiers };
  }),
});

function outcomesOf(key: string, texts: FormTexts, body: Body | null, og = false) {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  const code = body && readDocument({ ...EXAMPLE, ...body });
  return checked(definition, texts, og, FACTS, { ...NOTHING_KNOWN, maps, code }, CODE_CHECKS);
}

/** What each check says: "agrees", "unknown" or its sentences. */
const said = (...of: Parameters<typeof outcomesOf>): Record<string, string> =>
  Object.fromEntries(
    outcomesOf(...of).map(({ check, outcome }) => [
      check.id.replace("code-", ""),
      outcome === "unknown" ? outcome : outcome.map(({ problem }) => say(problem)).join(" ") || "agrees",
    ]),
  );

const COMPLETION = { tower1: "Absolute Zero", tower2: "Quincy", map: "Quad", challenge_code: "ZZEXMPL" };
const ICE_AND_QUINCY = { IceMonkey: { max: 1, blocked: [3, 0, 5] }, Quincy: { max: 1 } };

test("the example agrees with its completion, but for the tiers of a path whose readers disagree", () => {
  const { tiers, ...others } = said("2tc", COMPLETION, {});
  expect(tiers).toBe("unknown");
  expect(new Set(Object.values(others))).toEqual(new Set(["agrees"]));
  expect(isCheckedByCode(outcomesOf("2tc", COMPLETION, {}))).toBe(true);
  expect(isCheckedByCode(outcomesOf("2tc", COMPLETION, null))).toBe(false);
});

test.each<[string, Body, string]>([
  ["map", { map: "DarkCastle" }, "Map: the challenge code is for Dark Castle."],
  ["map", { map: "NewMap" }, "unknown"],
  [
    "difficulty",
    { difficulty: "Easy" },
    "Challenge code: in the challenge the difficulty is Easy, not Hard.",
  ],
  ["mode", { mode: "HalfCash" }, "Challenge code: in the challenge the mode is Half Cash, not CHIMPS."],
  ["mode", { mode: 5 }, "unknown"],
  [
    "cash",
    { startingCash: 10_000 },
    "Challenge code: in the challenge the starting cash is $10,000, not $650.",
  ],
  ["cash", { startingCash: 0 }, "unknown"],
  ["lives", { lives: 2 }, "Challenge code: in the challenge the number of lives is 2, not 1."],
  ["start-round", { startRound: 3 }, "Challenge code: in the challenge the start round is 3, not 6."],
  [
    "start-round",
    { roundSets: ["bloonarius"] },
    "Challenge code: in the challenge the round set is bloonarius, not the default.",
  ],
  ["end-round", { endRound: 80 }, "Challenge code: in the challenge the end round is 80, not 100."],
  [
    "sliders",
    { abilityCooldownReductionMultiplier: 0.5 },
    "Challenge code: in the challenge the ability cooldown is 50%, not 100%.",
  ],
  [
    "sliders",
    { removeableCostMultiplier: 12 },
    "Challenge code: in the challenge the cost of removing obstacles is not allowed, not 100%.",
  ],
  ["sliders", { _bloonModifiers: undefined }, "unknown"],
  [
    "modifiers",
    { disableMK: false, disableSelling: false },
    "Challenge code: the challenge allows monkey knowledge and selling.",
  ],
  ["modifiers", { noContinues: 1 }, "unknown"],
  [
    "camo-regrow",
    { _bloonModifiers: { ...EXAMPLE._bloonModifiers, allCamo: true } },
    "Challenge code: all camo is switched on in the challenge.",
  ],
  [
    "least-cash",
    { leastCashUsed: 9_000 },
    "Challenge code: in the challenge the least-cash condition is $9,000, not unset.",
  ],
  [
    "selected-hero",
    rows({ ...ICE_AND_QUINCY, ChosenPrimaryHero: { max: 1 } }),
    "Challenge code: the challenge allows the selected hero.",
  ],
  [
    "towers",
    rows({ ...ICE_AND_QUINCY, DartMonkey: { max: 1 } }),
    "Tower 1: the challenge also allows Dart Monkey.",
  ],
  ["towers", rows({ Quincy: { max: 1 } }), "Tower 1: the challenge does not allow Ice Monkey."],
  [
    "towers",
    rows({ ...ICE_AND_QUINCY, IceMonkey: { max: -1 } }),
    "Tower 1: the challenge allows any number of Ice Monkey, and this completion has 1.",
  ],
  ["towers", { ...rows({ ...ICE_AND_QUINCY, IceMonkey: { max: -1 } }), maxTowers: 2 }, "unknown"],
  ["towers", { _towers: null }, "unknown"],
  ["towers", { _towers: EXAMPLE._towers.filter(({ tower }) => tower !== "DartMonkey") }, "unknown"],
  ["towers", { _towers: EXAMPLE._towers.filter(({ tower }) => tower !== "Quincy") }, "unknown"],
  ["towers", { _towers: [...EXAMPLE._towers, { tower: "NewTower", max: 1 }] }, "unknown"],
  [
    "towers",
    { _towers: [...EXAMPLE._towers, EXAMPLE._towers.find(({ tower }) => tower === "Quincy")] },
    "unknown",
  ],
  ["tiers", rows({ ...ICE_AND_QUINCY, IceMonkey: { max: 1, blocked: [5, 0, 5] } }), "agrees"],
  ["tiers", rows({ ...ICE_AND_QUINCY, IceMonkey: { max: 1, blocked: [3, 0, 5] } }), "unknown"],
  [
    "tiers",
    rows({ ...ICE_AND_QUINCY, IceMonkey: { max: 1, blocked: [0, 1, 5] } }),
    "Tower 1: the challenge allows Ice Monkey up to 5-4-0, and this completion has 0-5-0.",
  ],
])("%s of %j: %s", (id, body, expected) => {
  expect(said("2tc", COMPLETION, body)[id]).toBe(expected);
  const others = outcomesOf("2tc", COMPLETION, body).filter(({ check }) => check.id !== `code-${id}`);
  expect(others.filter(({ outcome }) => outcome !== "unknown" && outcome.length > 0)).toEqual([]);
});

test("with its upgrades an original's code has to allow these and no others", () => {
  const original = { ...COMPLETION, upgrade1: "2-5-0", upgrade2: "Level 20" };
  const tiers = (...blocked: readonly number[]): string | undefined =>
    said("2tc", original, rows({ ...ICE_AND_QUINCY, IceMonkey: { max: 1, blocked } }), true).tiers;
  expect(tiers(3, 0, 5)).toBe("agrees");
  expect(tiers(3, 0, -1)).toBe("unknown");
  expect(tiers(3, 0, 3)).toMatch(/up to 2-5-2, and this completion has 2-5-0\.$/);
  expect(tiers(4, 0, 5)).toMatch(/up to 1-5-0, and this completion has 2-5-0\.$/);
});

test("while a place has no tower, what the one that is missing could explain does not differ", () => {
  const half = { ...COMPLETION, tower2: "", upgrade1: "0-5-0" };
  const twice = rows({ IceMonkey: { max: 2, blocked: [3, 0, 5] } });
  for (const body of [rows(ICE_AND_QUINCY), twice])
    expect(said("2tc", half, body, true)).toMatchObject({ towers: "unknown", tiers: "unknown" });
  expect(said("2tc", half, rows({ Quincy: { max: 1 } })).towers).toMatch(/does not allow Ice Monkey\.$/);
});

test("two of one tower are two there, with the tiers of both", () => {
  const twice = { ...COMPLETION, tower2: "Icicle Impale" };
  const body = (max: number) => rows({ IceMonkey: { max, blocked: [5, 0, 0] } });
  expect(said("2tc", twice, body(2))).toMatchObject({ towers: "agrees", tiers: "agrees" });
  expect(said("2tc", twice, body(1)).towers).toMatch(/^Tower 1: the challenge allows 1 of Ice Monkey/);
});

test.each<[string, FormTexts, Body, Record<string, string>]>([
  // How many towers of a type there are is nobody's concern.
  [
    "fttc",
    { map: "Quad", towerset: '["Ice Monkey"]', notes: "ZZEXMPL" },
    rows({ IceMonkey: { max: -1 } }),
    { towers: "agrees" },
  ],
  [
    "fttc",
    { map: "Quad", towerset: '["Ice Monkey"]' },
    rows(ICE_AND_QUINCY),
    { towers: "Tower Types: the challenge also allows Quincy." },
  ],
  // Nothing asks to exclude the others, so nothing is known of them.
  [
    "ltc",
    { map: "Quad", towerset: '["Absolute Zero"]' },
    rows({ IceMonkey: { max: 1 } }),
    { towers: "agrees" },
  ],
  ["ltc", { map: "Quad", towerset: '["Absolute Zero"]' }, rows(ICE_AND_QUINCY), { towers: "unknown" }],
  [
    "2mp",
    { map: "Quad", entity: "Absolute Zero" },
    rows(ICE_AND_QUINCY),
    { towers: "agrees", tiers: "unknown" },
  ],
  ["2tcc", COMPLETION, { startingCash: 5_000 }, { towers: "agrees", mode: "agrees" }],
  [
    "lcc",
    { map: "Quad", money: "9000" },
    { leastCashUsed: 9_000 },
    { map: "agrees", "least-cash": "agrees" },
  ],
  [
    "lcc",
    { map: "Quad" },
    { leastCashUsed: 99_999_999 },
    { "least-cash": "Notes: in the challenge the least-cash condition is $99,999,999, not a real limit." },
  ],
  [
    "lcd",
    { map: "Quad" },
    { mode: "Deflation", difficulty: "Easy", startRound: 31, endRound: 60, disableMK: false },
    { mode: "agrees", difficulty: "agrees", "end-round": "agrees", modifiers: "agrees" },
  ],
])("%s %j", (key, texts, body, expected) => {
  expect(said(key, texts, body)).toMatchObject(expected);
});

test("whatever the document does not say is unknown, and agreement is never said of it", () => {
  const names = Object.keys(EXAMPLE);
  const whole = said("2tc", COMPLETION, {});
  fc.assert(
    fc.property(fc.subarray(names), (left) => {
      const lacking = Object.fromEntries(left.map((name) => [name, undefined]));
      for (const [id, outcome] of Object.entries(said("2tc", COMPLETION, lacking)))
        expect([whole[id], "unknown"]).toContain(outcome);
    }),
  );
  // That there is a document says that it was made in the editor.
  const { editor, ...others } = said(
    "2tc",
    COMPLETION,
    Object.fromEntries(names.map((name) => [name, undefined])),
  );
  expect([editor, ...new Set(Object.values(others))]).toEqual(["agrees", "unknown"]);
});

test("no document that is made of a completion differs from it", () => {
  const types = FACTS.towers.flatMap(({ name, gameId, upgrades }) =>
    upgrades.flatMap((upgrade) =>
      gameId === null || upgrade.tier === "555" ? [] : [{ type: name, gameId, ...upgrade }],
    ),
  );
  const tower = fc.constantFrom(...types);
  fc.assert(
    fc.property(tower, tower, fc.constantFrom(...MAPS), (one, other, { name }) => {
      fc.pre(one.type !== other.type);
      const allowed = Object.fromEntries(
        [one, other].map(({ gameId, tier }) => [
          gameId,
          { max: 1, blocked: [...(tier === "base" ? "000" : tier)].map((digit) => 5 - Number(digit)) },
        ]),
      );
      const outcomes = said(
        "2tc",
        { ...COMPLETION, map: name, tower1: one.name, tower2: other.name },
        { ...rows(allowed), map: mapIdOf(name) },
      );
      expect(new Set(Object.values(outcomes))).toEqual(new Set(["agrees"]));
    }),
  );
});
