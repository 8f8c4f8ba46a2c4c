import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { type AnswerResult, answer, type ChallengeAnswer } from "../../../domain/contract/search.ts";
import type { Condition } from "../../../domain/fields/condition.ts";
import type { Filter } from "../../../domain/fields/kind.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { personKey, personSortKey } from "../../../domain/game/name-key.ts";
import { oneLine } from "../../../domain/game/typed-text.ts";
import { tokenOf } from "../../../domain/game/words.ts";
import { filtersOf } from "../../../domain/lists/list-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { headingOf, playersOf, presentRow } from "../../../domain/lists/row.ts";
import { type Problem, problem, say } from "../../../domain/messages/index.ts";
import {
  filterBesidesNames,
  formFor,
  knownOfOriginalsAlone,
  recordedPart,
  unrecorded,
} from "../../../domain/search/answerable.ts";
import type { Asked } from "../../../domain/search/asked.ts";
import { replaced, type TextRange, without } from "../../../domain/search/question.ts";
import type { Understanding, UnderstoodPart } from "../../../domain/search/understand.ts";
import type { Reason } from "../../../domain/search/verdicts.ts";
import { bytesOf, cachedByTags } from "../../../server/cache/bounded-cache.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import type { CountedList } from "../completions/repository/rows.server.ts";
import type { RowPreview } from "../completions/repository/several-lists.server.ts";
import { headlineOf } from "./headline/headline.server.ts";
import {
  presentFilter,
  presentUnderstanding,
  questionIn,
  readQuestion,
  summaryOf,
  understandingOf,
} from "./understanding.server.ts";
import { unresolvedName } from "./unresolved.server.ts";

/** The most completions that an answer names. */
const NAMED = 3;

/** The most other maps, partners or players that an answer gives as examples of what is near. */
const EXAMPLES = 5;

/** The most names that are named as near to one that there is not. */
const MOST_NEAR = 3;

/** Returns the filters of a question, from its words and its keys. Only a tower may occur twice. */
function filtersIn({ parts, filters }: Understanding): Filter[] {
  const read = parts.flatMap(({ kind, filter }) => (kind === "reading" && filter ? [filter] : []));
  const all = [...read, ...filters];
  const isFirst = ([name, value]: Filter, at: number): boolean =>
    at === all.findIndex(([otherName, other]) => otherName === name && other === value);
  return all.filter((filter, at) => filter[0] === "tower" || isFirst(filter, at));
}

/** Returns what was typed without its own quotes, so that it can be quoted. */
const typedIn = ({ typed }: Understanding["parts"][number]): string => typed.replaceAll('"', "");

/** The parts of a question that no filter stands for. */
const openParts = ({ parts }: Understanding) => parts.filter(({ filter }) => filter === null);

/** Returns what was not understood of a question, so that nobody can say whether it is done; null if all of it was. */
function notUnderstood(understanding: Understanding): Doubt | null {
  const open = openParts(understanding);
  const either = open.find(({ kind }) => kind === "either");
  if (either)
    return {
      why: "which-one",
      problem: problem("several-meant", { words: either.typed, names: either.value }),
    };
  const apart = open.filter(({ kind }) => kind === "text" || kind === "filter");
  if (apart.length > 0)
    return { why: "no-answer", problem: problem("no-plain-question", { words: apart.map(typedIn) }) };
  return open.length === 0
    ? null
    : { why: "not-understood", problem: problem("not-understood", { words: open.map(typedIn) }) };
}

/** What an answer is made from. */
type Answering = Pick<Deps, "challenges" | "data">;

/** Why nothing can be said. */
interface Doubt {
  readonly why: Reason;
  readonly problem: Problem;
}

/** The most questions that words which fit several names make together. */
const MOST_MEANT = 16;

/** A question with one meaning for each of its words that fit several names. */
interface Meant {
  readonly meant: readonly string[];
  readonly text: string;
  readonly filters: readonly Filter[];
}

/**
 * Returns the questions that the words which fit several names make, and the parts that these leave out: what is not
 * understood, and words that would make too many.
 */
