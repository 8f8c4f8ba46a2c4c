import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { upgradeChoices } from "../fields/upgrade/paths.ts";
import { FIRST_KNOWN_PRICES, hardPrice } from "../game/facts.ts";
import { mapIdOf } from "../game/map-ids.ts";
import { MAPS } from "../game/maps.ts";
import { PRICE_CHANGES } from "../game/price-changes.ts";
import { TOWER_TYPES } from "../game/towers.ts";
import { versionOrder } from "../game/versions.ts";
import { say } from "../messages/index.ts";
import { checkSubmission } from "../submissions/submission.ts";
import { type CheckFacts, mapsByName, NOTHING_KNOWN, type ShownProof } from "./check.ts";
import { isCodeCheck } from "./code.ts";
import { easyPrice } from "./cost-and-version.ts";
import { CHECKS, checked } from "./index.ts";

const definitionOf = (key: string) => {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  return definition;
};

/** What is known of the maps, and the days of three versions. */
const KNOWN: CheckFacts = {
  ...NOTHING_KNOWN,
  newestVersion: "54.0",
  maps: mapsByName(MAPS.map(({ name, ...facts }) => ({ map: name, gameId: mapIdOf(name), ...facts }))),
  released: new Map(
    [
      ["39", "2023-10-03"],
      ["40", "2023-12-05"],
      ["41", "2024-02-06"],
    ].map(([version = "", day = ""]) => [versionOrder(version) ?? 0, day]),
  ),
};

const shown = (...proof: readonly (readonly [ShownProof["is"], string | null])[]): Partial<CheckFacts> => ({
  proof: proof.map(([is, role]) => ({ is, role })),
});

interface Case {
  readonly of: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly facts?: Partial<CheckFacts>;
  /** What it says; absent: it is fine, or cannot be known. */
  readonly says?: string;
}

const pair = { tower1: "Base Dart", tower2: "Absolute Zero", map: "Logs", person: "Ada" };
const oldWater = MAPS.find(({ hasWater }) => hasWater === null)?.name ?? "an unknown map";

