import type { ChallengeDefinition } from "../../challenges/define.ts";
import { type AskedList, type ListQuery, withUnderstood } from "../../derive/list-query.ts";
import { BadParameter } from "../../derive/parameters.ts";
import { asksOf, type Understanding, understand } from "../../derive/search/understand.ts";
import type { Deps } from "../app.ts";

type Asked = Pick<Deps, "challenges" | "data">;

const NOTHING: Understanding = { parts: [], filters: [], conditions: [] };

/** What a search text asks for in the lists of these challenges. */
export async function understandText(
  text: string | null,
  scope: readonly ChallengeDefinition[],
  { challenges, data }: Asked,
): Promise<Understanding> {
  if (text === null) return NOTHING;
  const vocabulary = await data.search.vocabulary([...challenges.values()]);
  const { players, words } = asksOf(text, vocabulary);
  // Words of the lists that are searched alone: what another has is nothing that these could find. A player is one in all.
  const keys = scope.map(({ key }) => key);
  return understand(scope, text, vocabulary, await data.search.known(players, words, keys));
}

/** A list with its text understood. */
export async function understandList(
  definition: ChallengeDefinition,
  asked: AskedList,
  deps: Asked,
): Promise<ListQuery & { readonly understanding: Understanding }> {
  const understanding = await understandText(asked.text, [definition], deps);
  try {
    return { ...withUnderstood(definition, asked, understanding), understanding };
  } catch (error) {
    // The address itself was read: it is what was typed that goes too far, three towers in a pair say. No row is so.
    if (error instanceof BadParameter)
      return { ...asked.query, conditions: [{ on: "nothing" }], understanding };
    throw error;
  }
}
