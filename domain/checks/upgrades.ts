import { TOWER_NAMES, type TowerName } from "../game/names.ts";
import type { FaultArguments } from "../messages/index.ts";
import { type Check, failure, outcomeOf } from "./check.ts";
import { type Entry, hasAttribute, type Run } from "./run.ts";

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
function upgradesIn({ entries, towers }: Run): (Entry & { readonly tower: TowerName | null })[] {
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
function contradictionIn(upgrade: string, named: TowerName): FaultArguments | null {
  const isLevel = LEVEL.test(upgrade);
  const tiers = isLevel ? null : tiersIn(upgrade);
  if (!isLevel && !tiers) return null;
  const { name: tower, kind, tier, type } = named;
  if (kind === "hero") return tiers ? ["hero-has-a-level", { tower, text: upgrade }] : null;
  if (isLevel) return ["no-level", { tower, text: upgrade }];
  const written = tiers?.join("") ?? "";
  if (tier === null) return null;
  if (tier === "base") {
    const higher = TOWER_NAMES.find(
      (each) => each.type === type && each.tier !== null && isOnPath(written, each.tier),
    );
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
      const found = entry.tower && contradictionIn(entry.text, entry.tower);
      return found ? [failure(entry, found)] : [];
    });
    return outcomeOf(
      failures,
      upgrades.some(({ text, tower }) => tower === null || isFree(text)),
    );
  },
};

export const upgradeChecks: readonly Check[] = [upgradeShape, upgradeWords, upgradeName];
