import type { TowerMark } from "../../game/marks.ts";

/**
 * The marks that a page shows, by the names that stand beside them. They are packed into short texts, so that no
 * catalogue has to reach the browser: a tower's is "primary Ic 0-5-0" (without tiers for a type or a hero), a map's
 * "expert QD".
 */
export interface Marks {
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
