import type { QueryWord } from "../game/words.ts";
import { stemOf } from "./phrases.ts";

/** What a question counts or ranks by a word of its own, by the stems of such words. Completions are no noun of these. */
const NOUNS = {
  players: "player people ppl person guy user member",
  maps: "map track",
  towers: "tower",
  types: "type",
  pairs: "pair combo combination duo",
  records: "record wr wrs",
  /** What the index does not count or rank. */
  others:
    "hero heroe upgrade paragon monkey pop video vid clip screenshot link proof version update patch cash money dollar round " +
    "life live hour minute place challenge helper verifier mod moderator category difficulty difficultie",
} as const satisfies Readonly<Record<string, string>>;
export type Noun = keyof typeof NOUNS;

/** A noun that a question names, as it was typed. */
export interface Mention {
  readonly noun: Noun;
  readonly typed: string;
  /** Where it begins in the question. */
  readonly from: number;
}

const NOUN_OF = new Map(
  (Object.keys(NOUNS) as Noun[]).flatMap((noun) =>
    NOUNS[noun].split(" ").map((stem) => [stem, noun] as const),
  ),
);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** What stands between a noun and what is said of it: "how many maps *has* Ada". */
const AFTER_NOUN = setOf(
  "on with by in for at using do does did has have had having is are was were been be to can could without not " +
    "run runs game games completion completions og ogs entry entries submission submissions time times",
);
/** What makes a noun behind it part of a condition: "the most on a map". */
const OF_CONDITION = setOf("on in with by for at of to using");
const ARTICLES = setOf("a an the this that one each any every single different all");
const SUPERLATIVES = setOf("most top best fewest least popular common cheapest");

/** The most words between "how many" or "most" and their noun. */
const REACH = 5;

/** What a question counts and ranks; null: completions, or nothing that was named. */
export interface NamedNouns {
  /** What stands behind "how many". */
  readonly counted: Mention | null;
  /** `of`: what is ranked, "which map", "top 5 maps". `by`: what stands behind "most", which may also be what is ranked. */
  readonly ranked: { readonly of: Mention | null; readonly by: Mention | null };
}

/**
 * Finds the nouns that a question counts or ranks.
 * @param isName whether a word is part of a name: "map" says nothing of its own in "map quad"
 */
export function nounsIn(words: readonly QueryWord[], isName: (word: QueryWord) => boolean): NamedNouns {
  const mentionAt = (at: number): Mention | null => {
    const [word, after] = [words[at], words[at + 1]];
    const noun = word && NOUN_OF.get(stemOf(word.word));
    const isLabel =
      word !== undefined && stemOf(word.word) === word.word && after !== undefined && isName(after);
    return !word || !noun || isName(word) || isLabel ? null : { noun, typed: word.typed, from: word.from };
  };
  /** The last noun of those from a place on, before what is said of it. */
  const nounFrom = (from: number): Mention | null => {
    const end = words.findIndex(({ word }, at) => at >= from && (at >= from + REACH || AFTER_NOUN.has(word)));
    const places = words.map((_, at) => at).slice(from, end === -1 ? words.length : end);
    return places.flatMap((at) => mentionAt(at) ?? []).at(-1) ?? null;
  };
  const after = (...phrase: readonly string[]): number => {
    const at = words.findIndex((_, start) =>
      phrase.every((word, place) => words[start + place]?.word === word),
    );
    return at === -1 ? -1 : at + phrase.length;
  };
  const [count = -1] = [
    after("how", "many"),
    after("number", "of"),
    after("count", "of"),
    after("total"),
  ].filter((at) => at !== -1);
  const best = words.findIndex(({ word }) => SUPERLATIVES.has(word));
  const by = best === -1 ? null : nounFrom(best + 1);
  const isInCondition = (at: number): boolean => {
    const before = words.slice(0, at).findLast(({ word }) => !ARTICLES.has(word));
    return before !== undefined && OF_CONDITION.has(before.word);
  };
  const who = words.find(({ word }) => /^who(?:s|se|m)?$/.test(word));
  const [first = null] = words.flatMap((_, at) =>
    at < best && !isInCondition(at) ? (mentionAt(at) ?? []) : [],
  );
  const of = who ? { noun: "players" as const, typed: who.typed, from: who.from } : first;
  const isMost = words[best]?.word === "most";
  return {
    counted: count === -1 ? null : nounFrom(count),
    ranked: { of: of ?? (isMost ? null : by), by: isMost ? by : null },
  };
}
