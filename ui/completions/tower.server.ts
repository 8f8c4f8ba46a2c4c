import type { ChallengeDefinition } from "../../challenges/define.ts";
import type { WireRow } from "../../derive/row.ts";
import { upgradesBeside } from "../../derive/table.ts";
import type { Field } from "../../fields/index.ts";
import { readWireList } from "../../fields/wire-list.ts";
import { findTower } from "../../game/names.ts";

/** A tower as one completion had it. */
export interface PlayedTower {
  readonly name: string;
  /** "Ice Monkey", "Hero"; null: the name says it itself, or nobody knows it. */
  readonly type: string | null;
  /** What is recorded of its upgrades; null: nothing. */
  readonly upgrades: string | null;
}

/** What kind of tower a name is, where the name does not say it. */
function typeOf(name: string): string | null {
  const tower = findTower(name);
  if (!tower || tower.kind === "type") return null;
  return tower.kind === "hero" ? "Hero" : tower.type;
}

/**
 * The towers of a row with the upgrades that it records. A challenge that records them of originals alone shows every
 * row those of its original: they are not this one's.
 */
export function playedTowers(definition: ChallengeDefinition, row: WireRow): readonly PlayedTower[] {
  return Object.entries<Field>(definition.fields).flatMap(([field, { kind }]) => {
    const value = row[field] ?? null;
    if (value === null || (kind !== "tower" && kind !== "towerset")) return [];
    const beside = upgradesBeside(definition, field);
    const isItsOwn = beside !== undefined && (!definition.fields[beside]?.ogExtra || row.og === true);
    const recorded = isItsOwn ? (row[beside] ?? null) : null;
    const names = kind === "tower" ? [String(value)] : (readWireList(value) ?? []);
    const upgrades = kind === "tower" || recorded === null ? [recorded] : (readWireList(recorded) ?? []);
    return names.map((name, place) => ({
      name: name ?? "?",
      type: typeOf(name ?? ""),
      upgrades: upgrades[place] ? String(upgrades[place]) : null,
    }));
  });
}
