import { fieldsOfKind, isForOne } from "../challenges/fields.ts";
import { doubtOf } from "../fields/tower/kind.ts";
import type { Catalogue, TowerName } from "../game/catalogue.ts";
import type { FaultArguments } from "../messages/index.ts";
import { type Check, type CheckedText, failure, hasAttribute, outcomeOf, type Run } from "./check.ts";

/** Tower types that are placed on water. */
export const ON_WATER: readonly (string | null)[] = ["Monkey Sub", "Monkey Buccaneer"];

/** Whether something is named that is no tower of the game: an old row may have it. */
const isUnclear = ({ towers }: Run): boolean =>
  towers.some(({ tower, text }) => tower === null && text !== "");

/** The game gives one player one hero, in every mode and version. */
const oneHero: Check = {
  id: "one-hero",
  level: "refuse",
  whether: "there is only one hero",
  applies: (definition) =>
    isForOne(definition) &&
    (fieldsOfKind(definition, "tower").length > 1 ||
      fieldsOfKind(definition, "towerset").some(([, { takes }]) => takes.includes("hero"))),
  run(run) {
    const [first, ...others] = run.towers.filter(({ tower }) => tower?.kind === "hero");
    const failures = others.map((hero, at) => {
      const same = [first, ...others.slice(0, at)].find((each) => each?.tower === hero.tower);
      const [name, other] = [hero.tower?.name ?? "", first?.tower?.name ?? ""];
      if (hero.field.kind === "tower") return failure(hero, ["second-hero"], [first?.name ?? ""]);
      return failure(hero, same ? ["hero-twice", { hero: name }] : ["hero-beside", { hero: name, other }]);
    });
    return outcomeOf(failures, isUnclear(run));
  },
};

/** Whether the game allows one player only one tower of this name: at a fifth tier, and a paragon. */
export const isOnlyOne = ({ tier }: Pick<TowerName, "tier">): boolean =>
  /^(500|050|005|555)$/.test(tier ?? "");

/** Whether two players may have one each of what the game allows once, a helper knows best. */
const tierFiveTwice = (id: string, level: Check["level"], forOne: boolean): Check => ({
  id,
  level,
  whether: "no paragon, and no tower at a fifth tier, is there twice",
  applies: (definition) =>
    isForOne(definition) === forOne &&
    [...fieldsOfKind(definition, "tower"), ...fieldsOfKind(definition, "towerset")].length > (forOne ? 0 : 1),
  run(run) {
    const highest = run.towers.filter(({ tower }) => tower && isOnlyOne(tower));
    const failures = highest.flatMap((each, at) => {
      const before = highest.slice(0, at).find(({ tower }) => tower === each.tower);
      return before
        ? [failure(each, ["tier-5-twice", { tower: each.tower?.name ?? "" }], [before.name])]
        : [];
    });
    return outcomeOf(failures, isUnclear(run));
  },
});

const heroless: Check = {
  id: "heroless",
  level: "refuse",
  whether: "a heroless completion has no hero",
  applies: (definition) =>
    fieldsOfKind(definition, "completiontype").some(([, field]) => field.heroless !== undefined),
  run(run) {
    const [type] = run.entries("completionType");
    if (type?.field.kind !== "completiontype" || type.text.toLowerCase() !== type.field.heroless) return [];
    const hero = run.towers.find(({ tower }) => tower?.kind === "hero");
    return hero
      ? [failure(hero, ["hero-in-heroless", { hero: hero.tower?.name ?? "" }], [type.name])]
      : outcomeOf([], isUnclear(run));
  },
};

const noParagon: Check = {
  id: "no-paragon",
  level: "warn",
  whether: "a paragon is named",
  applies: (definition) => hasAttribute(definition, "towers"),
  run: (run) =>
    outcomeOf(
      run.towers.flatMap((entry) =>
        entry.tower?.tier === "555" ? [failure(entry, ["is-a-paragon", { tower: entry.tower.name }])] : [],
      ),
      isUnclear(run),
    ),
};

/** Prices change, and those before 38.3 are not known: no price refuses a tower. */
const firstAffordable: Check = {
  id: "first-affordable",
  level: "warn",
  whether: "the first tower can be bought at the start",
  applies: (definition) => fieldsOfKind(definition, "tower").some(([, field]) => field.affordableAtStart),
  run: (run) =>
    outcomeOf(
      run.towers.flatMap((entry) => {
        const doubt = entry.tower && entry.field.kind === "tower" ? doubtOf(entry.field, entry.tower) : null;
        return doubt ? [failure(entry, doubt)] : [];
      }),
      isUnclear(run),
    ),
};

/** A map may get water, and a tower has been placed where nobody thought it possible: it is never refused. */
const water: Check = {
  id: "water",
  level: "warn",
  whether: "there is water for the towers that need it",
  applies: (definition) => hasAttribute(definition, "towers"),
  run(run, { maps }) {
    const afloat = run.towers.filter(({ tower }) => tower && ON_WATER.includes(tower.type));
    const hasWater = maps.get(run.map)?.hasWater ?? null;
    if (afloat.length === 0) return outcomeOf([], isUnclear(run));
    if (hasWater === null) return "unknown";
    return hasWater === 1
      ? []
      : afloat.map((entry) => failure(entry, ["no-water", { tower: entry.tower?.name ?? "", map: run.map }]));
  },
};

