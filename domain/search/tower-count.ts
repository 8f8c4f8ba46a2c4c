import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind } from "../challenges/fields.ts";
import type { QueryWord } from "../game/words.ts";
import type { TextRange } from "./question.ts";

/** How many towers, or tower types, a question asks for: "3 towers", "single tower", "3tc", "2 tower types". */
export interface TowerCount {
  /** Null: as few as there can be, "less than 3 towers". */
  readonly count: number | null;
  /** The key of the challenge that records it. */
  readonly challenge: string;
  readonly number: TextRange;
  /** The words of what is counted. */
  readonly noun: TextRange;
  readonly words: readonly QueryWord[];
}

const NUMBERS = new Map(
  "single solo one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, at) => [word, Math.max(1, at - 1)]),
);
const numberOf = (word: string): number | null =>
  /^[1-9]\d?$/.test(word) ? Number(word) : (NUMBERS.get(word) ?? null);

const COUNTED = /^(?:different|unique|distinct|towers?|types?)$/;

/** What makes a number a bound. */
const BOUND = new Set("than under over below above most least to fewer less more top".split(" "));
/** Those that ask for as few as there can be. */
const UPPER = new Set(["less than", "fewer than", "at most", "up to", "under", "below"]);

/**
 * Finds a number of towers in a question. Two towers without a word on types are a challenge of their own.
 * @param named the keys of the challenges that the question names
 */
export function towerCountIn(
  words: readonly QueryWord[],
  definitions: readonly ChallengeDefinition[],
  named: ReadonlySet<string>,
): TowerCount | null {
  const counting = definitions.filter(({ record }) => record?.by === "towerCount");
  const isOfTypes = (definition: ChallengeDefinition): boolean =>
    fieldsOfKind(definition, "towerset").some(([, { set }]) => set);
  const found = (
    count: number | null,
    areTypes: boolean,
    number: TextRange,
    nouns: readonly QueryWord[],
    noun: TextRange,
  ) => {
    const able = named.size === 0 ? counting.filter((each) => isOfTypes(each) === areTypes) : counting;
    const definition = able.find(({ key }) => named.size === 0 || named.has(key));
    if (!definition || (count === 2 && !areTypes && named.size === 0)) return null;
    return { count, challenge: definition.key, number, noun, words: nouns };
  };
  for (const [at, first] of words.entries()) {
    // "3tc" is what players call it, as "2tc".
    const [, digits] = /^([1-9]\d?)tcs?$/.exec(first.word) ?? [];
    if (digits !== undefined && definitions.every(({ key }) => !first.word.startsWith(key))) {
      const middle = first.from + digits.length;
      const number = { from: first.from, to: middle };
      return found(Number(digits), false, number, [first], { from: middle, to: first.to });
    }
    const count = numberOf(first.word);
    const isBound = BOUND.has(words[at - 1]?.word ?? "");
    const bounds = [words.slice(Math.max(0, at - 2), at), words.slice(Math.max(0, at - 1), at)];
    const upper = bounds.find((each) => UPPER.has(each.map(({ word }) => word).join(" ")));
    if (count === null || (isBound && !upper)) continue;
    const nouns = words
      .slice(at + 1, at + 4)
      .filter((_, place, next) => next.slice(0, place + 1).every(({ word }) => COUNTED.test(word)));
    if (!nouns.some(({ word }) => /^(?:towers?|types?)$/.test(word))) continue;
    const areTypes = nouns.some(({ word }) => !/^towers?$/.test(word));
    const [start, end] = [nouns[0] ?? first, nouns.at(-1) ?? first];
    const all = [...(upper ?? []), first, ...nouns];
    return found(upper ? null : count, areTypes, first, all, { from: start.from, to: end.to });
  }
  return null;
}
