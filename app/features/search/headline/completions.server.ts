import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import { pages } from "../../../../domain/contract/routes.ts";
import type { ChallengeAnswer } from "../../../../domain/contract/search.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { listed } from "../../../../domain/game/counted.ts";
import { dayInWords } from "../../../../domain/game/day-in-words.ts";
import { amountInWords, bestFirst, recordAmountOfRow } from "../../../../domain/lists/record.ts";
import { headingOf, playersOf, presentRow } from "../../../../domain/lists/row.ts";
import { NEWEST } from "../../../../domain/lists/url-state.ts";
import type { Deps } from "../../../api/deps.server.ts";
import {
  type AnswerQuestion,
  type AskedQuestion,
  cannot,
  countAll,
  firstIn,
  listOf,
  listsOf,
  numberOf,
  of,
  pageOf,
  queryOf,
  recording,
  type Said,
  subjectOf,
  unitOf,
  withoutRecords,
} from "./question.server.ts";

/** Says that there is nothing, as far as the answers allow: a No only where one of them is a No. Null: there is something. */
function nothing(question: AskedQuestion): Said | null {
  const { answers, open } = question;
  const of = (state: ChallengeAnswer["state"]) => answers.filter((each) => each.state === state);
  if (open.length > 0 || of("done").length > 0) return null;
  const waiting = of("pending");
  const subject = subjectOf(question);
  if (waiting.length > 0)
    return {
      label: `${subject}: pending (${waiting.map(({ label }) => label).join(", ")})`,
      number: null,
      link: listOf(question),
    };
  return of("not-yet").length > 0
    ? { label: `${subject}: not in this index yet`, number: 0, link: null }
    : null;
}

const inUnits = (definition: ChallengeDefinition, amount: number): string => {
  if (definition.record?.by !== "towerCount") return amountInWords(definition, amount);
  return numberOf(amount, unitOf(definition));
};

/** Says what the record is, and whose. */
export const record: AnswerQuestion = async (question, deps) => {
  const { filters, scope } = question;
  if (!scope.some((each) => each.record)) return withoutRecords(question);
  if (question.asked.traits.has("few") && scope.every((each) => each.record?.by !== "towerCount"))
    return cannot("the index ranks what is most, not what is least", listOf(question));
  const { of: what } = question.asked.nouns.ranked;
  if (question.asked.traits.has("cheap") && (what?.noun === "towers" || what?.noun === "others"))
    return cannot(`the prices of “${what.typed}” are not ranked`, pages.balanceChanges(), [what.typed]);
  const isOfCash = question.asked.traits.has("prices");
  const ranked = recording(question).filter(
    (each) => each.record && (!isOfCash || each.record.by === "money"),
  );
  if (filters.length === 0 && ranked.length > 1)
    return { label: HEADINGS.records, number: null, link: pages.records() };
  if (ranked.length === 0) return null;
  const found = await Promise.all(
    ranked.map(async (definition) => {
      const row = await firstIn(definition, filters, bestFirst(definition)?.sortby ?? "", deps);
      return row ? [{ definition, row, amount: recordAmountOfRow(definition, row) }] : [];
    }),
  );
  const best = found.flat();
  const [first, ...others] = best;
  const isElsewhere = question.answers.some(
    ({ challenge, state }) => state === "done" && ranked.every(({ key }) => key !== challenge),
  );
  if (!first && isElsewhere && !question.isOfSome) return null;
  if (!first)
    return nothing({
      ...question,
      scope: ranked,
      isOfSome: true,
      answers: question.answers.filter(({ challenge }) => ranked.some(({ key }) => key === challenge)),
    });
  const said = ({ definition, row, amount }: typeof first) =>
    `${inUnits(definition, amount)} by ${playersOf(definition, row)}`;
  if (others.length === 0 && (question.isOfSome || ranked.length === 1)) {
    const subject = subjectOf({ ...question, scope: [first.definition], isOfSome: true });
    const anywhere = of(filters, "map").length === 0 ? ` (${String(first.row.map)})` : "";
    const { words } = bestFirst(first.definition) ?? { words: "Record" };
    const label = `${subject}, ${words.toLowerCase()}: ${said(first)}${anywhere}`;
    return { label, number: first.amount, link: pageOf(first.definition, first.row) };
  }
  const [map] = of(filters, "map");
  const each = best.map((one) => `${one.definition.label} ${said(one)}`).join("; ");
  return {
    label: `Records, ${subjectOf({ ...question, isOfSome: false })}: ${each}`,
    number: null,
    link: pages.records({ map, challenge: scope.length === 1 ? scope[0]?.key : null }),
    links: best.map(({ definition, row }) => ({ label: definition.label, link: pageOf(definition, row) })),
  };
};

