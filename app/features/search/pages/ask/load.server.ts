import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { nameOfKind } from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { mediaUrl, pages, type Query } from "../../../../../domain/contract/routes.ts";
import type {
  AnswerInPart,
  AnswerOfMeaning,
  ChallengeAnswer,
  Headline,
  UnderstoodPartAnswer,
} from "../../../../../domain/contract/search.ts";
import { playerOf } from "../../../../../domain/fields/link/player.ts";
import type { PackedMarks } from "../../../../../domain/fields/marks/packed.ts";
import { LONGEST_SEARCH } from "../../../../../domain/limits.ts";
import { isSearchTooLong, readSearchValue } from "../../../../../domain/lists/parameters.ts";
import { bestFirst } from "../../../../../domain/lists/record.ts";
import { playersOf, towersOf, wordsOf } from "../../../../../domain/lists/row.ts";
import { keyQueryOf } from "../../../../../domain/lists/url-state.ts";
import { problem, say } from "../../../../../domain/messages/index.ts";
import type { AskedKind } from "../../../../../domain/search/asked.ts";
import type { PageContext } from "../../../../ui/context.ts";
import { listBy } from "../../../../ui/list.server.ts";
import { plateOf, towerMarksOf } from "../../../../ui/marks.server.ts";
import { answerOrRefusal } from "../../../../ui/outcome.server.ts";

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

/** The least cost of what a challenge has: its amount in words, by whom, and in which version. */
interface LeastCost {
  /** "Quad"; null where the question has not exactly one map. */
  readonly map: string | null;
  readonly cost: string;
  readonly players: string;
  /** "54.0"; null if it is not known. */
  readonly version: string | null;
  readonly page: string;
}

/** Returns the least cost of verified completions that match; null in challenges that are not about cost. */
async function leastCost(
  definition: ChallengeDefinition,
  filters: readonly FilterShape[],
  context: PageContext,
): Promise<LeastCost | null> {
  const order = definition.record?.by === "money" ? bestFirst(definition) : null;
  if (order === null || filters.length === 0) return null;
  const query = { ...queryOf(filters), pending: 0, sortby: order.sortby, count: 1 };
  const found = await listBy(definition, query, context);
  const [row] = found?.results ?? [];
  if (!row) return null;
  const words = (kind: "money" | "version") => wordsOf(definition, nameOfKind(definition, kind) ?? "", row);
  const [map, ...others] = filters.filter(({ parameter }) => parameter === "map");
  return {
    map: map && others.length === 0 ? map.value : null,
    cost: words("money"),
    players: playersOf(definition, row),
    version: row[nameOfKind(definition, "version") ?? ""] ? words("version") : null,
    page: pages.notes(definition.key, keyQueryOf(definition.keys, row)),
  };
}

/** A proof as a small picture: the address of an uploaded one, or what stands for a video or another site. */
export type Thumbnail =
  | { readonly kind: "picture"; readonly url: string }
  | { readonly kind: "play" | "link" };

async function thumbnailOf(
  { filekey, link }: ChallengeAnswer["found"][number]["completion"],
  { mediumOf, site }: PageContext,
): Promise<Thumbnail | null> {
  if (typeof link === "string") return { kind: playerOf(link) === null ? "link" : "play" };
  const medium = await mediumOf(String(filekey));
  if (medium === null || medium.isMissing) return null;
  if (medium.contentType.startsWith("video")) return { kind: "play" };
  return { kind: "picture", url: `${mediaUrl(String(filekey), site.mediaOrigin)}?thumbnail` };
}

