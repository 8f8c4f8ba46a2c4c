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
 * A part of completions: those that are verified, those on a map, of a player, with a tower, the one of a filekey, or of these
 * the verified ones; and those that a search finds (`find:`, a Find as JSON). What is written of no such completion does not concern it. A map is there by any of its names (`nameKey`), a player by
 * any spelling (`personKey`): whoever asks for a part by them depends on `maps` or on `players`, too. A verified original
 * concerns all parts of its challenge, for others show what it has.
 */
export type Part =
  | "verified"
  | `${"" | "verified "}${"filekey" | "map" | "person" | "tower"}:${string}`
  | `find:${string}`;

/** The completions of one challenge, or of all (null); of these a part (null: all of them). */
export const completionsOf = (challenge: string | null, part: Part | null = null): Source =>
  `completions${challenge === null ? "" : `:${challenge}`}${part === null ? "" : ` ${part}`}` as Source;

/** Names that are longer are nobody's: no such part is told apart. */
const LONGEST_NAME = 100;

/** The completions of one challenge, or of all (null), that are in one of these parts; null: any of them. */
export const completionsIn = (challenge: string | null, parts: readonly Part[] | null): readonly Source[] =>
  parts === null ? [completionsOf(challenge)] : parts.map((part) => completionsOf(challenge, part));

/** What a search looks for is no part where it is longer, as JSON. */
const LONGEST_FIND = 2_000;

/** What a part of what a search finds looks for; null: it is another part. */
export const findIn = (part: string): Find | null =>
  part.startsWith("find:") ? (JSON.parse(part.slice("find:".length)) as Find) : null;

/** Of more names than these for one tower none is told apart: those of a tower type and of all its upgrades, say. */
const MOST_NAMES = 8;

/** Names of towers of which each row has one at least for which the condition holds; null: it is about something else. */
function towersIn(condition: Condition): readonly string[] | null {
  switch (condition.on) {
    case "tower":
    case "anyTower":
      return condition.names;
    case "pair": {
      const [one, other] = condition.names;
      return one.length <= other.length ? one : other;
    }
    case "towers":
      return condition.towers.slice(0, 1);
    default:
      return null;
  }
}

/** The smallest parts that hold together every completion for which these conditions hold, all at once; null: it may be any. */
export function partsOf(conditions: readonly Condition[]): readonly Part[] | null {
  const verified = conditions.some((each) => each.on === "pending" && !each.pending) ? "verified " : "";
  const within = (kind: "filekey" | "person" | "tower" | "map", names: readonly string[]) =>
    names.some((name) => name.length > LONGEST_NAME)
      ? null
      : names.map((name): Part => `${verified}${kind}:${name}`);
  for (const each of conditions) if (each.on === "id") return within("filekey", [each.id.toLowerCase()]);
  for (const each of conditions) if (each.on === "person") return within("person", [personKey(each.person)]);
  const [towers] = conditions
    .flatMap((each) => [towersIn(each) ?? []])
    .filter(({ length }) => length > 0 && length <= MOST_NAMES)
    .sort((one, other) => one.length - other.length);
  if (towers)
    return within(
      "tower",
      towers.map((name) => name.toLowerCase()),
    );
  for (const each of conditions) if (each.on === "map") return within("map", [nameKey(each.spelling)]);
  for (const each of conditions) {
    const find = each.on === "search" ? JSON.stringify(each.find) : null;
    if (find !== null && find.length <= LONGEST_FIND) return [`find:${find}`];
  }
  return verified === "" ? null : ["verified"];
}

/** The completion of a filekey; of all challenges any, where none is given. */
export const completionOf = (filekey: string | null): readonly Source[] =>
  completionsIn(null, filekey === null ? null : partsOf([{ on: "id", id: filekey.trim() }]));

/** What a search text is understood by: all names there are, of whatever list, and the words of rows. */
export const UNDERSTANDING: readonly Source[] = ["completions", "maps", "players", "spellings"];

/** The same of the list of one challenge: a player is one in all lists, by what is verified, and its own rows have the words. */
export const understandingIn = (challenge: string): readonly Source[] => [
  completionsOf(challenge),
  completionsOf(null, "verified"),
  ...UNDERSTANDING.filter((source) => source !== "completions"),
];

/** The sources of an address with these parameters; null: everything there is. */
export const sourcesFor = (sources: Sources | null, given: URLSearchParams): readonly Source[] | null =>
  typeof sources === "function" ? sources(given) : sources;
