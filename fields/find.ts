import { mapToken } from "../game/words.ts";

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
  | { readonly map: number };

/** The one thing itself where there is but one. */
export const anyOf = (finds: readonly Find[]): Find =>
  finds.length === 1 && finds[0] ? finds[0] : { any: finds };
export const allOf = (finds: readonly Find[]): Find =>
  finds.length === 1 && finds[0] ? finds[0] : { all: finds };

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

/** The same as a question to FTS5, whose every word is quoted: no character of it means anything to FTS5. */
export function matchOf(find: Find): string {
  if ("begins" in find) return `${quoted(find.begins)}*`;
  if ("word" in find) return quoted(find.word);
  if ("map" in find) return quoted(mapToken(find.map));
  if ("any" in find) return `(${find.any.map(matchOf).join(" OR ")})`;
  if ("not" in find) throw new Error("what is not looked for stands beside what is");
  const all = parts(find);
  const wanted = all.filter((each) => !("not" in each));
  const unwanted = all.flatMap((each) => ("not" in each ? [each.not] : []));
  const match = wanted.map(matchOf).join(" AND ");
  return unwanted.length === 0 ? `(${match})` : `((${match}) NOT ${matchOf(anyOf(unwanted))})`;
}

/** What has to hold together, however it was put together. */
const parts = (find: Find): readonly Find[] => ("all" in find ? find.all.flatMap(parts) : [find]);
