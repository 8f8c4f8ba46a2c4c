import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, submittedFields } from "../challenges/fields.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { doubtOf } from "../fields/tower/kind.ts";
import { readWireList } from "../fields/wire-list.ts";
import { findTower, TOWER_NAMES } from "../game/names.ts";
import { oneLine } from "../game/typed-text.ts";
import { ageOfVersion, readVersion } from "../game/versions.ts";
import { about, type Fault, fault, type Problem } from "../messages/index.ts";
import type { Texts } from "./form.ts";

/** A hero's level, from 1 to 20. */
const LEVEL = /^(level|lvl|lv)?\.?\s*([1-9]|1\d|20)$/i;

/** Returns the tiers of "2-0-4" or "204"; null for what is none. */
const tiersIn = (text: string): readonly number[] | null =>
  /^\d(-?)\d\1\d$/.test(text) && !/[6-9]/.test(text) ? (text.match(/\d/g) ?? []).map(Number) : null;

/** Whether a text is a path that the game allows ("2-0-4", "204"), a paragon's, or a hero's level. */
export function isUpgrade(text: string): boolean {
  if (LEVEL.test(text)) return true;
  const tiers = tiersIn(text);
  if (!tiers) return false;
  const [, second = 0, least = 0] = tiers.toSorted((one, other) => other - one);
  return (least === 0 && second <= 2) || least === 5;
}

/** What a form knows besides its texts. */
export interface Checking {
  /** The newest version of the game that is known; null: not yet known. */
  readonly newestVersion: string | null;
  /** Whether a helper fills it in, or looks at what somebody else did. */
  readonly isHelper: boolean;
}

/** Returns what is odd about a version above the newest one that is known; a single one above is for helpers to see. */
function faultsOfVersion(text: string, { newestVersion, isHelper }: Checking): Fault[] {
  const version = readVersion(text);
  if (version === null || newestVersion === null) return [];
  const age = ageOfVersion(version, newestVersion);
  if (age === "known" || (age === "newer" && !isHelper)) return [];
  const code = age === "newer" ? "newer-than-known" : "far-newer-than-known";
  return [fault(code, { version, newest: newestVersion })];
}

/** Whether the written tiers are those of a tier of the catalogue, crosspaths aside. */
const isOnPath = (written: string, tier: string): boolean =>
  tier === "555" || written === "555"
    ? written === tier
    : [...tier].some((digit, at) => /[345]/.test(digit) && digit === written[at]);

/** Returns what contradicts a tower's name in its upgrades: another path, a level, or for a hero anything but a level. */
function contradictionIn(upgrade: string, spelling: string): Fault | null {
  const named = findTower(spelling);
  const isLevel = LEVEL.test(upgrade);
  const tiers = isLevel ? null : tiersIn(upgrade);
  if (!named || (!isLevel && !tiers)) return null;
  const { name: tower, kind, tier, type } = named;
  if (kind === "hero") return tiers ? fault("hero-has-a-level", { tower, text: upgrade }) : null;
  if (isLevel) return fault("no-level", { tower, text: upgrade });
  const written = tiers?.join("") ?? "";
  if (tier === null) return null;
  if (tier === "base") {
    const higher = TOWER_NAMES.find(
      (each) => each.type === type && each.tier !== null && isOnPath(written, each.tier),
    );
    return higher ? fault("has-a-name", { tower, text: upgrade, higher: higher.name }) : null;
  }
  return isOnPath(written, tier)
    ? null
    : fault("other-path", { tower, path: tier.split("").join("-"), text: upgrade });
}

/** A form's values of one slot: one, or all of a list. */
function entriesIn(text: string): string[] {
  const list = text.startsWith("[") ? readWireList(text) : null;
  return (list ? list.map((entry) => entry ?? "") : [text]).map(oneLine);
}

/** Returns the texts of a form's towers, in order. */
const towersIn = (definition: ChallengeDefinition, texts: Texts): string[] =>
  (["tower", "towerset"] as const)
    .flatMap((kind) => fieldsOfKind(definition, kind))
    .flatMap(([name]) => entriesIn(texts[name] ?? ""));

/** Returns the first of the towers that came out after a day; null if all were there. */
function laterThan(day: string, towers: readonly string[]): Fault | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  for (const tower of towers.map(findTower)) {
    const { addedDate = null, type = null, name = "" } = tower ?? {};
    if (addedDate !== null && day < addedDate)
      return fault("before-its-tower", { tower: type ?? name, day: addedDate });
  }
  return null;
}

function faultsIn(
  definition: ChallengeDefinition,
  name: string,
  field: Field,
  texts: Texts,
  checking: Checking,
): Fault[] {
  const { slot } = kindOf(field);
  const text = texts[name] ?? "";
  if (slot === "version") return faultsOfVersion(oneLine(text), checking);
  if (slot === "upgrades") {
    const towers = towersIn(definition, texts).slice(field.kind === "upgrade" ? field.position : 0);
    return entriesIn(text).flatMap((entry, at) => {
      if (entry === "") return [];
      if (!isUpgrade(entry)) return [fault("odd-upgrade", { text: entry })];
      return contradictionIn(entry, towers[at] ?? "") ?? [];
    });
  }
  if (slot === "date") {
    const later = laterThan(oneLine(text), towersIn(definition, texts));
    return later ? [later] : [];
  }
  if (slot !== "towers") return [];
  return entriesIn(text).flatMap((entry) => {
    const tower = entry === "" ? null : findTower(entry);
    if (!tower) return [];
    const doubt = field.kind === "tower" ? doubtOf(field, tower) : null;
    return [
      ...(tower.tier === "555" ? [fault("is-a-paragon", { tower: tower.name })] : []),
      ...(doubt ? [fault(...doubt)] : []),
    ];
  });
}

/** Returns what looks odd in a form. It is accepted all the same: whoever fills it in may know better. */
export function warningsIn(
  definition: ChallengeDefinition,
  texts: Texts,
  og: boolean,
  checking: Checking,
): readonly Problem[] {
  return submittedFields(definition).flatMap(([name, field]) =>
    field.ogExtra && !og
      ? []
      : faultsIn(definition, name, field, texts, checking).map((each) => about({ field: field.label }, each)),
  );
}
