import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { answer, type ChallengeAnswer } from "../../../../../domain/contract/answers.ts";
import type { PageContext } from "../../../../../domain/contract/page-context.ts";
import { pages, type Query } from "../../../../../domain/contract/routes.ts";
import type { UnderstoodPartAnswer } from "../../../../../domain/contract/search.ts";
import { keyQueryOf } from "../../../../../domain/lists/key-of.ts";
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

/** Returns what is shown of one challenge's answer. */
function cardOf(answered: ChallengeAnswer) {
  const { challenge, filters, found, near, submit, verified, pending, ...rest } = answered;
  const definition = CHALLENGES.get(challenge);
  const { name = challenge, og = null, keys = [] } = definition ?? {};
  const list = (more: Query = {}) => pages.list(challenge, { ...queryOf(filters), ...more });
  return {
    ...rest,
    ...{ challenge, name, verified, pending },
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
  /** The answer in one line; null if there is none. */
  readonly summary: string | null;
  readonly parts: readonly UnderstoodPartAnswer[];
  readonly cards: readonly Card[];
  /** All lists, for browsing without a question. */
  readonly lists: readonly { readonly key: string; readonly label: string; readonly name: string }[];
}

const NOTHING = {
  ...{ status: 200, isTooLong: false, error: null, summary: null, parts: [], cards: [] },
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
  const { summary, understood, answers } = body;
  return { ...NOTHING, text, summary, parts: understood.parts, cards: answers.map(cardOf) };
}
