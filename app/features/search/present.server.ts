import type { Corrected, UnderstoodAnswer } from "../../../domain/contract/search.ts";
import type { Filter } from "../../../domain/fields/kind.ts";
import type { Understanding } from "../../../domain/search/understand.ts";

export const presentFilter = ([parameter, value]: Filter) => ({ parameter, value });

/** Returns what a text was understood as, for the wire. */
export const presentUnderstanding = ({ parts, filters }: Understanding): UnderstoodAnswer => ({
  parts: parts.map(({ filter, near, isCorrected, isGuess, place: _, ...part }) => ({
    ...part,
    corrected: isCorrected,
    guess: isGuess,
    near: near.map(({ name, text, filter: by }) => ({ name, text, filter: by && presentFilter(by) })),
    filter: filter && presentFilter(filter),
  })),
  filters: filters.map(presentFilter),
});

/** Returns what was misspelt, and what it was read as. */
export const correctionsIn = ({ parts }: Understanding): Corrected[] =>
  parts.flatMap(({ isCorrected, typed, value }) => (isCorrected ? [{ typed, read: value }] : []));
