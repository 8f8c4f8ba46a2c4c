import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type { Field } from "../../../domain/fields/index.ts";
import { readWireList } from "../../../domain/fields/wire-list.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { isOfOriginal } from "../../../domain/lists/of-original.ts";
import type { WireRow } from "../../../domain/lists/row.ts";
import { upgradesBeside } from "../../../domain/lists/table.ts";

/** A tower as it was played in one completion. */
export interface PlayedTower {
  readonly name: string;
  /** "Ice Monkey", "Hero"; null if the name itself says it, or if that is not known. */
  readonly type: string | null;
  /** Its recorded upgrades; null if there are none. */
  readonly upgrades: string | null;
}

/** Returns what kind of tower a name is, unless the name itself says it. */
function typeOf(name: string, catalogue: Catalogue): string | null {
  const tower = catalogue.find(name);
  if (!tower || tower.kind === "type") return null;
  return tower.kind === "hero" ? "Hero" : tower.type;
}

/**
 * Returns the towers of a row with the upgrades that it records. If a challenge records upgrades of originals only,
 * every other row shows those of its original; they are not its own, and are left out here.
 */
export function playedTowers(
  definition: ChallengeDefinition,
  row: WireRow,
  catalogue: Catalogue,
): readonly PlayedTower[] {
  return Object.entries<Field>(definition.fields).flatMap(([field, { kind }]) => {
    const value = row[field] ?? null;
    if (value === null || (kind !== "tower" && kind !== "towerset")) return [];
    const beside = upgradesBeside(definition, field);
    const upgradesField = beside === undefined ? undefined : definition.fields[beside];
    const recorded =
      beside && upgradesField && !isOfOriginal(upgradesField, row) ? (row[beside] ?? null) : null;
    const names = kind === "tower" ? [String(value)] : (readWireList(value) ?? []);
    const upgrades = kind === "tower" || recorded === null ? [recorded] : (readWireList(recorded) ?? []);
    return names.map((name, place) => ({
      name: name ?? "?",
      type: typeOf(name ?? "", catalogue),
      upgrades: upgrades[place] ? String(upgrades[place]) : null,
    }));
  });
}
