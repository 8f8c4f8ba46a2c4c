import type { TowerMark } from "../../game/marks.ts";

/**
 * The marks that a page shows, by the names that stand beside them. They are packed into short texts, so that no
 * catalogue has to reach the browser: a tower's is "primary Ic 0-5-0" (without tiers for a type or a hero), a map's
 * "expert QD".
 */
export interface PackedMarks {
  readonly towers: Readonly<Record<string, string>>;
  readonly maps: Readonly<Record<string, string>>;
}

export const packTowerMark = ({ category, letters, tiers }: TowerMark): string =>
  tiers === null ? `${category} ${letters}` : `${category} ${letters} ${tiers}`;

/** Unpacks a tower's mark. For a name outside the catalogue `packed` is undefined, and so is every part. */
export function unpackTowerMark(packed: string | undefined) {
  const [category, letters, tiers] = packed?.split(" ") ?? [];
  return { category, letters, tiers };
}

export const packMapMark = (difficulty: string, abbreviation: string): string =>
  `${difficulty} ${abbreviation}`;

/** Unpacks a map's mark. Helpers write the abbreviation, so it may contain blanks. */
export function unpackMapMark(packed: string | undefined) {
  const [difficulty, ...abbreviation] = packed?.split(" ") ?? [];
  return { difficulty, abbreviation: abbreviation.join(" ") };
}

/**
 * Returns the tiers to draw: those of the name alone ("0-5-0"), or with the crosspath if the upgrades are recorded,
 * which players write as "2-5-0" or "250". Upgrades that contradict the name are not drawn, and a paragon has no
 * crosspath. A tower type has only what is recorded; undefined if nothing is known.
 */
export function tiersShown(own: string | undefined, upgrades: string | null): string | undefined {
  const [, ...recorded] = /^\s*([0-5])-?([0-5])-?([0-5])\s*$/.exec(upgrades ?? "") ?? [];
  if (recorded.length === 0) return own;
  const agrees = own?.split("-").every((tier, path) => tier === "0" || tier === recorded[path]) ?? true;
  return agrees ? recorded.join("-") : own;
}
