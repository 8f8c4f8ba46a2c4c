import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, labelIn, rowFields } from "../challenges/fields.ts";
import type { Filter } from "../fields/kind.ts";
import { DIFFICULTIES } from "../game/facts.ts";
import { ogToken, pendingToken, type WordQuery, wordsIn } from "../game/words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What people write between names. It never excludes a result. */
export const CONNECTING = new Set(["+", "&", "|", "/", ",", "x", "and", "on", "with", "vs", "by"]);

/** The connecting words that are signs: no name begins or ends with one. */
export const SIGNS = new Set(["+", "&", "|", "/", ","]);

/** Words that only phrase a question; no completion is searched by them: "has anyone done … yet?" */
export const ASKING = new Set([
  ...["has", "have", "is", "was", "been", "did", "does", "do", "done", "ever", "yet", "already"],
  ...[
    "anyone",
    "anybody",
    "someone",
    "somebody",
    "completed",
    "completion",
    "completions",
    "chimps",
    "beaten",
    "the",
    "of",
    "in",
    "for",
    "to",
    "at",
    "using",
  ],
]);

/** Common words. They never stand for a name that only begins with them, but are searched for: negations matter. */
export const COMMON = new Set([
  ...[
    "not",
    "no",
    "never",
    "nor",
    "without",
    "except",
    "but",
    "if",
    "or",
    "be",
    "me",
    "my",
    "you",
    "it",
    "this",
  ],
  ...[
    "that",
    "all",
    "any",
    "every",
    "most",
    "least",
    "less",
    "more",
    "only",
    "just",
    "still",
    "can",
    "could",
  ],
  ...[
    "will",
    "would",
    "should",
    "how",
    "what",
    "when",
    "where",
    "who",
    "why",
    "which",
    "there",
    "here",
    "from",
  ],
  ...["first", "last", "one", "two", "three", "four", "true", "best", "new", "old", "left", "open", "other"],
]);

/** Whether a word is ignored beside any other word. */
export const isConnecting = (word: string): boolean => CONNECTING.has(word) || ASKING.has(word);

/** A word that is a value of one of the lists' own filters: "expert", "cheapest", "og". */
export interface ValueWord {
  readonly filter: Filter;
  readonly label: string;
  /** Finds the rows that have it; null across several lists, where nobody asks for rows. */
  readonly find: WordQuery | null;
}

/** The parameter that asks for a field's value, by its kind. */
const PARAMETERS: Readonly<Record<string, string>> = {
  tower: "tower",
  towerset: "tower",
  map: "map",
  person: "person",
  version: "version",
  date: "date",
  money: "money",
  completiontype: "completiontype",
  difficulty: "difficulty",
};

/** Labels of the site that are no field's, and short forms of such. */
const OTHER_LABELS: readonly (readonly [string, string])[] = [
  ...([
    ["tower", "tower"],
    ["towers", "tower"],
    ["cash", "money"],
    ["money", "money"],
    ["version", "version"],
    ["update", "version"],
    ["ver", "version"],
    ["v", "version"],
  ] as const),
];

/** Returns the words that these lists have before a value: "update", "cash spent". */
export function labelWords(scope: readonly ChallengeDefinition[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (label: string, parameter: string): void => {
    const words = wordsIn(label).join(" ");
    found.set(words, (found.get(words) ?? new Set()).add(parameter));
  };
  for (const [label, parameter] of OTHER_LABELS)
    if (scope.some((definition) => labelIn(definition, parameter) !== null)) add(label, parameter);
  for (const definition of scope)
    for (const [, { kind, label, column }] of rowFields(definition)) {
      const parameter = PARAMETERS[kind];
      if (parameter !== undefined)
        for (const each of column ? [label, column] : [label]) add(each, parameter);
    }
  return found;
}

/** A mark alone, and as the boxes of a list name it: "OG completions only". */
const ONLY = (mark: string): readonly string[] => [
  mark,
  ...[`${mark} only`, `only ${mark}`, `${mark} completions`, `${mark} completions only`],
];

/** Returns the value words of these lists. */
export function valueWords(
  scope: readonly ChallengeDefinition[],
  vocabulary: Vocabulary,
): ReadonlyMap<string, ValueWord> {
  const [own = null] = scope.length === 1 ? scope : [];
  const found = new Map<string, ValueWord>();
  const add = (word: string, filter: Filter, find: WordQuery | null): void => {
    const label = scope.map((definition) => labelIn(definition, filter[0])).find((each) => each !== null);
    if (label && !found.has(word)) found.set(word, { filter, label, find });
  };
  for (const definition of scope) {
    // Across several lists, "og" means the mark of originals, not the completion type.
    for (const [name, { choices }] of fieldsOfKind(definition, "completiontype"))
      for (const choice of choices) if (own || choice !== "og") add(choice, [name, choice], { word: choice });
    if (definition.og)
      for (const word of [...ONLY("og"), "ogs", "original"])
        add(word, ["og", "1"], own && { word: ogToken(true) });
  }
  for (const word of ONLY("pending")) add(word, ["pending", "1"], own && { word: pendingToken(true) });
  add("verified", ["pending", "0"], own && { word: pendingToken(false) });
  for (const difficulty of DIFFICULTIES) {
    const maps = vocabulary.mapsOf(difficulty).map((map): WordQuery => ({ map }));
    add(difficulty.toLowerCase(), ["difficulty", difficulty.toLowerCase()], { any: maps });
  }
  return found;
}
