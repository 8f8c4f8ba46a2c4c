import { composed, withoutMarks } from "./normal-forms.ts";
import { sortKey } from "./sort-key.ts";
import { oneLine } from "./typed-text.ts";

/**
 * Returns what all spellings of a name have in common: its letters and digits, without case, accents, blanks, hyphens,
 * underscores or punctuation. "X_Factor", "x-factor" and "X Factor" are one name. A name without any letter or digit
 * is its own key, so that no two such names coincide.
 */
export function nameKey(name: string): string {
  const key = withoutMarks(name).replace(/[^\p{L}\p{N}]/gu, "");
  return key === "" ? name.trim().toLowerCase() : key;
}

/** Joiners, and what chooses between two looks of a sign. */
const OF_LOOKS = /[\u200c-\u200d\p{Variation_Selector}]/gu;

/** Quotes and apostrophes of all kinds, also accents and primes that people type instead of them. */
const QUOTES = /["'`´\p{Pi}\p{Pf}‚„ʹʺʻʼʽˈˊˋ′″‵‶〝〞〟＂＇｀]/gu;

/** Hyphens and dashes of all kinds, and what looks like them. */
const HYPHENS = /[\p{Pd}\u02d7\u2043\u2212]/gu;

/**
 * Returns the key of a person's name. Names are the same if they differ only in letter case, in the kind of their quotes
 * and hyphens, in white space, or in what is not seen. Accents and alphabets tell people apart.
 */
export const personKey = (name: string): string =>
  composed(
    oneLine(name.replace(OF_LOOKS, ""))
      // "ß" has no single capital, and "ς" and "σ" have one between them.
      .toUpperCase()
      .toLowerCase()
      .replaceAll("ς", "σ"),
  )
    .replace(QUOTES, "'")
    .replace(HYPHENS, "-");

/** Returns the key that a person's name is sorted by: names of one key sort alike. */
export const personSortKey = (name: string): string => sortKey(personKey(name));
