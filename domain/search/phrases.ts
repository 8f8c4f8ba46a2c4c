import { distance, type QueryWord } from "../game/words.ts";

/**
 * A phrase is words that must all occur, in any order, with "|" between alternatives: "least|lowest cost|cash". A plural
 * or a misspelling of a long word counts, too.
 */
export type Phrase = string;

/** Figures as people write them out. */
const FIGURES: Readonly<Record<string, string>> = { "1": "one", "2": "two", "1st": "first", "2nd": "second" };

/** The fewest letters of a word that may be misspelt by one letter. */
const SHORTEST_MISSPELT = 7;

/** Returns a word without its plural's "s", and a figure written out. */
export function stemOf(word: string): string {
  const stem = word.length > 3 && !word.endsWith("ss") ? word.replace(/s$/, "") : word;
  return FIGURES[stem] ?? stem;
}

const isSame = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= SHORTEST_MISSPELT - 1 &&
    Math.max(one.length, other.length) >= SHORTEST_MISSPELT &&
    distance(one, other, 1) <= 1);

/** The words of phrases by their stems, divided once. */
const divided = new Map<Phrase, readonly (readonly string[])[]>();

function slotsOf(phrase: Phrase): readonly (readonly string[])[] {
  const known = divided.get(phrase);
  if (known) return known;
  const slots = phrase.split(" ").map((slot) => slot.split("|").map(stemOf));
  divided.set(phrase, slots);
  return slots;
}

/** Returns the words that a phrase consists of, each of which stands for one of its own; null if one is missing. */
export function wordsOfPhrase(phrase: Phrase, words: readonly QueryWord[]): readonly QueryWord[] | null {
  const found: QueryWord[] = [];
  for (const slot of slotsOf(phrase)) {
    const word = words.find(
      (each) => !found.includes(each) && slot.some((text) => isSame(stemOf(each.word), text)),
    );
    if (!word) return null;
    found.push(word);
  }
  return found;
}
