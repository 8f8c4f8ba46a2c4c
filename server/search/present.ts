import type { Corrected, UnderstoodAnswer } from "../../contract/search.ts";
import type { Filter, Understanding } from "../../derive/search/understand.ts";

export const presentFilter = ([parameter, value]: Filter) => ({ parameter, value });

/** What a text was understood as, on the wire. */
export const presentUnderstanding = ({ parts, filters }: Understanding): UnderstoodAnswer => ({
  parts: parts.map(({ filter, isCorrected, ...part }) => ({
    ...part,
    corrected: isCorrected,
    filter: filter && presentFilter(filter),
  })),
  filters: filters.map(presentFilter),
});

/** What was misspelt and read as if it were not. */
export const correctionsIn = ({ parts }: Understanding): Corrected[] =>
  parts.flatMap(({ isCorrected, typed, value }) => (isCorrected ? [{ typed, read: value }] : []));