/** For each check one completion that is fine, one that fails and one of which it cannot be known; null: it always can. */
const CASES: Readonly<Record<string, { fine: Case; fails: Case & { says: string }; unknown: Case | null }>> =
  {
    "one-hero": {
      fine: { of: "ltc", texts: { towerset: '["Quincy","Base Dart","Base Dart"]' } },
      fails: {
        of: "ltc",
        texts: { towerset: '["Quincy","Base Dart","quincy"]' },
        says: "Towers: the game allows only one hero, so Quincy cannot be used twice.",
      },
      unknown: { of: "2tc", texts: { ...pair, tower1: "Quincy", tower2: "a tower of old" } },
    },
    "tier-5-twice": {
      fine: {
        of: "ltc",
        texts: { towerset: '["Absolute Zero","Base Dart","Base Dart","Plasma Monkey Fan Club"]' },
      },
      fails: {
        of: "2tc",
        texts: { ...pair, tower1: "absolute zero" },
        says: "Tower 2: the game allows only one Absolute Zero, so it cannot be used twice.",
      },
      unknown: { of: "ltc", texts: { towerset: '["a tower of old","Absolute Zero"]' } },
    },
    "tier-5-of-two": {
      fine: { of: "2tcc", texts: { tower1: "Base Dart", tower2: "Base Dart" } },
      fails: {
        of: "2tcc",
        texts: { tower1: "Absolute Zero", tower2: "Absolute Zero" },
        says: "Tower 2: the game allows only one Absolute Zero, so it cannot be used twice.",
      },
      unknown: { of: "2tcc", texts: { tower1: "Absolute Zero", tower2: "a tower of old" } },
    },
    heroless: {
      fine: { of: "ltc", texts: { towerset: '["Base Dart"]', completiontype: "heroless" } },
      fails: {
        of: "ltc",
        texts: { towerset: '["Base Dart","Quincy"]', completiontype: "Heroless" },
        says: "Towers: a heroless completion cannot have Quincy, who is a hero.",
      },
      unknown: { of: "ltc", texts: { towerset: '["a tower of old"]', completiontype: "heroless" } },
    },
    "no-paragon": {
      fine: { of: "2mp", texts: { entity: "Plasma Monkey Fan Club" } },
      fails: {
        of: "2mp",
        texts: { entity: "Apex Plasma Master" },
        says: "Tower: Apex Plasma Master is a paragon. Please make sure that is what you used.",
      },
      unknown: { of: "2mp", texts: { entity: "a tower of old" } },
    },
    "first-affordable": {
      fine: { of: "2tc", texts: pair },
      fails: {
        of: "2tc",
        texts: { ...pair, tower1: "Gwen" },
        says: "Not at today's prices: Gwen costs $785, you start with $650 (prices before 38.3 are not known here).",
      },
      unknown: { of: "2tc", texts: { ...pair, tower1: "a tower of old" } },
    },
    water: {
      fine: { of: "2mp", texts: { entity: "Energizer", map: "Carved" } },
      fails: {
        of: "2mp",
        texts: { entity: "Energizer", map: "Alpine Run" },
        says: "Tower: Energizer needs water, and Alpine Run has none.",
      },
      unknown: { of: "2mp", texts: { entity: "Energizer", map: oldWater } },
    },
    "same-person": {
      fine: { of: "2tcc", texts: { person1: "Ada", person2: "Kim" } },
      fails: {
        of: "2tcc",
        texts: { person1: "[AB] Ada", person2: " [ab]  ADA" },
        says: "Player 2 cannot be the same person as Player 1.",
      },
      unknown: { of: "2tcc", texts: { person1: "Ada", person2: "" } },
    },
    "cost-range": {
      fine: { of: "lcc", texts: { money: "215", version: "54" } },
      fails: {
        of: "lcd",
        texts: { money: "169", version: "38.3" },
        says: "Cash Spent: $169 does not buy any tower. The cheapest costs $170.",
      },
      unknown: { of: "lcc", texts: { money: "214", version: "38.2" } },
    },
    "under-record": {
      fine: { of: "lcc", texts: { money: "700" }, facts: { record: 1000 } },
      fails: {
        of: "lcc",
        texts: { money: "699" },
        facts: { record: 1000 },
        says: "Cash Spent: $699 is more than 30% below the record of this map, $1,000.",
      },
      unknown: { of: "lcc", texts: { money: "699" } },
    },
    "upgrade-shape": {
      fine: { of: "ltc", texts: { towerset: '["Base Dart","Druid"]', upgradeset: '["2-0-1",null]' } },
      fails: {
        of: "2tc",
        texts: { ...pair, upgrade1: "000", upgrade2: "5-5-0" },
        says: "Tower 2 Upgrades: 5-5-0 is not possible. One path goes up to 5, another up to 2, and the third stays at 0.",
      },
      unknown: { of: "2tc", texts: { ...pair, upgrade1: "top path" } },
    },
    "upgrade-words": {
      fine: { of: "2mp", texts: { upgrade: "Level 20" } },
      fails: {
        of: "2mp",
        texts: { upgrade: "top path" },
        says: 'Upgrades: "top path" is neither a path such as 2-0-4 nor a hero\'s level.',
      },
      unknown: null,
    },
    "upgrade-name": {
      fine: { of: "2mp", texts: { entity: "Bloon Crush", upgrade: "5-0-2" } },
      fails: {
        of: "2mp",
        texts: { entity: "Bloon Crush", upgrade: "2-0-5" },
        says: "Upgrades: Bloon Crush is 5-0-0; you wrote 2-0-5.",
      },
      unknown: { of: "2mp", texts: { entity: "Bloon Crush", upgrade: "top path" } },
    },
    "newer-version": {
      fine: { of: "lcc", texts: { version: "54" } },
      fails: {
        of: "lcc",
        texts: { version: "55" },
        says: "Update: 55 is newer than 54.0, the newest version known here. Please check it against the proof.",
      },
      unknown: { of: "lcc", texts: { version: "54" }, facts: { newestVersion: null } },
    },
    "far-newer-version": {
      fine: { of: "lcc", texts: { version: "55" } },
      fails: {
        of: "lcc",
        texts: { version: "544" },
        says: "Update: 544 is far above 54.0, the newest version known here. Is that right?",
      },
      unknown: { of: "lcc", texts: { version: "544" }, facts: { newestVersion: null } },
    },
    "exists-tower": {
      fine: { of: "2mp", texts: { entity: "Base Dart", version: "1" } },
      fails: {
        of: "2mp",
        texts: { entity: "Corvus", version: "39.2" },
        says: "Update: Corvus came out in 40, after 39.2.",
      },
      unknown: { of: "2mp", texts: { entity: "Psi", version: "30.1" } },
    },
    "exists-map": {
      fine: { of: "lcc", texts: { map: "Cubism", version: "1" } },
      fails: {
        of: "lcc",
        texts: { map: "Candy Falls", version: "16.2" },
        says: "Update: Candy Falls came out in 17, after 16.2.",
      },
      unknown: { of: "lcc", texts: { map: "Candy Falls", date: "2019-01-01" } },
    },
    "date-version": {
      fine: { of: "lcc", texts: { version: "40.0", date: "2023-12-05" } },
      fails: {
        of: "lcc",
        texts: { version: "40", date: "2023-12-04" },
        says: "Date is before 2023-12-05, when version 40.0 came out.",
      },
      unknown: { of: "lcc", texts: { version: "38", date: "2023-12-04" } },
    },
    "old-version": {
      fine: { of: "lcc", texts: { version: "40", date: "2024-04-06" } },
      fails: {
        of: "lcc",
        texts: { version: "40", date: "2024-04-07" },
        says: "Update: 40.0 was a past version from 2024-02-06 on, more than 60 days before the date.",
      },
      unknown: { of: "lcc", texts: { version: "38", date: "2024-04-07" } },
    },
    "full-recording": {
      fine: {
        of: "2tc",
        texts: { ...pair, map: "Quad" },
        facts: shown(["picture", "victory"], ["video", null]),
      },
      fails: {
        of: "2tc",
        texts: { ...pair, tower2: "adora" },
        facts: shown(["picture", "victory"]),
        says: "Recording: Adora needs a recording of the full run, and there are only pictures.",
      },
      unknown: { of: "2tc", texts: { ...pair, map: "Quad" }, facts: shown(["unknown", "victory"]) },
    },
    "missing-recording": {
      fine: { of: "2tc", texts: pair, facts: shown(["picture", "victory"], ["unknown", "recording"]) },
      fails: {
        of: "2tc",
        texts: pair,
        facts: shown(["unknown", "victory"]),
        says: "Recording: the rules ask for one, and nothing here is known to be a video.",
      },
      unknown: { of: "2tc", texts: pair },
    },
    "proof-roles": {
      fine: { of: "2mp", texts: {}, facts: shown(["picture", "victory"], ["picture", "setup"]) },
      fails: {
        of: "2mp",
        texts: {},
        facts: shown(["picture", "victory"]),
        says: "Tower set-up is missing.",
      },
      unknown: { of: "2mp", texts: {}, facts: shown(["picture", "victory"], ["picture", null]) },
    },
    "code-in-notes": {
      fine: { of: "2tc", texts: { ...pair, notes: "[the code] is ZMYXWVU" } },
      fails: {
        of: "2tc",
        texts: { ...pair, notes: "no code" },
        says: "Challenge code is missing.",
      },
      unknown: { of: "2tc", texts: { ...pair, notes: "it is zmyxwvu" } },
    },
    "doubtful-link": {
      fine: { of: "2tc", texts: { link: "https://youtu.be/aqz-KE-bpKQ", "link-setup": "" } },
      fails: {
        of: "2tc",
        texts: { link: "https://youtu.be/aqz-KE-bpKQ", "link-setup": "https://youtu.be/" },
        says: "Tower set-up: this YouTube address does not lead to a video. Please check it.",
      },
      unknown: null,
    },
  };

