import { pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { counted, listed } from "../../../../domain/game/counted.ts";
import { type Board, boardName } from "../../../../domain/lists/boards.ts";
import { shareOf } from "../../../../domain/lists/share.ts";
import type { Mention, Noun } from "../../../../domain/search/nouns.ts";
import type { Deps } from "../../../api/deps.server.ts";
import type { Distinct } from "../../completions/repository/several-lists.server.ts";
import { record } from "./completions.server.ts";
import {
  type AnswerQuestion,
  type AskedQuestion,
  cannot,
  countAll,
  listOf,
  listsOf,
  numberOf,
  of,
  only,
  recording,
  type Said,
  subjectOf,
  withoutRecords,
} from "./question.server.ts";

type Data = Pick<Deps, "data">;

/** Counts completions, or what "how many" names: players, maps, towers, pairs, records. */
export const count: AnswerQuestion = async (question, deps) => {
  const { counted: mention } = question.asked.nouns;
  const noun = mention?.noun ?? null;
  const isByTowers = question.isOfSome && question.scope.every((each) => each.record?.by === "towerCount");
  if ((noun === "towers" || noun === "types") && isByTowers) return record(question, deps);
  if (noun === "players") return countPlayers(question, deps);
  if (noun === "records") return countRecords(question, deps);
  if (mention && (noun === "maps" || noun === "towers" || noun === "pairs"))
    return countDistinct(question, noun, mention, deps);
  if (mention)
    return cannot(`the index does not count “${mention.typed}”`, listOf(question), [mention.typed]);
  const { lists, number } = await countAll(question, deps);
  if (lists.length === 0) return null;
  const label = `${subjectOf(question)}: ${numberOf(number, "completion")}`;
  return { label, number, link: listOf(question) };
};

const boardOf = ({ scope, filters }: AskedQuestion): Board => ({
  challenge: scope.length === 1 ? (scope[0]?.key ?? null) : null,
  ogOnly: of(filters, "og").includes("1"),
});

/** Whether a question is about all of a board: of one challenge, or of all. */
const isOfBoard = ({ scope, isOfSome, filters }: AskedQuestion, ...more: readonly string[]): boolean =>
  (!isOfSome || scope.length === 1) && only(filters, "og", ...more);

async function countPlayers(question: AskedQuestion, { data }: Data): Promise<Said | null> {
  const said = (total: number, link: string | null): Said => ({
    label: `${subjectOf(question)}: ${numberOf(total, "player")}`,
    number: total,
    link,
  });
  const lists = listsOf(question);
  if (lists.length === 0) return null;
  if (!isOfBoard(question))
    return said((await data.completions.rankPlayers(lists, 1)).total, listOf(question));
  const board = boardOf(question);
  const { total } = await data.players.listBoard({ board, year: null, prefix: null, offset: 0, count: 1 });
  return said(total, pages.players({ board: boardName(board) }));
}

async function countRecords(question: AskedQuestion, deps: Data): Promise<Said | null> {
  const scope = question.scope.filter((each) => each.record);
  if (scope.length === 0) return withoutRecords(question);
  const ofRecords = { ...question, scope, filters: [...question.filters, ["record", "only"] as const] };
  const { lists, number } = await countAll(ofRecords, deps);
  if (lists.length === 0) return null;
  const label = `${subjectOf(question)}: ${numberOf(number, "record")}`;
  const all = pages.records({ map: of(question.filters, "map")[0] });
  return { label, number, link: lists.length === 1 ? listOf(ofRecords) : all };
}

async function countDistinct(
  question: AskedQuestion,
  what: Distinct,
  { typed }: Mention,
  { data }: Data,
): Promise<Said | null> {
  const lists = listsOf(question).filter(
    ({ definition }) => what !== "pairs" || shareOf(definition) === "pairs",
  );
  if (lists.length === 0) return null;
  // What is a tower differs from challenge to challenge: upgrades, types, heroes.
  if (what === "towers" && lists.length > 1)
    return cannot("towers are counted in one challenge at a time", pages.coverage(), [typed]);
  const number = await data.completions.countDistinct(lists, what);
  const many = numberOf(number, what.slice(0, -1));
  const label = `${subjectOf(question)}: ${what === "maps" ? `on ${many}` : many}`;
  return { label, number, link: listOf(question) };
}

/** Says who, or which map, has most completions or records. */
export const board: AnswerQuestion = (question, deps) => {
  const { nouns, traits, challenges } = question.asked;
  const { of: named, by } = nouns.ranked;
  // "most pops" describes a challenge.
  const isDescription = challenges.some(({ words }) => words.some(({ from }) => from === by?.from));
  const amount = isDescription ? null : by;
  const isOfRecords = amount?.noun === "records";
  const what: Noun = named?.noun ?? (amount && !isOfRecords ? amount.noun : "players");
  const page = pages.players({ board: boardName(boardOf(question)) });
  if (named && amount && !isOfRecords)
    return cannot(`${what} are ranked here by completions, not by “${amount.typed}”`, page, [amount.typed]);
  if (what === "players" && traits.has("popular"))
    return cannot("the index does not rank what is used most", listOf(question));
  if (what === "players") return isOfRecords ? rankByRecords(question, deps) : rankPlayers(question, deps);
  if (what === "maps" && !isOfRecords) return rankMaps(question, deps);
  const [definition, ...others] = question.isOfSome ? question.scope : [];
  const isOfTowers = definition && others.length === 0 && shareOf(definition) !== "maps";
  const typed = (named ?? by)?.typed ?? "";
  const coverage = isOfTowers ? pages.challengeCoverage(definition.key) : pages.coverage();
  return cannot(`the index ranks players and maps, not “${typed}”`, coverage, [typed]);
};

/** Returns what most of a question's completions are ranked as: "Most 2TC completions". */
const mostOf = ({ isOfSome, scope }: AskedQuestion, noun: string): string =>
  ["Most", isOfSome && listed(scope.map(({ label }) => label)), noun].filter(Boolean).join(" ");

/** The most that are named who have as many. */
const MOST_LEADERS = 3;

/** Names those who have most: "Ada (3)", "Ada and Ben (3 each)". */
function leaders(names: readonly string[], amount: number): string {
  const shown = names.length > MOST_LEADERS ? [...names.slice(0, MOST_LEADERS), "others"] : names;
  return `${listed(shown)} (${counted(amount)}${names.length > 1 ? " each" : ""})`;
}

const valuesOf = ({ filters }: AskedQuestion): readonly string[] => filters.map(([, value]) => value);

async function rankByRecords(question: AskedQuestion, { data }: Data): Promise<Said> {
  const scope = question.scope.filter((each) => each.record);
  const [definition, ...others] = scope;
  if (!definition) return withoutRecords(question);
  const isOfOne = others.length === 0;
  const [map] = of(question.filters, "map");
  const link = pages.records({ challenge: isOfOne ? definition.key : null, map });
  if (question.filters.length > 0 || (question.isOfSome && !isOfOne))
    return cannot("only all records, or those of one challenge, are ranked", link, valuesOf(question));
  const [holder] = await data.completions.listHolders(scope, 1);
  if (!holder) return { label: HEADINGS.records, number: null, link };
  const label = `${mostOf(question, "records")}: ${leaders([holder.name], holder.records)}`;
  return { label, number: holder.records, link };
}

async function rankPlayers(question: AskedQuestion, { data }: Data): Promise<Said | null> {
  const board = boardOf(question);
  const [year = null] = of(question.filters, "date").filter((date) => /^\d{4}$/.test(date));
  const most = mostOf(question, board.ogOnly ? "OG completions" : "completions");
  if (isOfBoard(question, ...(year === null ? [] : ["date"]))) {
    const query = { year: year === null ? null : Number(year), prefix: null, offset: 0, count: 1 };
    const [first] = (await data.players.listBoard({ board, ...query })).lines;
    const link = pages.players({ board: boardName(board), year });
    const what = `${most}${year === null ? "" : ` in ${year}`}`;
    if (!first) return { label: `${what}: none yet`, number: null, link };
    const number = board.ogOnly ? first.originals : first.completions;
    return { label: `${what}: ${leaders([first.name], number)}`, number, link };
  }
  const lists = listsOf(question);
  if (lists.length === 0) return null;
  const { first } = await data.completions.rankPlayers(lists, MOST_LEADERS + 1);
  const names = first.filter(({ count }) => count === first[0]?.count).map(({ name }) => name);
  const number = first[0]?.count ?? null;
  const who = number === null ? "none yet" : leaders(names, number);
  const label = `${subjectOf(question)}, most completions: ${who}`;
  return { label, number, link: listOf(question) };
}

async function rankMaps(question: AskedQuestion, { data }: Data): Promise<Said> {
  if (!only(question.filters, "difficulty"))
    return cannot("maps are ranked by all their completions alone", pages.coverage(), valuesOf(question));
  const [difficulty = null] = of(question.filters, "difficulty");
  const keys = recording(question).map(({ key }) => key);
  const [maps, counts] = await Promise.all([
    data.maps.findAllByDifficulty(),
    data.coverage.countOnMaps(keys, null),
  ]);
  const countsOf = Map.groupBy(counts, ({ map }) => map);
  const amounts = maps
    .filter((map) => difficulty === null || map.difficulty?.toLowerCase() === difficulty)
    .map(({ id, map }) => ({
      name: map,
      amount: (countsOf.get(id) ?? []).reduce((sum, { verified }) => sum + verified, 0),
    }));
  const number = Math.max(0, ...amounts.map(({ amount }) => amount));
  const names = amounts.filter(({ amount }) => amount === number).map(({ name }) => name);
  const most = `${mostOf(question, "completions")}${difficulty === null ? "" : ` on ${difficulty} maps`}`;
  const which = number === 0 ? "no map yet" : leaders(names, number);
  return { label: `${most}: ${which}`, number, link: pages.coverage() };
}

/** Counts what a player has, in all or in some challenges. */
export const player: AnswerQuestion = async (question, deps) => {
  const [person, ...more] = of(question.filters, "person");
  if (person === undefined || more.length > 0) return null;
  if (!only(question.filters, "person", "difficulty", "og", "pending")) return null;
  const { number } = await countAll(question, deps);
  const what = subjectOf({
    ...question,
    filters: question.filters.filter(([name]) => name !== "person"),
  });
  const about = question.isOfSome || question.filters.length > 1 ? ` (${what})` : "";
  const link = question.isOfSome ? listOf(question) : pages.player(person);
  return { label: `${person}: ${numberOf(number, "completion")}${about}`, number, link };
};
