import { composed } from "../game/typed-text.ts";

/** The longest search text, in characters of the normal form NFC. Nobody types more, and each word is looked up. */
export const LONGEST_SEARCH = 300;

/** No text becomes shorter than a quarter of its length in NFC, so what is longer need not be brought into it. */
const MOST_PER_CHARACTER = 4;

export const isSearchTooLong = (text: string): boolean =>
  text.length > LONGEST_SEARCH &&
  (text.length > LONGEST_SEARCH * MOST_PER_CHARACTER || composed(text).length > LONGEST_SEARCH);
