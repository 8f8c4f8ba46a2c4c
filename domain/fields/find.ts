import { ANY_ROW, hasToken, MARK, mapToken, wordIn } from "../game/words.ts";
import type { Having } from "./having.ts";

/** What to look for in the words of rows, as data without SQL. */
export type Find =
  | { readonly all: readonly Find[] }
  | { readonly any: readonly Find[] }
  | { readonly not: Find }
  /** A word that begins with this text. */
  | { readonly begins: string }
  /** A whole word or token. */
  | { readonly word: string }
  /** The row is on this map. */
  | { readonly map: number }
  | { readonly has: Having };

/** Returns an `any` of the finds, or the find itself if there is only one. */
export const anyOf = (finds: readonly Find[]): Find =>
  finds.length === 1 && finds[0] ? finds[0] : { any: finds };
export const allOf = (finds: readonly Find[]): Find =>
  finds.length === 1 && finds[0] ? finds[0] : { all: finds };

/** A token that no row has. */
const NOTHING = `${MARK}n`;

/** Returns one word of a challenge as FTS5 takes it: quoted, so that no character in it has a meaning to FTS5. */
export const quotedIn = (challenge: string, word: string): string =>
  `"${wordIn(challenge, word).replaceAll('"', '""')}"`;

/** Returns the find as an FTS5 query within a challenge. */
export function matchOf(find: Find, challenge: string): string {
  if ("begins" in find) return `${quotedIn(challenge, find.begins)}*`;
  if ("word" in find) return quotedIn(challenge, find.word);
  if ("map" in find) return quotedIn(challenge, mapToken(find.map));
  if ("has" in find) return quotedIn(challenge, hasToken(find.has));
  // An empty `any` matches no row.
  if ("any" in find && find.any.length === 0) return quotedIn(challenge, NOTHING);
  if ("any" in find) return `(${find.any.map((each) => matchOf(each, challenge)).join(" OR ")})`;
  const all = parts(find);
  const required = all.filter((each) => !("not" in each));
  const excluded = all.flatMap((each) => ("not" in each ? [each.not] : []));
  // Excluded finds are subtracted from the required ones, or from all rows if there are none.
  const match = (required.length === 0 ? [{ word: ANY_ROW }] : required)
    .map((each) => matchOf(each, challenge))
    .join(" AND ");
  return excluded.length === 0 ? `(${match})` : `((${match}) NOT ${matchOf(anyOf(excluded), challenge)})`;
}

/**
 * Returns whether a row with these words and tokens, each between blanks, may be found. It errs on the side of yes:
 * uploads are not among the words, so every `has` counts as met, and so does every `not`.
 */
export function mayBeFound(find: Find, words: string): boolean {
  if ("begins" in find) return words.includes(` ${find.begins}`);
  if ("word" in find) return words.includes(` ${find.word} `);
  if ("map" in find) return words.includes(` ${mapToken(find.map)} `);
  if ("all" in find) return find.all.every((each) => mayBeFound(each, words));
  return !("any" in find) || find.any.some((each) => mayBeFound(each, words));
}

/** Returns everything that must hold together, with nested `all` flattened. */
const parts = (find: Find): readonly Find[] => ("all" in find ? find.all.flatMap(parts) : [find]);
