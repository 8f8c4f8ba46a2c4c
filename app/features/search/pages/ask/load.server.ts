import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import {
  type AnswerInPart,
  type AnswerOfMeaning,
  answer,
  type ChallengeAnswer,
} from "../../../../../domain/contract/answers.ts";
import type { PageContext } from "../../../../../domain/contract/page-context.ts";
import { pages, type Query } from "../../../../../domain/contract/routes.ts";
import type { UnderstoodPartAnswer } from "../../../../../domain/contract/search.ts";
import { keyQueryOf } from "../../../../../domain/lists/key-of.ts";
import { problem, say } from "../../../../../domain/messages/index.ts";
import { isSearchTooLong, LONGEST_SEARCH } from "../../../../../domain/search/length.ts";
import { ask } from "../../../../ui/ask.server.ts";

type FilterShape = ChallengeAnswer["filters"][number];

/** Turns filters into the query of an address. A parameter that is there several times keeps all its values. */
const queryOf = (filters: readonly FilterShape[]): Query =>
  Object.fromEntries(
    [...Map.groupBy(filters, ({ parameter }) => parameter)].map(([name, each]) => [
      name,
      each.map(({ value }) => value),
    ]),
  );

/** Returns what is shown of one meaning of words that fit several names. */
const meaningOf = (challenge: string, { meant, text: _, filters, ...said }: AnswerOfMeaning) => ({
  ...said,
  name: meant.join(" + "),
  list: pages.list(challenge, queryOf(filters)),
});

/** What there is without a word that nothing here is recorded of. */
const nearWithout = ({ filters, verified, pending }: AnswerInPart): ChallengeAnswer["near"] => [
  { without: { parameter: "", value: "" }, filters, verified, pending, examples: [] },
];

/**
 * Returns what a card shows of an answer: the answer itself, or that to a part of the question, where it leaves out
 * words that were not understood; and each meaning of words that fit several names.
 */
function shownOf(answered: ChallengeAnswer) {
  const { partly, each } = answered;
  const whole = { shown: answered, without: [] as readonly string[], each, rest: null };
  const [first, ...others] = each;
  if (first) {
    // If the challenge records none of the meanings, it does not matter which one was meant.
    const isUntracked = first.why === "not-tracked" && others.every(({ reason }) => reason === first.reason);
    if (!isUntracked) return { ...whole, shown: { ...answered, reason: null }, rest: partly };
    const near = partly ? nearWithout(partly) : [];
    return { ...whole, shown: { ...answered, why: first.why, reason: first.reason, near }, each: [] };
  }
  if (!partly) return whole;
  const { without } = partly;
  if (partly.state !== "not-yet") return { ...whole, shown: { ...answered, ...partly }, without };
  // Nothing without the word that was not understood says nothing of what was meant.
  return {
    ...whole,
    shown: { ...answered, reason: say(problem("none-without", { words: without })) },
    without,
  };
}

/** Returns what is shown of one challenge's answer. */
function cardOf(answered: ChallengeAnswer) {
  const { shown, without, each, rest } = shownOf(answered);
  const { challenge, label, state, why, reason, filters, found, near, verified, pending, submit } = shown;
  const definition = CHALLENGES.get(challenge);
  const { name = challenge, og = null, keys = [] } = definition ?? {};
  const list = (more: Query = {}) => pages.list(challenge, { ...queryOf(filters), ...more });
  return {
    ...{ challenge, label, name, state, why, reason, verified, pending },
    found: found.map(({ completion, heading, players, at, sample }) => ({
      heading,
      players,
      sample,
      day: at?.slice(0, 10) ?? null,
      /** Null if the challenge has no originals. */
      original: og === null ? null : completion.og === true,
      isPending: completion.pending !== null,
      /** Where the proof is if it is on another site. */
      proof: typeof completion.link === "string" ? completion.link : null,
      page: pages.notes(challenge, keyQueryOf(keys, completion)),
    })),
    /** The lists with the same filters. If there are verified and pending completions, each is narrowed to its own. */
    lists: {
      verified: list(pending > 0 ? { pending: 0 } : {}),
      pending: list(verified > 0 ? { pending: 1 } : {}),
    },
    /** Only known if the answer tried leaving something out. */
    hasNothingNear: near.length > 0 && near.every((each) => each.verified + each.pending === 0),
    near: near
      .filter(({ verified, pending }) => verified + pending > 0)
      .map((each) => ({ ...each, list: pages.list(challenge, queryOf(each.filters)) })),
    submit: submit && pages.addForm(challenge, queryOf(submit)),
    /** What the answer leaves out of the question; empty if nothing. */
    without,
    each: each.map((one) => meaningOf(challenge, one)),
    /** What there is without the words that fit several names; null if not even that. */
    rest:
      rest && rest.verified + rest.pending > 0
        ? { ...rest, list: pages.list(challenge, queryOf(rest.filters)) }
        : null,
  };
}

export type Card = ReturnType<typeof cardOf>;

export interface AskPageData {
  /** What is asked; empty if nothing yet. */
  readonly text: string;
  readonly status: number;
  readonly isTooLong: boolean;
  /** Why the question was refused. */
  readonly error: string | null;
  /** What was understood, and the answer, in one line; null if there is none. */
  readonly question: string | null;
  readonly summary: string | null;
  readonly parts: readonly UnderstoodPartAnswer[];
  readonly cards: readonly Card[];
  /** All lists, for browsing without a question. */
  readonly lists: readonly { readonly key: string; readonly label: string; readonly name: string }[];
}

const NOTHING = {
  ...{ status: 200, isTooLong: false, error: null, question: null, summary: null, parts: [], cards: [] },
  lists: Array.from(CHALLENGES.values(), ({ key, label, name }) => ({ key, label, name })),
};

/** Loads what a text asks for and the answer to it, challenge by challenge. */
export async function loadAskPage(search: URLSearchParams, context: PageContext): Promise<AskPageData> {
  const text = search.get("q")?.trim() ?? "";
  if (isSearchTooLong(text))
    return { ...NOTHING, text: text.slice(0, LONGEST_SEARCH), status: 400, isTooLong: true };
  if (text === "") return { ...NOTHING, text };
  const { body, error, status } = await ask(context, answer, { q: text });
  if (error !== null) return { ...NOTHING, text, status, error };
  const { question, summary, understood, answers } = body;
  return { ...NOTHING, text, question, summary, parts: understood.parts, cards: answers.map(cardOf) };
}