const outcomeOf = (id: string, { of, texts, facts }: Case) =>
  checked(definitionOf(of), texts, true, FACTS, { ...KNOWN, ...facts }).find(({ check }) => check.id === id)
    ?.outcome;

test("every check has its cases, and no two have one id", () => {
  // Those of challenge codes have theirs in code.test.ts.
  const others = CHECKS.filter(({ id }) => !isCodeCheck(id));
  expect(others.map(({ id }) => id).toSorted()).toEqual(Object.keys(CASES).toSorted());
});

describe.each(Object.entries(CASES))("%s", (id, { fine, fails, unknown }) => {
  test("is fine, fails with a sentence at a field, or cannot be known", () => {
    expect(outcomeOf(id, fine)).toEqual([]);
    const failed = outcomeOf(id, fails);
    if (!Array.isArray(failed)) throw new Error(`${id} is ${failed}`);
    expect(failed.map(({ problem }) => say(problem))).toEqual([fails.says]);
    if (unknown) expect(outcomeOf(id, unknown)).toBe("unknown");
  });

  test("a form that fails is refused where the check refuses, and accepted where it does not", () => {
    const { level } = CHECKS.find((check) => check.id === id) ?? {};
    const { problems } = checkSubmission(definitionOf(fails.of), { ...fails.texts, og: "on" }, FACTS);
    const said = Object.values(problems).map(say);
    expect(said.includes(fails.says)).toBe(level === "refuse");
  });
});

