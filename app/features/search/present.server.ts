import type { Corrected, UnderstoodAnswer } from "../../../domain/contract/search.ts";
import type { Filter, Understanding } from "../../../domain/search/understand.ts";

export const presentFilter = ([parameter, value]: Filter) => ({ parameter, value });

/** Returns what a text was understood as, for the wire. */
export const presentUnderstanding = ({ parts, filters }: Understanding): UnderstoodAnswer => ({
  parts: parts.map(({ filter, isCorrected, ...part }) => ({
    ...part,
    corrected: isCorrected,
    filter: filter && presentFilter(filter),
  })),
  filters: filters.map(presentFilter),
});

/** Returns what was misspelt, and what it was read as. */
export const correctionsIn = ({ parts }: Understanding): Corrected[] =>
  parts.flatMap(({ isCorrected, typed, value }) => (isCorrected ? [{ typed, read: value }] : []));
