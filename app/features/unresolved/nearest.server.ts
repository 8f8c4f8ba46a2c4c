import type { UnresolvedName } from "../../../domain/contract/unresolved.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { wordsIn } from "../../../domain/game/words.ts";
import type { Meaning, Vocabulary } from "../../../domain/search/vocabulary.ts";

const MOST_NEAREST = 3;
/** More than any name has, in letters: what is longer is not compared. */
const LONGEST_NAME = 60;
/** The fewest letters of a word by which a name is looked for, and the most words that are looked up. */
const SHORTEST_WORD = 4;
const MOST_WORDS = 5;

/** Returns what a name in a row may be meant for, as the search reads it: the nearest first. */
export function nearestOf(
  { kind, name }: Pick<UnresolvedName, "kind" | "name">,
  vocabulary: Vocabulary,
): readonly string[] {
  if (name.length > LONGEST_NAME) return [];
  const words = wordsIn(name);
  const found: readonly Meaning[] = [
    ...(vocabulary.named(name)?.meanings ?? []),
    ...(words.length === 0 ? [] : vocabulary.allBegunBy(words)),
    ...vocabulary.near(nameKey(name), MOST_NEAREST),
    ...words
      .filter((word) => word.length >= SHORTEST_WORD)
      .slice(0, MOST_WORDS)
      .flatMap((word) => [...vocabulary.allBegunBy([word]), ...vocabulary.near(word, MOST_NEAREST)]),
  ];
  const names = found.filter((meaning) => meaning.kind === kind).map((meaning) => meaning.name);
  return [...new Set(names)].slice(0, MOST_NEAREST);
}