function questionsMeant(text: string, understanding: Understanding, filters: readonly Filter[]) {
  let questions: readonly Meant[] = [{ meant: [], text, filters }];
  const left: Understanding["parts"][number][] = [];
  // From the end, so that what is put into the text moves no place that is still to come.
  const open = openParts(understanding).toSorted((one, other) => other.place.from - one.place.from);
  for (const part of open) {
    const ways = part.kind === "either" ? part.near.filter(({ filter }) => filter !== null) : [];
    if (ways.length === 0 || questions.length * ways.length > MOST_MEANT) {
      left.unshift(part);
      continue;
    }
    questions = ways.flatMap((way) =>
      questions.map((each) => ({
        meant: [way.name, ...each.meant],
        text: replaced(each.text, part.place, way.written),
        filters: way.filter ? [...each.filters, way.filter] : each.filters,
      })),
    );
  }
  return { questions: questions.filter(({ meant }) => meant.length > 0), left };
}

interface Question {
  readonly definition: ChallengeDefinition;
  readonly filters: readonly Filter[];
  readonly catalogue: Catalogue;
}

const parametersOf = (filters: readonly Filter[]): URLSearchParams =>
  new URLSearchParams(filters.map(([name, value]) => [name, value]));

const listOf = ({ definition, filters, catalogue }: Question): CountedList => ({
  definition,
  conditions: filtersOf(definition, parametersOf(filters), catalogue),
});

/** Returns what a challenge cannot answer; null if it can be. */
function cannotAsk({ definition, filters, catalogue }: Question): Doubt | null {
  const missing = unrecorded(definition, filters, catalogue);
  if (missing) return { why: "not-tracked", problem: missing };
  try {
    filtersOf(definition, parametersOf(filters), catalogue);
    return null;
  } catch (error) {
    if (error instanceof BadParameter) return { why: "not-understood", problem: error.problem };
    throw error;
  }
}

/** Returns the first completions found, verified ones before claims. */
async function findSome(question: Question, { data }: Pick<Deps, "data">) {
  const { definition } = question;
  const rows = await data.completions.findSome(listOf(question), NAMED);
  const times = await data.completions.findTimes(rows.map(({ id }) => id));
  return rows.map((completion) => {
    const row = presentRow(definition, completion);
    const { verifiedAt = null, createdAt = null, isSample = false } = times.get(completion.id) ?? {};
    return {
      completion: row,
      heading: headingOf(definition, row),
      players: playersOf(definition, row),
      at: completion.pending === null ? verifiedAt : createdAt,
      sample: isSample,
    };
  });
}

/** Returns what rows have in place of a filter that was left out: other maps, towers or players. */
function othersIn(
  rows: readonly RowPreview[],
  [left]: Filter,
  rest: readonly Filter[],
  catalogue: Catalogue,
): string[] {
  const names = rest.flatMap(([name, value]) => (name === "tower" ? [catalogue.storedNamesOf(value)] : []));
  /** A row's towers without those in the question, each of which is one of them. */
  const besides = (towers: readonly string[]): string[] =>
    names.reduce<string[]>(
      (others, names) => {
        const at = others.findIndex((tower) => names.includes(tower));
        return at === -1 ? others : others.toSpliced(at, 1);
      },
      [...towers],
    );
  const each = rows.flatMap(({ towers, map, people }) => {
    if (left === "map") return [map];
    if (left === "tower") return besides(towers);
    return left === "person" ? people : [];
  });
  return [...new Set(each)].slice(0, EXAMPLES);
}

/** Returns what there is with one filter fewer. */
async function nearOf(question: Question, { data }: Pick<Deps, "data">): Promise<ChallengeAnswer["near"]> {
  const { filters, catalogue } = question;
  if (filters.length < 2) return [];
  const fewer = filters.map((left) => ({ left, rest: filters.filter((each) => each !== left) }));
  const lists = fewer.map(({ rest }) => listOf({ ...question, filters: rest }));
  const [counts, seen] = await Promise.all([
    data.completions.countAll(lists),
    data.completions.previewRows(lists),
  ]);
  return fewer.map(({ left, rest }, at) => ({
    without: presentFilter(left),
    filters: rest.map(presentFilter),
    verified: counts[at]?.verified ?? 0,
    pending: counts[at]?.pending ?? 0,
    examples: othersIn(seen[at] ?? [], left, rest, catalogue),
  }));
}