test("a version before the game's first is doubted, whatever the newest one is", () => {
  for (const newestVersion of ["54.0", null])
    for (const [version, codes] of [
      ["0", ["before-the-first-version"]],
      ["0.9", ["before-the-first-version"]],
      ["1.0", []],
    ] as const) {
      const outcome = outcomeOf("far-newer-version", {
        of: "lcc",
        texts: { version },
        facts: { newestVersion },
      });
      const failed = Array.isArray(outcome) ? outcome.map(({ problem }) => problem.code) : [];
      expect(failed, version).toEqual(codes);
    }
});

describe("of what the game has once there are no two", () => {
  const PARAGON = "Apex Plasma Master";
  /** One player has no second hero, and nobody a second one at a fifth tier, which two players may have one each of. */
  const TWICE: readonly [
    one: string,
    other: string,
    said: Readonly<Record<"2tc" | "ltc" | "2tcc", readonly [id: string, level: string] | null>>,
  ][] = [
    ["Quincy", "Gwen", { "2tc": ["one-hero", "refuse"], ltc: ["one-hero", "refuse"], "2tcc": null }],
    ["Quincy", "Quincy", { "2tc": ["one-hero", "refuse"], ltc: ["one-hero", "refuse"], "2tcc": null }],
    [
      PARAGON,
      PARAGON,
      {
        "2tc": ["tier-5-twice", "refuse"],
        ltc: ["tier-5-twice", "refuse"],
        "2tcc": ["tier-5-of-two", "note"],
      },
    ],
    ["Quincy", "Base Dart", { "2tc": null, ltc: null, "2tcc": null }],
    [PARAGON, "Glaive Dominus", { "2tc": null, ltc: null, "2tcc": null }],
    [PARAGON, "Plasma Monkey Fan Club", { "2tc": null, ltc: null, "2tcc": null }],
  ];
  const ids = ["one-hero", "tier-5-twice", "tier-5-of-two"];
  test.each(TWICE)("%s and %s", (tower1, tower2, said) => {
    const texts = { tower1, tower2, towerset: JSON.stringify(["Base Dart", tower1, tower2]) };
    for (const [of, expected] of Object.entries(said)) {
      const failed = checked(definitionOf(of), texts, true, FACTS, KNOWN).flatMap(
        ({ check: { id, level }, outcome }) =>
          ids.includes(id) && outcome.length > 0 ? [[id, outcome === "unknown" ? outcome : level]] : [],
      );
      expect(failed, of).toEqual(expected === null ? [] : [expected]);
    }
  });

  test("which is said of each that is too many", () => {
    const said = (key: string, texts: Readonly<Record<string, string>>) => {
      const outcome = outcomeOf("one-hero", { of: key, texts });
      return Array.isArray(outcome) ? outcome.map(({ problem }) => say(problem)) : outcome;
    };
    expect(said("2tc", { tower1: "Quincy", tower2: "Gwen" })).toEqual([
      "Tower 2 cannot be a second hero: the game allows only one.",
    ]);
    expect(said("ltc", { towerset: '["Quincy","Gwen","Quincy","Gwen"]' })).toEqual([
      "Towers: the game allows only one hero, so Gwen and Quincy cannot both be used.",
      "Towers: the game allows only one hero, so Quincy cannot be used twice.",
      "Towers: the game allows only one hero, so Gwen cannot be used twice.",
    ]);
  });
});

