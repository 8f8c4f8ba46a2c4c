import type { ChallengeDefinition } from "../challenges/define.ts";
import { modernizedFilters, searchKeys } from "../challenges/fields.ts";
import type { Filter } from "../fields/kind.ts";
import { type QueryWord, queryWords } from "../game/words.ts";

/** A range of the text that was typed. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** One part of a search text as it was written, before it is interpreted. */
export type QuestionPart = TextRange &
  (
    | { readonly kind: "free"; readonly words: readonly QueryWord[] }
    /** In quotes: exactly these words, in this order. */
    | { readonly kind: "quoted"; readonly words: readonly QueryWord[]; readonly not: boolean }
    /** After a minus: nothing that begins with these. */
    | { readonly kind: "excluded"; readonly words: readonly QueryWord[] }
    /** "map:quad": lower-case key, value without its quotes. */
    | {
        readonly kind: "keyed";
        readonly key: string;
        readonly value: string;
        readonly isQuoted: boolean;
        readonly not: boolean;
      }
    /** Beyond the limits of one text. */
    | { readonly kind: "unread" }
  );

/** The most words that are read. More would say nothing new, and each costs a look-up. */
const MAX_WORDS = 20;
/** The number of parts, each value of a key counting as one, from which on only free words are read. */
const MAX_PARTS = 20;

/**
 * Matches a key with its value, a text in quotes, or a word after a minus, of which keyboards and phones make dashes. A
 * link's "https://" is not a key.
 */
const SPECIAL =
  /(?<=^|\s)(?<not>[-\u2010-\u2015\u2212\uFE63\uFF0D]?)(?:(?<key>\p{L}+):(?!\/\/)(?:"(?<keyed>[^"]*)"?|(?<value>[^\s"]+))|"(?<quoted>[^"]*)"?|(?<=[-\u2010-\u2015\u2212\uFE63\uFF0D])(?<word>[\p{L}\p{N}][^\s"]*))(?=\s|$)/gu;

/** Divides a search text into its parts. */
export function partsOf(text: string): QuestionPart[] {
  const parts: QuestionPart[] = [];
  let room = MAX_PARTS;
  let words = 0;
  let last = 0;
  /** Where the first unread part begins; null if all are read. */
  let end: number | null = null;

  function within(inner: string, from: number): QueryWord[] {
    const all = queryWords(inner).map((word) => ({ ...word, from: word.from + from, to: word.to + from }));
    const left = MAX_WORDS - words;
    if (all.length > left) end ??= all[left]?.from ?? from;
    return all.slice(0, left);
  }

  function take(part: Exclude<QuestionPart, { kind: "unread" }>): void {
    if (part.kind !== "keyed") {
      if (part.words.length === 0) return;
      words += part.words.length;
    }
    const size = part.kind === "keyed" ? part.value.split(",").length : 1;
    if (part.kind !== "free" && size > room) {
      end ??= part.from;
      return;
    }
    room -= size;
    parts.push(part);
  }
  const free = (from: number, to: number): void =>
    take({ kind: "free", from, to, words: within(text.slice(from, to), from) });

  for (const match of text.matchAll(SPECIAL)) {
    const { not, key, keyed, value, quoted, word } = match.groups ?? {};
    const place = { from: match.index, to: match.index + match[0].length };
    free(last, place.from);
    last = place.to;
    const inner = quoted ?? word ?? "";
    const at = place.from + match[0].indexOf(inner);
    if (key !== undefined)
      take({
        kind: "keyed",
        ...place,
        key: key.toLowerCase(),
        value: (keyed ?? value ?? "").trim(),
        isQuoted: keyed !== undefined,
        not: not !== undefined && not !== "",
      });
    else if (quoted !== undefined)
      take({ kind: "quoted", ...place, words: within(inner, at), not: not !== undefined && not !== "" });
    else take({ kind: "excluded", ...place, words: within(inner, at) });
  }
  free(last, text.length);
  if (end !== null) parts.push({ kind: "unread", from: end, to: text.length });
  return parts;
}

/** Any character but the connecting signs and blanks. */
const BETWEEN_SIGNS = /[^\s+&|/,]/;

/** Returns the text without one of its parts, and without connecting signs left at either end. */
export function without(text: string, { from, to }: TextRange): string {
  const left = `${text.slice(0, from)} ${text.slice(to)}`;
  const first = left.search(BETWEEN_SIGNS);
  if (first === -1) return "";
  let last = left.length;
  while (!BETWEEN_SIGNS.test(left[last - 1] ?? "")) last -= 1;
  return left.slice(first, last).replace(/\s+/g, " ");
}

/** Returns the text with one of its parts replaced. */
export const replaced = (text: string, { from, to }: TextRange, by: string): string =>
  `${text.slice(0, from)}${by}${text.slice(to)}`.trim();

/** A value that needs no quotes behind its key. */
const PLAIN = /^[\p{L}\p{N}<>=.#'-]+$/u;

/** Whether a key would not read a value back as it is: it ends the quotes, or reads as several values. */
const isLost = (value: string, isName: boolean): boolean =>
  value.includes('"') || (!isName && value.includes(",")) || value.trim() === "";

/**
 * Writes a list's filters as a search text that asks for the same by keys: `tower:"Absolute Zero" map:Quad`. Parameters
 * of older addresses are read as today's. Null if a filter has no key, or a value that no key takes.
 */
export function asText(definition: ChallengeDefinition, filters: readonly Filter[]): string | null {
  const keys = [...searchKeys(definition)];
  const terms: string[] = [];
  for (const filter of filters.flatMap((each) => modernizedFilters(definition, each))) {
    const found = keys.flatMap(([key, { from, names }]) => {
      const value = from(filter);
      return value === null || isLost(value, names !== undefined) ? [] : [{ key, value }];
    })[0];
    if (!found) return null;
    terms.push(`${found.key}:${PLAIN.test(found.value) ? found.value : `"${found.value}"`}`);
  }
  return terms.join(" ");
}
