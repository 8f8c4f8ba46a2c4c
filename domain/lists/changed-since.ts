import type { ChallengeDefinition } from "../challenges/define.ts";
import { nameOfKind } from "../challenges/fields.ts";
import type { Catalogue, CostChange, TowerName } from "../game/catalogue.ts";
import { FIRST_KNOWN_PRICES, hardPrice } from "../game/facts.ts";
import { versionOrder } from "../game/versions.ts";
import { towersOf, type WireRow } from "./row.ts";

/** A price on a tower's own path that changed after a completion's version. Cash on hard difficulty. */
export interface ChangedPrice {
  /** The upgrade's name, or the tower's for its own price. */
  readonly what: string;
  readonly version: string;
  readonly before: number;
  readonly now: number;
}

/** What has changed of the prices of a completion's towers since its version. */
export interface ChangedSince {
  readonly version: string;
  /**
   * "harder": together its towers cost more now; "changed": some prices changed, and together they cost no more; "same":
   * none did; "unknown": its version is before the first whose prices are known, or its towers are not recorded;
   * "between": a price changed in its version or one near it, it is not known in which.
   */
  readonly verdict: "harder" | "changed" | "same" | "unknown" | "between";
  /** The newest version whose prices are known. */
  readonly until: string;
  /** What its towers cost more now than then; negative where they cost less. 0 where that is unknown. */
  readonly more: number;
  readonly changes: readonly ChangedPrice[];
}

/** Whether a price is one that a tower of this name needs: its own, and the upgrades of its path up to its tier. */
function isOnPathOf({ tier }: TowerName, { tiers }: CostChange): boolean {
  if (tiers === null || tier === null || tier === "base") return tiers === null;
  return Array.from(tiers).every((digit, at) => Number(digit) <= Number(tier[at]));
}

/**
 * Returns what has changed since a completion's version; null where it states none, or the newest that is known.
 * Upgrades beyond the one that names a tower are not looked at: they are free text.
 */
export function changedSince(
  definition: ChallengeDefinition,
  row: WireRow,
  catalogue: Catalogue,
): ChangedSince | null {
  const version = String(row[nameOfKind(definition, "version") ?? ""] ?? "");
  const order = versionOrder(version);
  const until = catalogue.newestVersion ?? "";
  const [first = 0, last = 0] = [FIRST_KNOWN_PRICES, until].map((each) => versionOrder(each) ?? 0);
  if (order === null || order >= last) return null;
  const names = towersOf(definition, row);
  const towers = names.flatMap((name) => catalogue.find(name) ?? []);
  const later = catalogue.changes.filter(
    (change) =>
      (versionOrder(change.version) ?? 0) > order &&
      towers.some((tower) => change.tower === (tower.type ?? tower.name) && isOnPathOf(tower, change)),
  );
  const isBetween = later.some(
    ({ lastWithOld }) => lastWithOld !== null && (versionOrder(lastWithOld) ?? 0) < order,
  );
  const changes = later.map(({ upgrade, tower, version: since, oldCost, cost }) => ({
    what: upgrade ?? tower,
    version: since,
    before: hardPrice(oldCost),
    now: hardPrice(cost),
  }));
  const isKnown = order >= first && names.length > 0 && towers.length === names.length;
  const more = isKnown ? changes.reduce((sum, { before, now }) => sum + now - before, 0) : 0;
  const known = more > 0 ? "harder" : changes.length > 0 ? "changed" : "same";
  const verdict = !isKnown ? "unknown" : isBetween ? "between" : known;
  return { version, verdict, until, more, changes };
}
