import type { TowerMark } from "../../game/marks.ts";

/**
 * What a page carries of the marks that it shows, by the names that stand beside them: short texts, so that no catalogue
 * has to reach the browser. A tower's is "primary Ic 0-5-0" (no tiers for a type or a hero), a map's "expert QD".
 */
export interface Marks {
  readonly towers: Readonly<Record<string, string>>;
  readonly maps: Readonly<Record<string, string>>;
}

export const packTowerMark = ({ category, letters, tiers }: TowerMark): string =>
  tiers === null ? `${category} ${letters}` : `${category} ${letters} ${tiers}`;

/** What a tower's mark says; of a name outside the catalogue there is none (`packed` undefined), and nothing is said. */
export function unpackTowerMark(packed: string | undefined) {
  const [category, letters, tiers] = packed?.split(" ") ?? [];
  return { category, letters, tiers };
}

export const packMapMark = (difficulty: string, abbreviation: string): string =>
  `${difficulty} ${abbreviation}`;

/** An abbreviation may have blanks in it: helpers write it. */
export function unpackMapMark(packed: string | undefined) {
  const [difficulty, ...abbreviation] = packed?.split(" ") ?? [];
  return { difficulty, abbreviation: abbreviation.join(" ") };
}
