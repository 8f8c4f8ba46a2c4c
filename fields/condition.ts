import type { Find } from "./find.ts";
import type { Having } from "./having.ts";
import type { SlotColumns, SlotName } from "./slots.ts";

/**
 * What a filter asks of a completion, as data: field kinds say it, server/data turns it into SQL. The set is closed, so
 * that every condition has one known query plan.
 *
 * Slots of OG extras hold what the pair's or tower's original has, as its rows carry them; `version` looks at the row's own
 * version, which only OG rows have there.
 */
export type Condition =
  /** Nothing can match: the filter's value names nothing. */
  | { readonly on: "nothing" }
  /** Any spelling or the abbreviation of a map. */
  | { readonly on: "map"; readonly spelling: string }
  /** A map by its number; null: there is none. */
  | { readonly on: "onMap"; readonly map: number | null }
  | { readonly on: "difficulty"; readonly difficulty: string }
  | { readonly on: "tower"; readonly position: number; readonly names: readonly string[] }
  /** Two different places hold one of the first and one of the second names. */
  | { readonly on: "pair"; readonly names: readonly [readonly string[], readonly string[]] }
  /** Any place holds one of the names. */
  | { readonly on: "anyTower"; readonly names: readonly string[] }
  | { readonly on: "towers"; readonly towers: readonly string[]; readonly inAnyOrder: boolean }
  | { readonly on: "towerCount"; readonly count: number }
  | { readonly on: "upgrade"; readonly position: number; readonly upgrade: string }
  /** `position` null: any of the players. */
  | { readonly on: "person"; readonly position: number | null; readonly person: string }
  /** A slot holds exactly this, as it is kept in its column. */
  | { readonly on: "slot"; readonly slot: SlotName; readonly kept: string | number }
  /** Inclusive bounds of the version's order (game/versions.ts). */
  | { readonly on: "version"; readonly from: number; readonly to: number }
  | { readonly on: "id"; readonly id: string }
  | { readonly on: "og"; readonly og: boolean }
  | { readonly on: "pending"; readonly pending: boolean }
  /** Inclusive; null: no bound. */
  | { readonly on: "money"; readonly from: number | null; readonly to: number | null }
  /** From the first day on, before the second; each may be a year or a month alone. Null: no bound. */
  | { readonly on: "date"; readonly from: string | null; readonly before: string | null }
  | { readonly on: "has"; readonly what: Having }
  /** What its words and its map are found by. */
  | { readonly on: "search"; readonly find: Find }
  /** These words one after the other. */
  | { readonly on: "phrase"; readonly words: readonly string[] }
  | { readonly on: "any"; readonly of: readonly (readonly Condition[])[] }
  | { readonly on: "not"; readonly all: readonly Condition[] };

/**
 * Columns a list can be ordered by: those of slots, what is computed from them, the map's name. Rows without a value come
 * last in either direction.
 */
export type SortColumn =
  | keyof SlotColumns
  | ("map" | "og" | "tower1" | "tower2" | "tower_count" | "major_version")
  /** When it was recorded. */
  | "created_at"
  /** When it was verified; of a claim, when it was recorded. Unknown of some that were imported. */
  | "appeared_at"
  /** Verified ones first, then claims by time. */
  | "standing";

export interface SortTerm {
  readonly column: SortColumn;
  readonly descending: boolean;
}
