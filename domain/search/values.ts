import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, labelIn } from "../challenges/fields.ts";
import type { Find } from "../fields/find.ts";
import type { Filter } from "../fields/kind.ts";
import { DIFFICULTIES } from "../game/facts.ts";
import { ogToken, pendingToken } from "../game/words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A word that is a value of one of the lists' own filters: "expert", "cheapest", "og". */
export interface ValueWord {
  readonly filter: Filter;
  readonly label: string;
  /** Finds the rows that have it; null across several lists, where nobody asks for rows. */
  readonly find: Find | null;
}

/** Returns the value words of these lists. */
export function valueWords(
  scope: readonly ChallengeDefinition[],
  vocabulary: Vocabulary,
): ReadonlyMap<string, ValueWord> {
  const [own = null] = scope.length === 1 ? scope : [];
  const found = new Map<string, ValueWord>();
  const add = (word: string, filter: Filter, find: Find | null): void => {
    const label = scope.map((definition) => labelIn(definition, filter[0])).find((each) => each !== null);
    if (label && !found.has(word)) found.set(word, { filter, label, find });
  };
  for (const definition of scope) {
    // Across several lists, "og" means the mark of originals, not the completion type.
    for (const [name, { choices }] of fieldsOfKind(definition, "completiontype"))
      for (const choice of choices) if (own || choice !== "og") add(choice, [name, choice], { word: choice });
    if (definition.og)
      for (const word of ["og", "ogs", "original"]) add(word, ["og", "1"], own && { word: ogToken(true) });
  }
  add("pending", ["pending", "1"], own && { word: pendingToken(true) });
  add("verified", ["pending", "0"], own && { word: pendingToken(false) });
  for (const difficulty of DIFFICULTIES) {
    const maps = vocabulary.mapsOf(difficulty).map((map): Find => ({ map }));
    add(difficulty.toLowerCase(), ["difficulty", difficulty.toLowerCase()], { any: maps });
  }
  return found;
}
