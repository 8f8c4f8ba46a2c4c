import type { ChallengeDefinition } from "../challenges/define.ts";
import { submittedFields } from "../challenges/fields.ts";
import { kindOf } from "../fields/index.ts";
import { readWireList } from "../fields/wire-list.ts";
import { findTower } from "../game/names.ts";
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

function faultsIn(slot: string | null, text: string): Fault[] {
  const list = text.startsWith("[") ? readWireList(text) : null;
  const entries = list ? list.map((entry) => entry ?? "") : [text];
  const given = entries.map((entry) => entry.trim()).filter((entry) => entry !== "");
  if (slot === "upgrades")
    return given.filter((entry) => !isUpgrade(entry)).map((entry) => fault("odd-upgrade", { text: entry }));
  if (slot !== "towers") return [];
  return given.flatMap((entry) => {
    const tower = findTower(entry);
    return tower?.tier === "555" ? [fault("is-a-paragon", { tower: tower.name })] : [];
  });
}

/** Returns what looks odd in a form. It is accepted all the same: whoever fills it in may know better. */
export function warningsIn(definition: ChallengeDefinition, texts: Texts, og: boolean): readonly Problem[] {
  return submittedFields(definition).flatMap(([name, field]) =>
    field.ogExtra && !og
      ? []
      : faultsIn(kindOf(field).slot, texts[name]?.trim() ?? "").map((each) =>
          about({ field: field.label }, each),
        ),
  );
}
