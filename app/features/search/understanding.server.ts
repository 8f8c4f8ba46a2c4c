import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type { Corrected, UnderstoodAnswer } from "../../../domain/contract/search.ts";
import type { Filter } from "../../../domain/fields/kind.ts";
import { type ListQuery, type ListRequest, withUnderstood } from "../../../domain/lists/list-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { lookupsFor, type Understanding, understand } from "../../../domain/search/understand.ts";
import type { Deps } from "../../api/deps.server.ts";

type SearchDeps = Pick<Deps, "challenges" | "data">;

const NOTHING: Understanding = { parts: [], filters: [], conditions: [] };

/** Returns what a search text asks for in the lists of these challenges. */
export async function understandText(
  text: string | null,
  scope: readonly ChallengeDefinition[],
  { challenges, data }: SearchDeps,
): Promise<Understanding> {
  if (text === null) return NOTHING;
  const vocabulary = await data.search.vocabulary([...challenges.values()]);
  const { players, words, needsVersion } = lookupsFor(text, vocabulary);
  // Only words of the searched lists count: others' words could find nothing here. Players are the same in all.
  const keys = scope.map(({ key }) => key);
  return understand(
    scope,
    text,
    vocabulary,
    await data.search.known(players, words, keys, needsVersion ? [...challenges.keys()] : null),
  );
}

/** Returns the query of a list whose text has been understood. */
export async function understandList(
  definition: ChallengeDefinition,
  request: ListRequest,
  deps: SearchDeps,
): Promise<ListQuery & { readonly understanding: Understanding }> {
  const understanding = await understandText(request.text, [definition], deps);
  try {
    return { ...withUnderstood(definition, request, understanding), understanding };
  } catch (error) {
    // The parameters are valid: it is the text that asks too much, such as three towers in a pair. No row has that.
    if (error instanceof BadParameter)
      return { ...request.query, conditions: [{ on: "nothing" }], understanding };
    throw error;
  }
}

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