test.each(["5-5-0", "220", "2-2-1", "3-3-0", "5-3-0", "1-1-1", "5-5-4"])(
  "%s is refused unless the tower is a hero, who has a level",
  (upgrade) => {
    const isRefused = (entity: string) =>
      checkSubmission(definitionOf("2mp"), { entity, upgrade, og: "on" }, FACTS).problems.upgrade !==
      undefined;
    expect(isRefused("Base Dart")).toBe(upgrade !== "220");
    expect(isRefused("Quincy")).toBe(false);
  },
);

test("no tower was ever cheaper than the cheapest one today, as far as prices are known", () => {
  const cheapest = Math.min(...TOWER_TYPES.map(({ baseCost }) => baseCost));
  const own = PRICE_CHANGES.filter(
    ({ path, tower }) => path === null && FACTS.names.some((each) => each.name === tower),
  );
  expect(own.length).toBeGreaterThan(10);
  expect(Math.min(...own.map(({ oldCost }) => oldCost))).toBeGreaterThan(cheapest);
  expect([hardPrice(cheapest), easyPrice(cheapest)]).toEqual([215, 170]);
  expect(FIRST_KNOWN_PRICES).toBe("38.3");
});

describe("an edit", () => {
  const recorded = {
    ...{
      towerset: '["Druid of the Storm","Quincy","Quincy"]',
      upgradeset: '["5-5-0","Level 3",null]',
      map: "Logs",
      person: "Ada",
    },
    ...{ completiontype: "heroless", version: null, date: null, link: "https://example.org/1", notes: "old" },
  };
  const texts = Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, value ?? ""]));

  test("of a completion that no version allows may change its notes alone", () => {
    const edited = { ...texts, notes: "new" };
    expect(checkSubmission(definitionOf("ltc"), edited, FACTS, recorded).problems).toEqual({});
    expect(Object.keys(checkSubmission(definitionOf("ltc"), edited, FACTS).problems).toSorted()).toEqual([
      "towerset",
      "upgradeset",
    ]);
  });

  test.each([
    ["hero", '["Quincy","Gwen"]'],
    ["paragon", '["Apex Plasma Master","Apex Plasma Master"]'],
  ])("of one with a second %s keeps it, though a new one is refused", (_, towerset) => {
    const former = { ...texts, completiontype: "og", towerset, upgradeset: "[null,null]" };
    const { problems } = checkSubmission(definitionOf("ltc"), { ...former, notes: "new" }, FACTS, {
      ...recorded,
      ...former,
    });
    expect(problems).toEqual({});
    expect(Object.keys(checkSubmission(definitionOf("ltc"), former, FACTS).problems)).toEqual(["towerset"]);
  });

  test("is refused only at what it touches", () => {
    const { problems } = checkSubmission(
      definitionOf("ltc"),
      { ...texts, upgradeset: '["2-2-1",null,null]' },
      FACTS,
      recorded,
    );
    expect(Object.keys(problems)).toEqual(["upgradeset"]);
    const { problems: others } = checkSubmission(
      definitionOf("ltc"),
      { ...texts, completiontype: "cheapest" },
      FACTS,
      { ...recorded, towerset: '["Quincy"]', upgradeset: '["5-5-0"]' },
    );
    expect(others).toMatchObject({ towerset: { code: "hero-twice" } });
  });

  test("that makes a completion heroless is refused for a hero that it had before", () => {
    const before = { ...recorded, towerset: '["Quincy"]', upgradeset: "[null]", completiontype: "og" };
    const edited = { ...texts, towerset: before.towerset, upgradeset: before.upgradeset };
    const { problems } = checkSubmission(definitionOf("ltc"), edited, FACTS, before);
    expect(problems).toMatchObject({ towerset: { code: "hero-in-heroless" } });
  });
});