/** Returns the earliest completion of a question whose day is known. */
async function earliest(question: AskedQuestion, deps: Pick<Deps, "data">) {
  const found = await Promise.all(
    recording(question).map(async (definition) => {
      const row = definition.fields.date ? await firstIn(definition, question.filters, "date", deps) : null;
      return row?.date ? [{ definition, row, day: String(row.date) }] : [];
    }),
  );
  return found.flat().toSorted((one, other) => (one.day < other.day ? -1 : 1))[0] ?? null;
}

/** Says who has it, or who was the first. */
export const who: AnswerQuestion = async (question, deps) => {
  const { asked, scope, filters, isOfSome } = question;
  const isOfFirst = asked.traits.has("first");
  if (filters.length === 0 && !isOfSome && !isOfFirst) return null;
  if (isOfFirst) {
    const first = await earliest(question, deps);
    if (first) {
      const { definition, row, day } = first;
      return {
        label: `${playersOf(definition, row)}: first ${headingOf(definition, row)} (${dayInWords(day)})`,
        number: null,
        link: pageOf(definition, row),
      };
    }
  }
  if (scope.length === 1 && scope[0]?.record && !isOfFirst) return record(question, deps);
  const { lists, counts, number } = await countAll(question, deps);
  const done = lists.filter((_, at) => (counts[at]?.verified ?? 0) > 0);
  if (isOfFirst && number > 1)
    return cannot(`no day is recorded for ${subjectOf(question)}`, listOf(question));
  const rows = await Promise.all(
    done.map(async ({ definition }) => ({
      definition,
      row: await firstIn(definition, filters, NEWEST, deps),
    })),
  );
  const [first] = rows;
  if (!first?.row) return nothing(question);
  const label = `${subjectOf(question)}: by ${rows
    .flatMap(({ definition, row }) => (row ? playersOf(definition, row) : []))
    .filter((name, at, all) => all.indexOf(name) === at)
    .join(", ")}`;
  const more = number > rows.length ? ` and others (${numberOf(number, "completion")})` : "";
  return {
    label: label + more,
    number,
    link: number === 1 ? pageOf(first.definition, first.row) : listOf(question),
  };
};

/** Leads to the records in the order in which they were set, newest first. */
function newestRecords({ scope, isOfSome, filters }: AskedQuestion): Said {
  const challenge = isOfSome && scope.length === 1 ? scope[0] : null;
  const [map] = of(filters, "map");
  const label = [`Newest ${challenge?.record ? `${challenge.label} ` : ""}records`, map]
    .filter(Boolean)
    .join(", ");
  return { label, number: null, link: pages.records({ challenge: challenge?.record && challenge.key, map }) };
}

/** Says what appeared last in the index. */
export const newest: AnswerQuestion = async (question, { data }) => {
  if (question.asked.traits.has("records")) return newestRecords(question);
  const lists = listsOf(question).map(({ definition, conditions }) => ({
    definition,
    conditions: [...conditions, { on: "pending", pending: false } as const],
  }));
  if (lists.length === 0) return null;
  const { rows } = await data.completions.listAppeared(lists, 1);
  const [first] = rows;
  const [definition, ...others] = lists.map((each) => each.definition);
  const link =
    definition && others.length === 0
      ? pages.list(definition.key, { ...queryOf(question.filters), sortby: NEWEST })
      : pages.home();
  if (!first) return nothing(question);
  const row = presentRow(first.definition, first.completion);
  const day = row.date ? ` (${dayInWords(String(row.date))})` : "";
  return {
    label: `Newest: ${headingOf(first.definition, row)} by ${playersOf(first.definition, row)}${day}`,
    number: null,
    link,
  };
};

/** Who has it where a question names a player who has not. */
const instead = (answers: readonly ChallengeAnswer[]): string => {
  const names = answers.flatMap(({ near }) =>
    near.flatMap(({ without, verified, examples }) =>
      without.parameter === "person" && verified > 0 ? examples : [],
    ),
  );
  return names.length > 0 ? `, but by ${listed([...new Set(names)])}` : "";
};

/** Says whether it is done. */
export const done: AnswerQuestion = async (question, deps) => {
  const { summary, answers, scope, filters } = question;
  if (summary === null) return null;
  if (of(filters, "pending").includes("1")) {
    const { number } = await countAll(question, deps);
    return {
      label: `${subjectOf(question)}: ${numberOf(number, "completion")}`,
      number,
      link: listOf(question),
    };
  }
  const found = answers.filter(({ verified }) => verified > 0);
  const number = answers.reduce((sum, { verified }) => sum + verified, 0);
  const [only, ...others] = found;
  if (only) {
    const link =
      others.length > 0
        ? listOf(question)
        : listOf({ ...question, scope: scope.filter(({ key }) => key === only.challenge) });
    return { label: summary, number, link };
  }
  // Nothing "under 50k" is said by what the least cost is.
  const withoutBound = filters.filter(([name, value]) => name !== "money" || !value.startsWith("<"));
  if (withoutBound.length < filters.length && question.open.length === 0)
    return record({ ...question, filters: withoutBound }, deps);
  const none = nothing(question);
  if (none) return { ...none, label: none.label + instead(answers) };
  return null;
};
