/**
 * What a filter asks of a completion, as data: field kinds say it, server/data turns it into SQL. The set is closed, so
 * that every condition has one known query plan.
 *
 * Money, date and upgrades of a challenge with OG are those of the pair's or tower's original, as its rows carry them;
 * `version` looks at the row's own version, which only OG rows have there.
 */
export type Condition =
  /** Nothing can match: the filter's value names nothing. */
  | { readonly on: "nothing" }
  /** Any spelling or the abbreviation of a map. */
  | { readonly on: "map"; readonly spelling: string }
  | { readonly on: "difficulty"; readonly difficulty: string }
  | { readonly on: "tower"; readonly position: number; readonly names: readonly string[] }
  /** Two different places hold one of the first and one of the second names. */
  | { readonly on: "pair"; readonly names: readonly [readonly string[], readonly string[]] }
  /** Any place holds one of the names. */
  | { readonly on: "anyTower"; readonly names: readonly string[] }
  | { readonly on: "towers"; readonly towers: readonly string[]; readonly inAnyOrder: boolean }
  | { readonly on: "towerCount"; readonly count: number }
  | { readonly on: "upgrade"; readonly position: number; readonly upgrade: string }
  | { readonly on: "upgrades"; readonly upgrades: readonly (string | null)[] }
  /** `position` null: any of the players. */
  | { readonly on: "person"; readonly position: number | null; readonly person: string }
  | { readonly on: "completionType"; readonly completionType: string }
  | { readonly on: "money"; readonly money: number }
  | { readonly on: "date"; readonly date: string }
  /** Inclusive bounds of the version's order (game/versions.ts). */
  | { readonly on: "version"; readonly from: number; readonly to: number }
  | { readonly on: "link"; readonly link: string }
  | { readonly on: "notes"; readonly notes: string }
  | { readonly on: "id"; readonly id: string }
  | { readonly on: "og"; readonly og: boolean }
  | { readonly on: "pending"; readonly pending: boolean }
  /** Words of the search box: each a prefix, all must match. */
  | { readonly on: "search"; readonly words: readonly string[] };

/** Columns a list can be ordered by. Rows without a value come last in either direction. */
export const SORT_COLUMNS = [
  "tower1",
  "tower2",
  "towers",
  "upgrades",
  "map",
  "completion_type",
  "money",
  "date",
  "version",
  "major_version",
  "og",
  "tower_count",
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface SortTerm {
  readonly column: SortColumn;
  readonly descending: boolean;
}
