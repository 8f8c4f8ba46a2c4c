import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type { ChallengeAnswer, Corrected, UnderstoodAnswer } from "../../../domain/contract/search.ts";
import type { Filter } from "../../../domain/fields/kind.ts";
import { personSortKey } from "../../../domain/game/name-key.ts";
import { type ListQuery, type ListRequest, withUnderstood } from "../../../domain/lists/list-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { type Asked, readAsked, subjectsIn } from "../../../domain/search/asked.ts";
import { playersNamed } from "../../../domain/search/reading.ts";
import { lookupsFor, type Understanding, understand } from "../../../domain/search/understand.ts";
import { oncePerAnswer } from "../../../server/db/tags.ts";
import type { Deps } from "../../api/deps.server.ts";

type SearchDeps = Pick<Deps, "challenges" | "data">;

const NOTHING: Understanding = { parts: [], filters: [], conditions: [] };

/** Returns what a question asks for, and its text without the words that say it. */
export async function readQuestion(text: string, { challenges, data }: SearchDeps): Promise<Asked> {
  const definitions = [...challenges.values()];
  const vocabulary = await data.search.vocabulary(definitions);
  const { players } = lookupsFor(text, vocabulary);
  const subjects = subjectsIn(text).map(({ name }) => personSortKey(name));
  const known = await data.search.known([...players, ...subjects], [], []);
  const playerNamed = (name: string): string | null => {
    const [only, ...others] = playersNamed(name, known.players) ?? [];
    return only && others.length === 0 ? only.shown : null;
  };
  return readAsked(text, definitions, vocabulary, playerNamed);
}

const oncePerText = oncePerAnswer<Understanding>();

/**
 * Returns what a search text asks for in the lists of these challenges. For one answer a text is understood once.
 * @param read the text with blanks in place of words that are left out
 */
export async function understandingOf(
  text: string | null,
  scope: readonly ChallengeDefinition[],
  deps: SearchDeps,
  read = text ?? "",
): Promise<Understanding> {
  if (text === null) return NOTHING;
  const key = JSON.stringify([text, read, scope.map((definition) => definition.key)]);
  return oncePerText(key, () => understandText(text, scope, deps, read));
}

function understandText(
  text: string,
  scope: readonly ChallengeDefinition[],
  deps: SearchDeps,
  read: string,
): Promise<Understanding> {
  return lookUp(read, scope, deps).then(({ vocabulary, known }) =>
    understand(scope, text, vocabulary, known, read),
  );
}

/** Returns all names that a search knows, and what is known of the words of a text. */
async function lookUp(read: string, scope: readonly ChallengeDefinition[], { challenges, data }: SearchDeps) {
  const vocabulary = await data.search.vocabulary([...challenges.values()]);
  const { players, words, needsVersion } = lookupsFor(read, vocabulary);
  // Only words of the searched lists count: others' words could find nothing here. Players are the same in all.
  const keys = scope.map(({ key }) => key);
  const known = await data.search.known(players, words, keys, needsVersion ? [...challenges.keys()] : null);
  return { vocabulary, known };
}

/** Returns the query of a list whose text has been understood. */
export async function understandList(
  definition: ChallengeDefinition,
  request: ListRequest,
  deps: SearchDeps,
): Promise<ListQuery & { readonly understanding: Understanding }> {
  const understanding = await understandingOf(request.text, [definition], deps);
  try {
    return {
      ...withUnderstood(definition, request, understanding, await deps.data.catalogue.current()),
      understanding,
    };
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

/** Returns the question as a heading: "Absolute Zero + Quincy on Quad". */
export function questionIn(text: string, filters: readonly Filter[]): string {
  const of = (parameter: string): string[] =>
    filters.flatMap(([name, value]) => (name === parameter ? [value] : []));
  const [towers, maps, people] = [of("tower").join(" + "), of("map").join(", "), of("person").join(" and ")];
  const others = filters.filter(([name]) => !["tower", "map", "person"].includes(name));
  // Filters that have no words of their own appear as typed.
  if (others.length > 0 || filters.length === 0) return text;
  if (!towers && !maps) return `Everything by ${people}`;
  return [towers, maps && (towers ? `on ${maps}` : maps), people && `by ${people}`].filter(Boolean).join(" ");
}

/** Returns the answer in one line: "Absolute Zero + Quincy on Quad: done by Ada (2TC)". */
export function summaryOf(
  text: string,
  filters: readonly Filter[],
  answers: readonly ChallengeAnswer[],
): string {
  const of = (state: ChallengeAnswer["state"]) => answers.filter((each) => each.state === state);
  const verdict = (): string => {
    const done = of("done").map(({ label, verified, found: [first] }) =>
      verified === 1 && first
        ? `by ${first.players} (${label}${first.sample ? ", a sample" : ""})`
        : `${verified} times in ${label}${first?.sample ? " (includes sample data)" : ""}`,
    );
    if (done.length > 0) return `done ${done.join(", ")}`;
    const waiting = of("pending").map(({ label }) => label);
    if (waiting.length > 0) return `pending (${waiting.join(", ")})`;
    return of("not-yet").length > 0 ? "not in this index yet" : "cannot say";
  };
  return `${questionIn(text, filters)}: ${verdict()}`;
}