/** Returns what there is for as much of a question as the challenge records. */
async function nearRecorded(
  question: Question,
  { data }: Pick<Deps, "data">,
): Promise<ChallengeAnswer["near"]> {
  const { definition, filters, catalogue } = question;
  const recorded = recordedPart(definition, filters, catalogue);
  const left = filters.find((filter) => !recorded.includes(filter));
  if (recorded.length === 0 || !left || cannotAsk({ ...question, filters: recorded })) return [];
  const [count = { verified: 0, pending: 0 }] = await data.completions.countAll([
    listOf({ ...question, filters: recorded }),
  ]);
  return [{ without: presentFilter(left), filters: recorded.map(presentFilter), ...count, examples: [] }];
}

/** What a row may leave out, with the condition that every row meets that does not. */
const SAID = {
  version: { on: "version", from: 0, to: Number.MAX_SAFE_INTEGER },
  date: { on: "date", from: null, before: null },
  money: { on: "money", from: null, to: null },
} as const satisfies Record<string, Condition>;

/** Returns what a row may leave out that a condition is about; null: nothing of that kind. */
function aboutIn(condition: Condition): keyof typeof SAID | null {
  const about = condition.on === "attribute" ? condition.attribute : condition.on;
  return about === "version" || about === "date" || about === "money" ? about : null;
}

/**
 * Returns what a completion leaves out that otherwise meets the conditions, which none meets: it may be the one
 * in question. Null: there is no such completion.
 */
async function leftOut(
  { definition, conditions }: CountedList,
  { data }: Pick<Deps, "data">,
): Promise<keyof typeof SAID | null> {
  const [first] = conditions.flatMap((each) => aboutIn(each) ?? []);
  if (first === undefined) return null;
  const lenient = conditions.map((each): Condition => {
    const about = aboutIn(each);
    return about === null ? each : { on: "any", of: [[each], [{ on: "not", all: [SAID[about]] }]] };
  });
  const [some] = await data.completions.findSome({ definition, conditions: lenient }, 1);
  return some ? first : null;
}

/** Returns the name in a question that is no player's of any verified completion; null: there is none. */
async function unknownPlayer({ filters }: Question, { data }: Pick<Deps, "data">): Promise<string | null> {
  const names = namedIn(filters);
  if (names.length === 0) return null;
  const known = await data.search.known(names.map(personSortKey), [], []);
  const isPlayer = (name: string): boolean =>
    known.players.get(personSortKey(name))?.some(({ key }) => key === personKey(name)) ?? false;
  return names.find((name) => !isPlayer(name)) ?? null;
}

/** Returns the name of a tower or a map in a question that only rows have; null: there is none. */
async function unknownName(
  { filters, catalogue }: Question,
  { challenges, data }: Answering,
): Promise<string | null> {
  const vocabulary = await data.search.vocabulary([...challenges.values()]);
  const isUnknown = ([parameter, value]: Filter): boolean =>
    parameter === "tower" ? !catalogue.find(value) : parameter === "map" && vocabulary.isOtherMap(value);
  return filters.find(isUnknown)?.[1] ?? null;
}

/** Returns the names of players in filters. */
const namedIn = (filters: readonly Filter[]): string[] =>
  filters.flatMap(([parameter, value]) => (parameter === "person" ? [value] : []));

/**
 * Answers whether what some filters ask for is done in one challenge. The answer is "not yet" only if the challenge
 * records everything in the question and could have such a completion, and no completion may be it without saying so.
 */
