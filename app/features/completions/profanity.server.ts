import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from "obscenity";
import { withoutCodes } from "../../../domain/game/words.ts";

/** Game terms that a pattern of the list might match; a test checks every name of the game against the list. */
const GAME_TERMS = ["domination", "assassin", "bloonjitsu", "shinobi"];

const dataset = englishDataset.build();

const matcher = new RegExpMatcher({
  ...dataset,
  whitelistedTerms: [...(dataset.whitelistedTerms ?? []), ...GAME_TERMS],
  ...englishRecommendedTransformers,
});

/**
 * Whether a text contains a word of the list (from the package obscenity) that is not part of a game term. The list
 * reads digits as letters, but rounds, lives and cash are numbers ("455"), and short forms have few letters ("n16"): a
 * match of fewer than three letters does not count. Nobody chose the letters of a challenge code.
 */
export function isProfane(text: string): boolean {
  const written = withoutCodes(text);
  return matcher
    .getAllMatches(written)
    .some(
      ({ startIndex, endIndex }) =>
        (written.slice(startIndex, endIndex + 1).match(/\p{L}/gu)?.length ?? 0) >= 3,
    );
}