/** The game has one tower at each fifth tier. */
const withoutSecondTierFive = (names: readonly string[]): string[] =>
  names.map((name, at) =>
    names.indexOf(name) < at && FACTS.find(name)?.tier?.includes("5") ? `Base Dart` : name,
  );

/** Builds a completion that the game allows, from its facts. */
const legalTexts = (key: string): fc.Arbitrary<Record<string, string>> => {
  const heroes = FACTS.names.filter(({ kind }) => kind === "hero");
  const upgrades = FACTS.names.filter(({ kind }) => kind === "upgrade");
  const winners = ["Sauda", "Geraldo"];
  const upgradeOf = (tower: string) => fc.constantFrom(...(upgradeChoices(tower, FACTS)?.choices ?? [""]));
  const named = (from: readonly { readonly name: string }[]) =>
    fc.constantFrom(...from.map(({ name }) => name));
  const towers = fc
    .tuple(
      fc.option(named(heroes.filter(({ name }) => !winners.includes(name)))),
      fc.array(named(upgrades), { minLength: 2, maxLength: 6 }),
      fc.boolean(),
    )
    .map(([hero, all, isFirst]) => [hero, withoutSecondTierFive(all), isFirst] as const)
    .map(([hero, others, isFirst]) =>
      hero === null ? others : isFirst ? [hero, ...others] : [others[0] ?? "", hero, ...others.slice(1)],
    );
  return towers.chain((names) =>
    fc
      .record({
        upgrades: fc.tuple(...names.map(upgradeOf)),
        map: named(MAPS),
        type: fc.constantFrom("og", "cheapest", "heroless"),
        version: fc.constantFrom("54.0", "44.1", "20"),
        date: fc.constantFrom("2026-01-01", "2019-05-05"),
        money: fc.integer({ min: 0, max: 20200 }).map(String),
        people: fc.uniqueArray(fc.constantFrom("Ada", "[AB] Kim", "Zoë"), { minLength: 2, maxLength: 2 }),
      })
      .map(({ upgrades: written, map, type, people, ...others }): Record<string, string> => {
        const isHero = names.some((name) => heroes.some((hero) => hero.name === name));
        const set = key === "fttc" ? TOWER_TYPES.slice(0, names.length).map(({ name }) => name) : names;
        return {
          ...{ tower1: names[0] ?? "", tower2: names[1] ?? "", entity: names[0] ?? "", map, ...others },
          ...{ upgrade1: written[0] ?? "", upgrade2: written[1] ?? "", upgrade: written[0] ?? "" },
          ...{ towerset: JSON.stringify(set), upgradeset: JSON.stringify(written) },
          ...{
            completiontype: isHero && type === "heroless" ? "og" : type,
            og: CHALLENGES.get(key)?.og ? "on" : "",
          },
          ...{ person: people[0] ?? "", person1: people[0] ?? "", person2: people[1] ?? "" },
          link: "https://example.org/1",
        };
      }),
  );
};

test.each([...CHALLENGES.keys()])("%s: no completion that the game allows is refused", (key) => {
  fc.assert(
    fc.property(legalTexts(key), (texts) => {
      expect(checkSubmission(definitionOf(key), texts, FACTS).problems).toEqual({});
    }),
    { numRuns: 200 },
  );
});
