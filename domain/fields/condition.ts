import type { Confirmation, Having, WordQuery } from "../game/words.ts";
import type { AttributeColumns, AttributeName } from "./attributes.ts";

/**
 * What a filter asks of a completion, as data: field kinds produce it, and conditions.server.ts turns it into SQL. The set is
 * closed, so that every condition has one known query plan.
 *
 * Conditions on attributes of OG extras test what the original of the pair or tower has, which is also what its rows show.
 * `version` tests the row's own version, which in those challenges only OG rows have.
 */
export type Condition =
  /** Matches nothing: the filter's value names nothing. */
  | { readonly on: "nothing" }
  /** A map by any spelling or its abbreviation. */
  | { readonly on: "map"; readonly spelling: string }
  /** A map by its id; null if there is no such map. */
  | { readonly on: "onMap"; readonly map: number | null }
  | { readonly on: "difficulty"; readonly difficulty: string }
  | { readonly on: "tower"; readonly position: number; readonly names: readonly string[] }
  /** Two different places hold one of the first names and one of the second names. */
  | { readonly on: "pair"; readonly names: readonly [readonly string[], readonly string[]] }
  /** Any place holds one of the names. */
  | { readonly on: "anyTower"; readonly names: readonly string[] }
  | { readonly on: "towers"; readonly towers: readonly string[] }
  | { readonly on: "towerCount"; readonly count: number }
  | { readonly on: "upgrade"; readonly position: number; readonly upgrade: string }
  /** `position` is null for any of the players. */
  | { readonly on: "person"; readonly position: number | null; readonly person: string }
  /** The attribute holds exactly this value, as stored in its column. */
  | { readonly on: "attribute"; readonly attribute: AttributeName; readonly value: string | number }
  /** Inclusive bounds of the version's order (domain/game/versions.ts). */
  | { readonly on: "version"; readonly from: number; readonly to: number }
  | { readonly on: "id"; readonly id: string }
  | { readonly on: "og"; readonly og: boolean }
  | { readonly on: "pending"; readonly pending: boolean }
  /** Inclusive; null means no bound. */
  | { readonly on: "money"; readonly from: number | null; readonly to: number | null }
  /** From the first day on and before the second; either may be a year or a month only. Null means no bound. */
  | { readonly on: "date"; readonly from: string | null; readonly before: string | null }
  | { readonly on: "has"; readonly what: Having | Confirmation }
  /** A verified completion with the record of what is compared: always within its map. */
  | { readonly on: "record"; readonly within: readonly ("map" | "major" | "completiontype")[] }
  /** One of its links leads to the same as this web address. */
  | { readonly on: "link"; readonly link: string }
  /** Finds rows by their words and their map. */
  | { readonly on: "search"; readonly find: WordQuery }
  /** These words, one directly after the other. */
  | { readonly on: "phrase"; readonly words: readonly string[] }
  | { readonly on: "any"; readonly of: readonly (readonly Condition[])[] }
  | { readonly on: "not"; readonly all: readonly Condition[] };

/**
 * Columns that a list can be sorted by: those of attributes, those computed from them, and the map's name. Rows without a
 * value come last in either direction.
 */
export type SortColumn =
  | keyof AttributeColumns
  | ("map" | "og" | "tower1" | "tower2" | "tower_count" | "major_version")
  /** When it was recorded. */
  | "created_at"
  /** When it was verified; for a claim, when it was recorded. Where that is unknown, as near as it is known. */
  | "recency"
  /** Verified rows first, then claims by time. */
  | "verified_first";

export interface SortTerm {
  readonly column: SortColumn;
  readonly descending: boolean;
}