async function answerFor(
  question: Question,
  { verified, pending }: { readonly verified: number; readonly pending: number },
  deps: Answering,
): Promise<ChallengeAnswer> {
  const { definition, filters, catalogue } = question;
  const common = {
    challenge: definition.key,
    label: definition.label,
    verified,
    pending,
    near: [],
    why: null,
    reason: null,
    partly: null,
    each: [],
    filters: filters.map(presentFilter),
    submit: null,
  };
  const unlisted =
    verified > 0
      ? undefined
      : filters.find(([name, value]) => name === "tower" && !catalogue.find(value))?.[1];
  if (unlisted !== undefined) return cannotSayOf(unlisted, { question, pending }, deps);
  if (verified + pending > 0)
    return { ...common, state: verified > 0 ? "done" : "pending", found: await findSome(question, deps) };
  const more = filterBesidesNames(definition, filters);
  const near = await nearOf(question, deps);
  if (more) return cannotSay(question, { why: "no-answer", problem: more }, near);
  const form = formFor(definition, filters, catalogue);
  const { label } = definition;
  // What is recorded elsewhere is possible, whatever the form says today.
  if (form.problem && !(await isRecorded(question, deps))) {
    const why = problem("cannot-be", { challenge: label, why: say(form.problem) });
    return cannotSay(question, { why: "not-possible", problem: why });
  }
  const ofOriginals = knownOfOriginalsAlone(definition, filters);
  if (ofOriginals) return cannotSay(question, { why: "not-tracked", problem: ofOriginals });
  const [nobody, unsaid] = await Promise.all([
    unknownPlayer(question, deps),
    leftOut(listOf(question), deps),
  ]);
  if (nobody !== null) {
    const called = problem("nobody-so-called", { name: nobody });
    return cannotSay(question, { why: "not-understood", problem: called }, near);
  }
  if (unsaid) {
    const silent = problem("may-be-one-that-does-not-say", { challenge: label, what: unsaid });
    return cannotSay(question, { why: "not-tracked", problem: silent }, near);
  }
  const unknown = await unknownName(question, deps);
  if (unknown !== null) {
    const words = problem("not-understood", { words: [unknown] });
    return cannotSay(question, { why: "not-understood", problem: words }, near);
  }
  const name = await unresolvedName(listOf(question), deps.data);
  if (name !== null) {
    const unresolved = problem("may-be-an-unresolved-one", { challenge: label, name });
    return cannotSay(question, { why: "not-understood", problem: unresolved }, near);
  }
  if ((await deps.data.imports.findUnderWay()) !== null)
    return cannotSay(question, { why: "no-answer", problem: problem("not-all-here-yet") }, near);
  const submit = form.problem ? null : form.fields.map(presentFilter);
  if (form.doubt)
    return {
      ...cannotSay(question, { why: "not-at-todays-prices", problem: form.doubt }, near),
      submit,
    };
  return { ...common, state: "not-yet", found: [], near, submit };
}

/** The parameters that the form may refuse together, wherever and by whomever it was played. */
const REFUSED_BY = new Set(["tower", "money", "completiontype"]);

/** Whether a completion is here that the form refuses for the same reason as the one in question. */
async function isRecorded(question: Question, { data }: Pick<Deps, "data">): Promise<boolean> {
  const { definition, filters, catalogue } = question;
  const refused = filters.filter(([parameter]) => REFUSED_BY.has(parameter));
  const codeOf = (each: readonly Filter[]) => formFor(definition, each, catalogue).problem?.code;
  if (codeOf(refused) !== codeOf(filters)) return false;
  const [count = { verified: 0, pending: 0 }] = await data.completions.countAll([
    listOf({ ...question, filters: refused }),
  ]);
  return count.verified + count.pending > 0;
}

/** Says that there is no such tower or hero yet, with names like it, and what waits under this name. */
async function cannotSayOf(
  name: string,
  { question, pending }: { readonly question: Question; readonly pending: number },
  deps: Answering,
): Promise<ChallengeAnswer> {
  const vocabulary = await deps.data.search.vocabulary([...deps.challenges.values()]);
  const near = vocabulary
    .near(name.toLowerCase(), MOST_NEAR)
    .flatMap((each) => (each.kind === "tower" ? each.name : []));
  const reason = problem("no-tower-called", { name, near });
  const found = pending > 0 ? await findSome(question, deps) : [];
  return { ...cannotSay(question, { why: "not-understood", problem: reason }), pending, found };
}

function cannotSay(
  { definition, filters }: Question,
  { why, problem: reason }: Doubt,
  near: ChallengeAnswer["near"] = [],
): ChallengeAnswer {
  return {
    challenge: definition.key,
    label: definition.label,
    state: "cannot-say",
    why,
    reason: say(reason),
    verified: 0,
    pending: 0,
    found: [],
    near,
    submit: null,
    partly: null,
    each: [],
    filters: filters.map(presentFilter),
  };
}