export const towerChecks: readonly Check[] = [
  oneHero,
  tierFiveTwice("tier-5-twice", "refuse", true),
  tierFiveTwice("tier-5-of-two", "note", false),
  heroless,
  noParagon,
  firstAffordable,
  water,
];

/** A hero's level, from 1 to 20. */
const LEVEL = /^(level|lvl|lv)?\.?\s*([1-9]|1\d|20)$/i;

/** Returns the tiers of "2-0-4" or "204"; null for what is none. */
const tiersIn = (text: string): readonly number[] | null =>
  /^\d(-?)\d\1\d$/.test(text) && !/[6-9]/.test(text) ? (text.match(/\d/g) ?? []).map(Number) : null;

/** Whether the game allows these tiers: one path up to 5, another up to 2 and none of the third; or a paragon's. */
function isPossible(tiers: readonly number[]): boolean {
  const [, second = 0, least = 0] = tiers.toSorted((one, other) => other - one);
  return (least === 0 && second <= 2) || least === 5;
}

/** Whether a text is a path that the game allows ("2-0-4", "204"), a paragon's, or a hero's level. */
export function isUpgrade(text: string): boolean {
  return LEVEL.test(text) || isPossible(tiersIn(text) ?? [1, 1, 1]);
}

/** Whether a text says neither tiers nor a level. */
const isFree = (text: string): boolean => text !== "" && !LEVEL.test(text) && tiersIn(text) === null;

/** Returns the upgrades that are filled in, each with its tower. */
function upgradesIn({ entries, towers }: Run): (CheckedText & { readonly tower: TowerName | null })[] {
  const counted = new Map<string, number>();
  return entries("upgrades").flatMap((entry) => {
    const { name, field } = entry;
    const first = field.kind === "upgrade" ? field.position : 0;
    const at = first + (counted.get(name) ?? 0);
    counted.set(name, at - first + 1);
    return entry.text === "" ? [] : [{ ...entry, tower: towers[at]?.tower ?? null }];
  });
}

/** Whether the written tiers are those of a tier of the catalogue, crosspaths aside. */
const isOnPath = (written: string, tier: string): boolean =>
  tier === "555" || written === "555"
    ? written === tier
    : [...tier].some((digit, at) => /[345]/.test(digit) && digit === written[at]);

/** Returns what contradicts a tower's name in its upgrades: another path, a level, or for a hero anything but a level. */
function contradictionIn(upgrade: string, named: TowerName, catalogue: Catalogue): FaultArguments | null {
  const isLevel = LEVEL.test(upgrade);
  const tiers = isLevel ? null : tiersIn(upgrade);
  if (!isLevel && !tiers) return null;
  const { name: tower, kind, tier, type } = named;
  if (kind === "hero") return tiers ? ["hero-has-a-level", { tower, text: upgrade }] : null;
  if (isLevel) return ["no-level", { tower, text: upgrade }];
  const written = tiers?.join("") ?? "";
  if (tier === null) return null;
  if (tier === "base") {
    const higher = catalogue
      .upgradesOf(type ?? "")
      .find((each) => each.tier !== null && isOnPath(written, each.tier));
    return higher ? ["has-a-name", { tower, text: upgrade, higher: higher.name }] : null;
  }
  return isOnPath(written, tier)
    ? null
    : ["other-path", { tower, path: tier.split("").join("-"), text: upgrade }];
}

/** Tiers that no version of the game allows. A hero has none, which `upgradeName` says. */
const upgradeShape: Check = {
  id: "upgrade-shape",
  level: "refuse",
  whether: "the upgrades are possible",
  applies: (definition) => hasAttribute(definition, "upgrades"),
  run(run) {
    const upgrades = upgradesIn(run);
    const failures = upgrades.flatMap((entry) => {
      const tiers = entry.tower?.kind === "hero" ? null : tiersIn(entry.text);
      return tiers === null || isPossible(tiers)
        ? []
        : [failure(entry, ["impossible-upgrade", { text: entry.text }])];
    });
    return outcomeOf(
      failures,
      upgrades.some(({ text }) => isFree(text)),
    );
  },
};

const upgradeWords: Check = {
  id: "upgrade-words",
  level: "warn",
  whether: "the upgrades are written as paths or levels",
  applies: (definition) => hasAttribute(definition, "upgrades"),
  run: (run) =>
    upgradesIn(run).flatMap((entry) =>
      isFree(entry.text) ? [failure(entry, ["odd-upgrade", { text: entry.text }])] : [],
    ),
};

const upgradeName: Check = {
  id: "upgrade-name",
  level: "warn",
  whether: "the upgrades fit the names of their towers",
  applies: (definition) => hasAttribute(definition, "upgrades"),
  run(run) {
    const upgrades = upgradesIn(run);
    const failures = upgrades.flatMap((entry) => {
      const found = entry.tower && contradictionIn(entry.text, entry.tower, run.catalogue);
      return found ? [failure(entry, found)] : [];
    });
    return outcomeOf(
      failures,
      upgrades.some(({ text, tower }) => tower === null || isFree(text)),
    );
  },
};

export const upgradeChecks: readonly Check[] = [upgradeShape, upgradeWords, upgradeName];
