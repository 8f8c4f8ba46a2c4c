import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from "obscenity";

/** Game terms that a pattern of the list might match; a test checks every name of the game against the list. */
const GAME_TERMS = ["domination", "assassin", "bloonjitsu", "shinobi"];

const dataset = englishDataset.build();

const matcher = new RegExpMatcher({
  ...dataset,
  whitelistedTerms: [...(dataset.whitelistedTerms ?? []), ...GAME_TERMS],
  ...englishRecommendedTransformers,
});

/** Whether a text contains a word of the list (from the package obscenity) that is not part of a game term. */
export function isProfane(text: string): boolean {
  // The list reads 455 as letters, but rounds, lives and cash are numbers: a match without a letter does not count.
  return matcher
    .getAllMatches(text)
    .some(({ startIndex, endIndex }) => /\p{L}/u.test(text.slice(startIndex, endIndex + 1)));
}