/** Answers whether what filters ask for is done in one challenge. */
async function answerOne(question: Question, deps: Answering): Promise<ChallengeAnswer> {
  const found = cannotAsk(question);
  if (found) return cannotSay(question, found, await nearRecorded(question, deps));
  const [count = { verified: 0, pending: 0 }] = await deps.data.completions.countAll([listOf(question)]);
  return answerFor(question, count, deps);
}

/** Answers it by the catalogue of the moment, on which a cached answer depends. */
const answerNow = async (question: Omit<Question, "catalogue">, deps: Answering): Promise<ChallengeAnswer> =>
  answerOne({ ...question, catalogue: await deps.data.catalogue.current() }, deps);

/** The cache of answers. */
const ANSWERED = { most: 7_000, bytes: 8 * 1024 * 1024, weigh: bytesOf };

/** Returns how the words were understood that describe a challenge, or name a player, by their place in the question. */
function described(
  text: string,
  { challenges, players, towers }: Asked,
  definitions: Deps["challenges"],
): readonly UnderstoodPart[] {
  const part = (
    label: string,
    value: string,
    filter: Filter,
    words: readonly TextRange[],
  ): UnderstoodPart => {
    const place = {
      from: Math.min(...words.map(({ from }) => from)),
      to: Math.max(...words.map(({ to }) => to)),
    };
    return {
      kind: "reading",
      label,
      value,
      filter,
      place,
      without: without(text, place),
      typed: words.map(({ from, to }) => text.slice(from, to)).join(" "),
      isCorrected: false,
      near: [],
      isGuess: false,
    };
  };
  return [
    ...challenges.map(({ key, words }) =>
      part("Challenge", definitions.get(key)?.label ?? key, ["challenge", key], words),
    ),
    ...players.map((player) => part("Player", player.name, ["person", player.name], [player])),
    ...(towers && towers.count !== null
      ? [
          part(
            "Number of towers",
            String(towers.count),
            ["towercount", String(towers.count)],
            [towers.number],
          ),
        ]
      : []),
  ];
}

/** The most words of a name that only rows have, and the most words of a question that are looked for as such names. */
const WORDS_OF_NAME = 6;
const WORDS_LOOKED_FOR = 12;

/**
 * Returns a question with the words that name a tower which only rows have, as somebody submitted it before it was listed: they
 * are a filter, as they are behind the key of towers.
 */
async function withNamesInRows(
  understanding: Understanding,
  text: string,
  deps: Answering,
): Promise<Understanding> {
  const { parts } = understanding;
  const isOpen = ({ kind }: UnderstoodPart): boolean => kind === "words" || kind === "unknown";
  if (parts.filter(isOpen).length > WORDS_LOOKED_FOR) return understanding;
  // From each word on, the longest first.
  const runs = parts.flatMap((_, from) =>
    Array.from({ length: WORDS_OF_NAME }, (_, fewer) => {
      const words = parts.slice(from, from + WORDS_OF_NAME - fewer);
      const place: TextRange = { from: words[0]?.place.from ?? 0, to: words.at(-1)?.place.to ?? 0 };
      return { words, place, name: oneLine(text.slice(place.from, place.to)) };
    }).filter(({ words }) => words.every(isOpen)),
  );
  if (runs.length === 0) return understanding;
  const tokens = runs.map(({ name }) => tokenOf(name));
  const { indexedWords } = await deps.data.search.known([], tokens, [...deps.challenges.keys()]);
  const named = runs
    .filter(({ name }) => indexedWords.has(tokenOf(name)))
    .reduce((left, { words: [first, ...others], place, name }) => {
      const at = first ? left.indexOf(first) : -1;
      if (!first || at === -1 || !others.every((each) => left.includes(each))) return left;
      return left.toSpliced(at, others.length + 1, {
        ...first,
        kind: "reading",
        label: "Tower",
        value: name,
        filter: ["tower", name],
        near: [],
        typed: text.slice(place.from, place.to),
        place,
        without: without(text, place),
      });
    }, parts);
  return { ...understanding, parts: named };
}

