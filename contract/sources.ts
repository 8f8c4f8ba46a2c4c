import { isChallengeKey } from "../challenges/key.ts";
import type { Condition } from "../fields/condition.ts";
import type { Find } from "../fields/find.ts";
import { nameKey, personKey } from "../game/name-key.ts";

/**
 * What answers are made from. A write moves the versions of the sources it touched (triggers in migrations/), and a
 * kept answer stays good until a source of its address moves:
 * - `completions:KEY`: a challenge's completions, with their players, files, notes and history; `completions`: those of
 *   all challenges; after a blank, a part of these (see Part)
 * - `maps`: names, facts and pictures of maps
 * - `players`: which names belong to one player, and how a player with several spellings is shown
 * - `accounts`: the names that people chose to show
 * - `spellings`, `starts`, `balance-changes`
 * - `dumps`: which public dumps there are
 * - `sample`: whether any of the sample data is there
 * - `day`: the date, UTC, for what changes overnight without a write
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

/** The sources of an address, either fixed or depending on its parameters; null: everything. */
export type Sources = readonly Source[] | ((given: URLSearchParams) => readonly Source[] | null);

/**
 * A property of one completion: verified or pending, original or not, its filekey, its map, that map's difficulty, one
 * of its players, one of its towers. A map may be given by any of its names (`nameKey`) and a player by any spelling
 * (`personKey`), so an address that uses either must also depend on `maps` or on `players`.
 */
export type Facet =
  | ("verified" | "pending" | "og" | "not og")
  | `${"filekey" | "map" | "difficulty" | "person" | "tower"}:${string}`;

/**
 * A part of the completions, as JSON: those that match every entry. A list of facets needs at least one that holds;
 * `found` needs the completion to be found by that search. A write that concerns no such completion does not move the
 * part. A verified original concerns all parts of its challenge, because other rows show what it has.
 */
export type Part = `[${string}]`;
type Where = readonly (readonly Facet[] | { readonly found: Find })[];

/** The part that matches all of these entries. */
export const partWhere = (where: Where): Part => JSON.stringify(where) as Part;

/** The entries of a part. */
export const whereOf = (part: Part): Where => JSON.parse(part) as Where;

/** All verified completions. */
export const VERIFIED_PART = partWhere([["verified"]]);

/** The completions of one challenge, or of all (null), or only a part of them. */
export const completionsOf = (challenge: string | null, part: Part | null = null): Source =>
  `completions${challenge === null ? "" : `:${challenge}`}${part === null ? "" : ` ${part}`}` as Source;

/**
 * Returns the challenge that an address names in its parameter `challenge`; null: none, or nothing that can be the key
 * of one. Then the completions of all challenges are the source, which is never too little.
 */
export function challengeIn(given: URLSearchParams): string | null {
  const key = given.get("challenge")?.trim().toLowerCase() ?? "";
  return isChallengeKey(key) ? key : null;
}

/** Characters of JSON. Conditions beyond that are left out, so a part may be larger than what was asked for. */
const LONGEST_PART = 2_000;

const oneOf = (towers: readonly string[]): Facet[] =>
  towers.map((name) => `tower:${name.toLowerCase()}` as const);

/** Returns what holds for every completion that meets a condition. It may hold for others too. */
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

/**
 * Returns the smallest part that contains every completion meeting all of these conditions; null: any completion may.
 */
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

/** The completion with a filekey; null: any completion. */
export const completionOf = (filekey: string | null): Source =>
  completionsOf(null, filekey === null ? null : partOf([{ on: "id", id: filekey.trim() }]));

/** What it takes to understand a search text: the names from every list, and the words of rows. */
export const UNDERSTANDING: readonly Source[] = ["completions", "maps", "players", "spellings"];

/**
 * The same for the list of one challenge: who is one player depends on the verified completions of all, words on its
 * own.
 */
export const understandingIn = (challenge: string): readonly Source[] => [
  completionsOf(challenge),
  completionsOf(null, VERIFIED_PART),
  ...UNDERSTANDING.filter((source) => source !== "completions"),
];

/** The sources of an address with these parameters; null: everything. */
export const sourcesFor = (sources: Sources | null, given: URLSearchParams): readonly Source[] | null =>
  typeof sources === "function" ? sources(given) : sources;
