import { ANY_ROW, hasToken, MARK, mapToken, wordIn } from "../game/words.ts";
import type { Having } from "./having.ts";

/** What is looked for in the words of rows: data, no SQL. */
export type Find =
  | { readonly all: readonly Find[] }
  | { readonly any: readonly Find[] }
  | { readonly not: Find }
  /** A word that begins so. */
  | { readonly begins: string }
  /** A whole word or token. */
  | { readonly word: string }
  /** The row is on this map. */
  | { readonly map: number }
  | { readonly has: Having };

/** The one thing itself where there is but one. */
export const anyOf = (finds: readonly Find[]): Find =>
  finds.length === 1 && finds[0] ? finds[0] : { any: finds };
export const allOf = (finds: readonly Find[]): Find =>
  finds.length === 1 && finds[0] ? finds[0] : { all: finds };

/** A token that no row has. */
const NOTHING = `${MARK}n`;

/** One word of a challenge as FTS5 takes it: quoted, so that no character of it means anything to FTS5. */
export const quotedIn = (challenge: string, word: string): string =>
  `"${wordIn(challenge, word).replaceAll('"', '""')}"`;

/** The same within a challenge, as a question to FTS5. */
export function matchOf(find: Find, challenge: string): string {
  if ("begins" in find) return `${quotedIn(challenge, find.begins)}*`;
  if ("word" in find) return quotedIn(challenge, find.word);
  if ("map" in find) return quotedIn(challenge, mapToken(find.map));
  if ("has" in find) return quotedIn(challenge, hasToken(find.has));
  // Of nothing no row has anything.
  if ("any" in find && find.any.length === 0) return quotedIn(challenge, NOTHING);
  if ("any" in find) return `(${find.any.map((each) => matchOf(each, challenge)).join(" OR ")})`;
  const all = parts(find);
  const wanted = all.filter((each) => !("not" in each));
  const unwanted = all.flatMap((each) => ("not" in each ? [each.not] : []));
  // What is not looked for is taken from what is, or from all there is.
  const match = (wanted.length === 0 ? [{ word: ANY_ROW }] : wanted)
    .map((each) => matchOf(each, challenge))
    .join(" AND ");
  return unwanted.length === 0 ? `(${match})` : `((${match}) NOT ${matchOf(anyOf(unwanted), challenge)})`;
}

/**
 * Whether a row of these words and tokens, each between blanks, may be found. What was uploaded for it is not among them: it
 * is taken for there, and what is not looked for for not there.
 */
export function mayBeFound(find: Find, words: string): boolean {
  if ("begins" in find) return words.includes(` ${find.begins}`);
  if ("word" in find) return words.includes(` ${find.word} `);
  if ("map" in find) return words.includes(` ${mapToken(find.map)} `);
  if ("all" in find) return find.all.every((each) => mayBeFound(each, words));
  return !("any" in find) || find.any.some((each) => mayBeFound(each, words));
}

/** What has to hold together, however it was put together. */
const parts = (find: Find): readonly Find[] => ("all" in find ? find.all.flatMap(parts) : [find]);
