import type { ChallengeDefinition } from "../challenges/define.ts";
import { submittedFields } from "../challenges/fields.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { doubtOf } from "../fields/tower/kind.ts";
import { readWireList } from "../fields/wire-list.ts";
import { findTower } from "../game/names.ts";
import { ageOfVersion, readVersion } from "../game/versions.ts";
import { about, type Fault, fault, type Problem } from "../messages/index.ts";
import type { Texts } from "./form.ts";

/** A hero's level, from 1 to 20. */
const LEVEL = /^(level|lvl|lv)?\.?\s*([1-9]|1\d|20)$/i;

/** Whether a text is a path that the game allows ("2-0-4", "204"), a paragon's, or a hero's level. */
export function isUpgrade(text: string): boolean {
  if (LEVEL.test(text)) return true;
  const tiers = /^([0-5])-([0-5])-([0-5])$|^([0-5])([0-5])([0-5])$/
    .exec(text)
    ?.slice(1)
    .filter(Boolean)
    .map(Number);
  if (!tiers) return false;
  const [, second = 0, least = 0] = tiers.sort((one, other) => other - one);
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

function faultsIn(field: Field, text: string, checking: Checking): Fault[] {
  const { slot } = kindOf(field);
  if (slot === "version") return faultsOfVersion(text, checking);
  const list = text.startsWith("[") ? readWireList(text) : null;
  const entries = list ? list.map((entry) => entry ?? "") : [text];
  const given = entries.map((entry) => entry.trim()).filter((entry) => entry !== "");
  if (slot === "upgrades")
    return given.filter((entry) => !isUpgrade(entry)).map((entry) => fault("odd-upgrade", { text: entry }));
  if (slot !== "towers") return [];
  return given.flatMap((entry) => {
    const tower = findTower(entry);
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
      : faultsIn(field, texts[name]?.trim() ?? "", checking).map((each) =>
          about({ field: field.label }, each),
        ),
  );
}