/** Returns what a text asks, and of which challenges. */
async function readText(text: string, deps: Answering) {
  const definitions = [...deps.challenges.values()];
  const asked = await readQuestion(text, deps);
  const read = await withNamesInRows(await understandingOf(text, definitions, deps, asked.rest), text, deps);
  const understanding = { ...read, parts: [...described(text, asked, deps.challenges), ...read.parts] };
  const all = filtersIn(understanding);
  const keys = all.filter(([parameter]) => parameter === "challenge").map(([, key]) => key);
  const named = all.filter(([parameter]) => parameter !== "challenge");
  const isOfPending = asked.traits.has("pending") && named.every(([parameter]) => parameter !== "pending");
  const filters: readonly Filter[] = isOfPending ? [...named, ["pending", "1"]] : named;
  const scope = keys.length === 0 ? definitions : definitions.filter(({ key }) => keys.includes(key));
  const catalogue = await deps.data.catalogue.current();
  const questions = scope.map((definition) => ({ definition, filters, catalogue }));
  return { asked, understanding, filters, scope, isOfSome: keys.length > 0, questions, catalogue };
}

/** Returns what an answer says of a question or a part of it. */
const partOf = ({
  challenge: _,
  label: __,
  submit: ___,
  partly: ____,
  each: _____,
  ...part
}: ChallengeAnswer) => part;

/** Returns what an answer says in short. */
const saidOf = ({ state, why, reason, verified, pending, filters }: ChallengeAnswer) => ({
  state,
  why,
  reason,
  verified,
  pending,
  filters,
});

/** Answers a question worded like a search, in all challenges or in those that it names. */
async function answerText(
  text: string,
  deps: Answering,
  answerOnce: ReturnType<typeof cachedByTags<ChallengeAnswer>>,
): Promise<AnswerResult> {
  const { asked, understanding, filters, scope, isOfSome, questions, catalogue } = await readText(text, deps);
  const open = openParts(understanding);
  const whole = async (
    said: Pick<AnswerResult, "question" | "summary" | "answers">,
  ): Promise<AnswerResult> => {
    const { answers, summary } = said;
    const question = { asked, filters, scope, isOfSome, open, answers, summary, catalogue };
    return {
      text,
      ...(await headlineOf(question, deps)),
      understood: presentUnderstanding(understanding),
      ...said,
    };
  };
  const doubt = notUnderstood(understanding);
  if (filters.length === 0 && doubt === null) return whole({ question: null, summary: null, answers: [] });

  const guess = understanding.parts.find(({ isGuess }) => isGuess);
  // Cached per challenge, so that a write in one leaves the answers of the others.
  async function answerTo(question: Question): Promise<ChallengeAnswer> {
    const key = JSON.stringify([question.definition.key, question.filters]);
    const found = await answerOnce(key, () => answerNow(question, deps));
    if (found.state !== "not-yet" || !guess) return found;
    // Who typed the beginning of a name may have meant something else.
    const guessed = problem("only-guessed", { words: guess.typed, names: guess.value });
    return cannotSay(question, { why: "not-understood", problem: guessed }, found.near);
  }
  const meant = questionsMeant(text, understanding, filters);
  const left = open.map(({ typed }) => typed);
  async function answerInParts(question: Question, reason: Doubt): Promise<ChallengeAnswer> {
    // It was understood, but is no plain question.
    if (reason.why === "no-answer") return cannotSay(question, reason);
    const [partly, ...each] = await Promise.all([
      filters.length === 0 ? null : answerTo(question),
      ...meant.questions.map(async (one) => ({
        ...saidOf(await answerTo({ ...question, filters: one.filters })),
        meant: one.meant,
        text: one.text,
        without: meant.left.map(({ typed }) => typed),
      })),
    ]);
    return {
      ...cannotSay(question, reason),
      partly: partly && { ...partOf(partly), without: left },
      each,
    };
  }
  const answers = await Promise.all(
    questions.map((question) => (doubt ? answerInParts(question, doubt) : answerTo(question))),
  );
  const summary = summaryOf(text, doubt ? [] : filters, answers);
  return whole({ question: questionIn(text, filters), summary, answers });
}

/** Returns what answers questions whether something is done. */
export function openAnswers(deps: Answering) {
  const answerOnce = cachedByTags<ChallengeAnswer>(deps.data, ANSWERED);
  return (text: string | null): Promise<AnswerResult> => answerText(text ?? "", deps, answerOnce);
}

/** Registers the public question whether something is done. */
export function answerRoutes(router: Router, answered: ReturnType<typeof openAnswers>): void {
  router.read(answer, ({ q }) => answered(q));
}
