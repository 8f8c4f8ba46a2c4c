import type { Condition } from "../fields/condition.ts";
import type { Find } from "../fields/find.ts";
import { nameKey, personKey } from "../game/name-key.ts";

/**
 * What answers are made from. A write moves the versions of the sources that it touched (triggers in migrations/), and a
 * kept answer is good as long as no source of its address has moved:
 * - `completions:KEY`: a challenge's completions, with their players, files, notes and history; `completions`: those of all;
 *   behind a blank, of these a part (see Part)
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
  | `completions ${Part}`
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

/**
 * Something to be told of one completion: that it is verified or waits, whether it is an original, which one it is, its map,
 * how hard that is, one of its players, one of its towers. A map is there by any of its names (`nameKey`), a player by any
 * spelling (`personKey`): whoever asks for a part by them depends on `maps` or on `players`, too.
 */
export type Facet =
  | ("verified" | "pending" | "og" | "not og")
  | `${"filekey" | "map" | "difficulty" | "person" | "tower"}:${string}`;

/**
 * A part of completions, as JSON: those of which all of this holds, of each list of facets one at least, and that are found
 * so. What is written of no such completion does not concern it. A verified original concerns all parts of its challenge, for
 * others show what it has.
 */
export type Part = `[${string}]`;
type Where = readonly (readonly Facet[] | { readonly found: Find })[];

/** Those of which all of this holds. */
export const partWhere = (where: Where): Part => JSON.stringify(where) as Part;

/** What holds of those in a part. */
export const whereOf = (part: Part): Where => JSON.parse(part) as Where;

/** All that are verified. */
export const VERIFIED_PART = partWhere([["verified"]]);

/** The completions of one challenge, or of all (null); of these a part (null: all of them). */
export const completionsOf = (challenge: string | null, part: Part | null = null): Source =>
  `completions${challenge === null ? "" : `:${challenge}`}${part === null ? "" : ` ${part}`}` as Source;

/** What would be longer as JSON is left out: a part may be larger than what is asked for. */
const LONGEST_PART = 2_000;

const oneOf = (towers: readonly string[]): Facet[] =>
  towers.map((name) => `tower:${name.toLowerCase()}` as const);

/** What holds of every completion for which a condition does; it may hold of others, too. */
function whereIs(condition: Condition): Where {
  switch (condition.on) {
    case "nothing":
      return [[]];
    case "pending":
      return [[condition.pending ? "pending" : "verified"]];
    case "og":
      return [[condition.og ? "og" : "not og"]];
    case "id":
      return [[`filekey:${condition.id.toLowerCase()}`]];
    case "map":
      return [[`map:${nameKey(condition.spelling)}`]];
    case "difficulty":
      return [[`difficulty:${condition.difficulty}`]];
    case "person":
      return [[`person:${personKey(condition.person)}`]];
    case "tower":
    case "anyTower":
      return [oneOf(condition.names)];
    case "pair":
      return condition.names.map((names) => oneOf(names));
    case "towers":
      return condition.towers.map((name) => oneOf([name]));
    case "search":
      return [{ found: condition.find }];
    default:
      return [];
  }
}

/** The smallest part that holds every completion for which these conditions hold, all at once; null: it may be any. */
export function partOf(conditions: readonly Condition[]): Part | null {
  const where: Where[number][] = [];
  let room = LONGEST_PART;
  for (const each of conditions.flatMap(whereIs)) {
    const { length } = JSON.stringify(each);
    if (length > room) continue;
    room -= length;
    where.push(each);
  }
  return where.length === 0 ? null : partWhere(where);
}

/** The completion of a filekey; of all challenges any, where none is given. */
export const completionOf = (filekey: string | null): Source =>
  completionsOf(null, filekey === null ? null : partOf([{ on: "id", id: filekey.trim() }]));

/** What a search text is understood by: all names there are, of whatever list, and the words of rows. */
export const UNDERSTANDING: readonly Source[] = ["completions", "maps", "players", "spellings"];

/** The same of the list of one challenge: a player is one in all lists, by what is verified, and its own rows have the words. */
export const understandingIn = (challenge: string): readonly Source[] => [
  completionsOf(challenge),
  completionsOf(null, VERIFIED_PART),
  ...UNDERSTANDING.filter((source) => source !== "completions"),
];

/** The sources of an address with these parameters; null: everything there is. */
export const sourcesFor = (sources: Sources | null, given: URLSearchParams): readonly Source[] | null =>
  typeof sources === "function" ? sources(given) : sources;
