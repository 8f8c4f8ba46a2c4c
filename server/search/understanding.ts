import type { ChallengeDefinition } from "../../challenges/define.ts";
import { type AskedList, type ListQuery, withUnderstood } from "../../derive/list-query.ts";
import { BadParameter } from "../../derive/parameters.ts";
import { asksOf, type Understanding, understand } from "../../derive/search/understand.ts";
import type { Deps } from "../deps.ts";

type Asked = Pick<Deps, "challenges" | "data">;

const NOTHING: Understanding = { parts: [], filters: [], conditions: [] };

/** Returns what a search text asks for in the lists of these challenges. */
export async function understandText(
  text: string | null,
  scope: readonly ChallengeDefinition[],
  { challenges, data }: Asked,
): Promise<Understanding> {
  if (text === null) return NOTHING;
  const vocabulary = await data.search.vocabulary([...challenges.values()]);
  const { players, words } = asksOf(text, vocabulary);
  // Only words of the searched lists count: others' words could find nothing here. Players are the same in all.
  const keys = scope.map(({ key }) => key);
  return understand(scope, text, vocabulary, await data.search.known(players, words, keys));
}

/** Returns the query of a list whose text has been understood. */
export async function understandList(
  definition: ChallengeDefinition,
  asked: AskedList,
  deps: Asked,
): Promise<ListQuery & { readonly understanding: Understanding }> {
  const understanding = await understandText(asked.text, [definition], deps);
  try {
    return { ...withUnderstood(definition, asked, understanding), understanding };
  } catch (error) {
    // The parameters are valid: it is the text that asks too much, such as three towers in a pair. No row has that.
    if (error instanceof BadParameter)
      return { ...asked.query, conditions: [{ on: "nothing" }], understanding };
    throw error;
  }
}