async function cardOf(answered: ChallengeAnswer, context: PageContext) {
  const { shown, without, each, rest } = shownOf(answered);
  const { challenge, label, state, why, reason, filters, found, near, verified, pending, submit } = shown;
  const definition = CHALLENGES.get(challenge);
  const { name = challenge, og = null, keys = [] } = definition ?? {};
  const list = (more: Query = {}) => pages.list(challenge, { ...queryOf(filters), ...more });
  const [first] = found;
  const catalogue = await context.catalogue();
  /** What the challenge records of the question. */
  const recorded = state === "done" ? filters : (near[0]?.filters ?? []);
  const isAboutRecorded = state === "done" || why === "not-tracked";
  return {
    thumbnail: first ? await thumbnailOf(first.completion, context) : null,
    least: definition && isAboutRecorded ? await leastCost(definition, recorded, context) : null,
    challenge,
    label,
    name,
    state,
    why,
    reason,
    verified,
    pending,
    found: found.map(({ completion, heading, players, at, sample }) => ({
      heading,
      marks: definition
        ? [...new Set(Object.values(towerMarksOf(towersOf(definition, completion), catalogue)))]
        : [],
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

export type AnswerCard = Awaited<ReturnType<typeof cardOf>>;

/** Returns the players that a question was understood to name, and who have a page. */
async function peopleIn(parts: readonly UnderstoodPartAnswer[], context: PageContext): Promise<string[]> {
  const names = parts.flatMap(({ filter }) => (filter?.parameter === "person" ? [filter.value] : []));
  const shown = names.map(
    async (person) => (await context.reads.completions.appeared({ person, count: 0 })).hasPage,
  );
  const has = await Promise.all(shown);
  return names.filter((_, at) => has[at]);
}

/** Returns the marks of the towers and maps that a question was understood to name. */
async function marksIn(parts: readonly UnderstoodPartAnswer[], context: PageContext): Promise<PackedMarks> {
  const of = (name: string) =>
    parts.flatMap(({ filter }) => (filter?.parameter === name ? [filter.value] : []));
  const plates = of("map").map(async (map) => [map, await plateOf(map, context)] as const);
  const maps = (await Promise.all(plates)).flatMap(([map, plate]) =>
    plate === null ? [] : [[map, plate] as const],
  );
  return { towers: towerMarksOf(of("tower"), await context.catalogue()), maps: Object.fromEntries(maps) };
}

export interface AskPageData {
  /** The question; empty if there is none yet. */
  readonly text: string;
  readonly status: number;
  readonly isTooLong: boolean;
  /** Why the question was refused. */
  readonly error: string | null;
  /** What was understood, and the answer, in one line; null if there is none. */
  readonly question: string | null;
  readonly summary: string | null;
  /** What it asks for, and the answer to what was understood of it. */
  readonly kind: AskedKind;
  readonly headline: Headline | null;
  readonly parts: readonly UnderstoodPartAnswer[];
  /** Those of its players who have a page. */
  readonly people: readonly string[];
  readonly marks: PackedMarks;
  readonly cards: readonly AnswerCard[];
  /** All lists, for browsing without a question. */
  readonly lists: readonly { readonly key: string; readonly label: string; readonly name: string }[];
}

const NOTHING = {
  status: 200,
  isTooLong: false,
  error: null,
  question: null,
  summary: null,
  parts: [],
  cards: [],
  kind: "done" as AskedKind,
  headline: null,
  people: [],
  marks: { towers: {}, maps: {} },
  lists: Array.from(CHALLENGES.values(), ({ key, label, name }) => ({ key, label, name })),
};

/** The kinds of questions that each challenge has an answer to. */
const WITH_ANSWERS: ReadonlySet<AskedKind> = new Set([
  "done",
  "who",
  "count",
  "record",
  "player",
  "cannot-say",
]);

/** Loads what a text asks for and the answer to it, challenge by challenge. */
export async function loadAskPage(search: URLSearchParams, context: PageContext): Promise<AskPageData> {
  const text = search.get("q")?.trim() ?? "";
  if (isSearchTooLong(text))
    return { ...NOTHING, text: text.slice(0, LONGEST_SEARCH), status: 400, isTooLong: true };
  if (text === "") return { ...NOTHING, text };
  const { body, error, status } = await answerOrRefusal(() =>
    context.reads.search.answer(readSearchValue(text, "q")),
  );
  if (error !== null) return { ...NOTHING, text, status, error };
  const { question, summary, kind, headline, understood, answers } = body;
  const { parts } = understood;
  const [cards, marks, people] = await Promise.all([
    Promise.all((WITH_ANSWERS.has(kind) ? answers : []).map((each) => cardOf(each, context))),
    marksIn(parts, context),
    peopleIn(parts, context),
  ]);
  return { ...NOTHING, text, question, summary, kind, headline, parts, people, cards, marks };
}
