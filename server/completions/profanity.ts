import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from "obscenity";

/** Words of the game that a pattern of the list might come to catch; the test holds every name of the game against it. */
const GAME_TERMS = ["domination", "assassin", "bloonjitsu", "shinobi"];

const dataset = englishDataset.build();

const matcher = new RegExpMatcher({
  ...dataset,
  whitelistedTerms: [...(dataset.whitelistedTerms ?? []), ...GAME_TERMS],
  ...englishRecommendedTransformers,
});

/** Whether a text holds a word of the list (the package obscenity's) that no game term explains. */
export function isProfane(text: string): boolean {
  // The list reads 455 as letters; rounds, lives and cash are numbers.
  return matcher
    .getAllMatches(text)
    .some(({ startIndex, endIndex }) => /\p{L}/u.test(text.slice(startIndex, endIndex + 1)));
}
