import type { ChallengeDefinition } from "../../challenges/define.ts";
import type { Source } from "../../contract/sources.ts";
import { type AskedList, type ListQuery, withUnderstood } from "../../derive/list-query.ts";
import { BadParameter } from "../../derive/parameters.ts";
import { asksOf, type Understanding, understand } from "../../derive/search/understand.ts";
import type { Vocabulary } from "../../derive/search/vocabulary.ts";
import type { Deps } from "../deps.ts";
import { Recent } from "../recent.ts";

type Asked = Pick<Deps, "challenges" | "data">;

/** The cache of what texts were understood as, with the approximate bytes of one. */
const UNDERSTOOD = {
  most: 500,
  bytes: 4 * 1024 * 1024,
  weigh: ({ parts, conditions }: Understanding) => 2_000 + (parts.length + conditions.length) * 1_000,
};

/**
 * What texts were understood as, by everything that determines it: the vocabulary, the text, the lists, and what the
 * database knows of its words. Most writes change none of these, and understanding a text takes longer than looking
 * them up.
 */
const understood = new WeakMap<Vocabulary, Recent<Understanding>>();

/** What a text was understood as, and the sources of what is known of its words. */
export interface Understood extends Understanding {
  readonly knownBy: readonly Source[];
}

const NOTHING: Understood = { parts: [], filters: [], conditions: [], knownBy: [] };

/** Returns what a search text asks for in the lists of these challenges. */
export async function understandText(
  text: string | null,
  scope: readonly ChallengeDefinition[],
  { challenges, data }: Asked,
): Promise<Understood> {
  if (text === null) return NOTHING;
  const vocabulary = await data.search.vocabulary([...challenges.values()]);
  const { players, words } = asksOf(text, vocabulary);
  // Only words of the searched lists count: others' words could find nothing here. Players are the same in all.
  const keys = scope.map(({ key }) => key);
  const { known, sources: knownBy } = await data.search.known(players, words, keys);
  const texts = understood.get(vocabulary) ?? new Recent<Understanding>(UNDERSTOOD);
  understood.set(vocabulary, texts);
  const key = JSON.stringify([keys, text, [...known.players], [...known.held]]);
  const remembered = texts.get(key);
  if (remembered) return { ...remembered, knownBy };
  const understanding = understand(scope, text, vocabulary, known);
  texts.set(key, understanding);
  return { ...understanding, knownBy };
}

/** Returns the query of a list whose text has been understood. */
export async function understandList(
  definition: ChallengeDefinition,
  asked: AskedList,
  deps: Asked,
): Promise<ListQuery & { readonly understanding: Understood }> {
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
