import { compatible, composed, oneLine, withoutMarks } from "./typed-text.ts";

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

/** Quotes, hyphens and white space in one form each, without what is not seen. */
const tidied = (name: string): string =>
  oneLine(name.replace(OF_LOOKS, "").replace(QUOTES, "'").replace(HYPHENS, "-"));

/** Turkish writes the capital of "i" with a dot and that of "ı" without: all four are one letter. */
const caseFolded = (name: string): string =>
  // "ẞ" is small as "ß", whose capital is "SS"; "ς" and "σ" have one between them.
  name.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i");

/**
 * Returns the key of a person's name: NFKC with its case folded. Names are the same if they differ only in letter case, in
 * the form of their letters (full-width, styled, composed), in the kind of their quotes and hyphens, in white space, or in
 * what is not seen. Accents and alphabets tell people apart.
 */
export const personKey = (name: string): string =>
  // What folds may have another compatible form, and the other way round: "ﬃ", "ͺ", "İ" in full.
  [1, 2].reduce((key) => caseFolded(tidied(compatible(tidied(key)))), name);

/**
 * Returns the key that earlier versions of the site gave a person's name, without compatible forms. Only hashes of such keys
 * are left: of banned names that were erased.
 */
export const formerPersonKey = (name: string): string =>
  composed(oneLine(name.replace(OF_LOOKS, "")).toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ"))
    .replace(QUOTES, "'")
    .replace(HYPHENS, "-");

/** Returns the key that a person's name is sorted by: names of one key sort alike. */
export const personSortKey = (name: string): string => sortKey(personKey(name));

/**
 * Returns a key whose byte order is the order in which people sort names: letter case and accents do not count, numbers
 * sort by value ("Ravine 9" before "Ravine 10"), and punctuation counts as a blank. The database, which cannot sort
 * like this, keeps the key beside each name that people write.
 */
export function sortKey(name: string): string {
  return withoutMarks(name)
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, " ")
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, "");
      return String(number.length).padStart(2, "0") + number;
    });
}

/** Compares two names as people sort them. */
export function compareNames(one: string, other: string): number {
  const [first, second] = [`${sortKey(one)}\0${one}`, `${sortKey(other)}\0${other}`];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** What stands in a completion for somebody whose name was erased. No player has it (migrations/0004-players.sql). */
export const ERASED_NAME = "a player";
