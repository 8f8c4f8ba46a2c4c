/**
 * What answers are made from. A write moves the versions of the sources that it touched (triggers in migrations/), and a
 * kept answer is good as long as no source of its address has moved:
 * - `completions:KEY`: a challenge's completions, with their players, files, notes and history; `completions`: those of all
 * - `maps`: names, facts and pictures of maps
 * - `players`: which names are one player's, and how a player who is spelled in several ways is shown
 * - `accounts`: what people chose to be called
 * - `spellings`, `starts`, `balance-changes`
 * - `dumps`: which public dumps there are
 * - `sample`: whether any of the sample data is there
 * - `day`: the date, UTC; of what says something else tomorrow though nobody writes
 */
export type Source =
  | "completions"
  | `completions:${string}`
  | "maps"
  | "players"
  | "accounts"
  | "spellings"
  | "starts"
  | "balance-changes"
  | "dumps"
  | "sample"
  | "day";

/** The sources of an address: always the same, or according to its parameters; null: everything there is. */
export type Sources = readonly Source[] | ((given: URLSearchParams) => readonly Source[] | null);

/** The completions of one challenge. */
export const completionsOf = (challenge: string): Source => `completions:${challenge}`;

/** What a search text is understood by: all names there are, of whatever list, and the words of rows. */
export const UNDERSTANDING: readonly Source[] = ["completions", "maps", "players", "spellings"];

/** The sources of an address with these parameters; null: everything there is. */
export const sourcesFor = (sources: Sources | null, given: URLSearchParams): readonly Source[] | null =>
  typeof sources === "function" ? sources(given) : sources;
