import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../../domain/challenges/fields.ts";
import { pages, type Query } from "../../../../domain/contract/routes.ts";
import type { ChallengeAnswer, Headline } from "../../../../domain/contract/search.ts";
import type { Filter } from "../../../../domain/fields/kind.ts";
import type { Catalogue } from "../../../../domain/game/catalogue.ts";
import { counted, listed } from "../../../../domain/game/counted.ts";
import { filtersOf, readOrder } from "../../../../domain/lists/list-query.ts";
import { presentRow, type WireRow } from "../../../../domain/lists/row.ts";
import { keyQueryOf } from "../../../../domain/lists/url-state.ts";
import { unrecorded } from "../../../../domain/search/answerable.ts";
import type { Asked } from "../../../../domain/search/asked.ts";
import type { UnderstoodPart } from "../../../../domain/search/understand.ts";
import type { Deps } from "../../../api/deps.server.ts";
import type { CountedList } from "../../completions/repository/rows.server.ts";

/** A question as it was understood, with the answers of its challenges. */
export interface AskedQuestion {
  readonly asked: Asked;
  /** Besides its challenges. */
  readonly filters: readonly Filter[];
  /** The challenges that it is about: all of them where it names none. */
  readonly scope: readonly ChallengeDefinition[];
  /** The parts that no filter stands for. */
  readonly open: readonly UnderstoodPart[];
  /** Whether it names challenges. */
  readonly isOfSome: boolean;
  readonly answers: readonly ChallengeAnswer[];
  readonly summary: string | null;
  readonly catalogue: Catalogue;
}

export type Said = Pick<Headline, "label" | "number" | "link"> &
  Partial<Pick<Headline, "links" | "ignored">> & {
    /** It says that what was asked is not known. */
    readonly isUnknown?: true;
  };

/** Answers a question as one that asks for one kind of thing; null: that leaves nothing to say. */
export type AnswerQuestion = (
  question: AskedQuestion,
  deps: Pick<Deps, "data" | "challenges">,
) => Promise<Said | null> | Said | null;

/** Says that what was asked is not known, and leads to the nearest page. */
export const cannot = (why: string, link: string | null, ignored: readonly string[] = []): Said => ({
  label: `Cannot say: ${why}`,
  number: null,
  link,
  ignored,
  isUnknown: true,
});

export const of = (filters: readonly Filter[], parameter: string): string[] =>
  filters.flatMap(([name, value]) => (name === parameter ? [value] : []));
export const only = (filters: readonly Filter[], ...names: readonly string[]): boolean =>
  filters.every(([name]) => names.includes(name));
export const queryOf = (filters: readonly Filter[]): Query =>
  Object.fromEntries(
    [...Map.groupBy(filters, ([name]) => name)].map(([name, each]) => [name, each.map(([, value]) => value)]),
  );

const BOUNDS: Readonly<Record<string, string>> = {
  "<": "under",
  "<=": "for at most",
  ">": "over",
  ">=": "for at least",
};

/** The words for a filter, by its parameter; others are written as they are. */
const WORDS: Readonly<Record<string, (value: string) => string>> = {
  version: (value) => `in version ${value}`,
  difficulty: (value) => `on ${value} maps`,
  date: (value) => `in ${value}`,
  completiontype: (value) => value,
  pending: (value) => (value === "1" ? "pending" : "verified"),
  og: () => "OG",
  money: (value) => {
    const [, sign = "", amount] = /^([<>]=?)?(\d+)$/.exec(value) ?? [];
    return amount === undefined ? value : `${BOUNDS[sign] ?? "for"} $${counted(Number(amount))}`;
  },
};

/** What a record by towers counts. */
export const unitOf = (definition: ChallengeDefinition | undefined): string =>
  definition && fieldsOfKind(definition, "towerset").some(([, { set }]) => set) ? "tower type" : "tower";

/** Says what filters ask for: "Absolute Zero + Quincy 2TC on Quad by Ada". */
export function subjectOf({ filters, scope, isOfSome }: AskedQuestion): string {
  const labels = isOfSome ? scope.map(({ label }) => label).join(" or ") : "";
  const [towers, maps, people] = [
    of(filters, "tower").join(" + "),
    listed(of(filters, "map")),
    listed(of(filters, "person")),
  ];
  const others = filters.filter(([name]) => !["tower", "map", "person"].includes(name));
  const inWords = ([name, value]: Filter): string =>
    name === "towercount"
      ? `with ${numberOf(Number(value), unitOf(scope[0]))}`
      : (WORDS[name]?.(value) ?? `${name} ${value}`);
  const more = others.map(inWords).join(" ");
  const said = [
    towers,
    labels,
    more,
    maps && (towers || labels || more ? `on ${maps}` : maps),
    people && `by ${people}`,
  ];
  const subject = said.filter(Boolean).join(" ");
  if (subject === "") return "The whole index";
  return towers || labels || (maps && !more) ? subject : `Everything ${subject}`;
}

/** The challenges that record everything that was asked. */
export const recording = ({ scope, filters, catalogue }: AskedQuestion): ChallengeDefinition[] =>
  scope.filter((definition) => unrecorded(definition, filters, catalogue) === null);

const conditionsOf = (definition: ChallengeDefinition, filters: readonly Filter[], catalogue: Catalogue) =>
  filtersOf(definition, new URLSearchParams(filters.map(([name, value]) => [name, value])), catalogue);

/** Returns the first verified completion of a list in an order; null: it is empty. */
export async function firstIn(
  definition: ChallengeDefinition,
  filters: readonly Filter[],
  sortby: string,
  { data }: Pick<Deps, "data">,
): Promise<WireRow | null> {
  const { rows } = await data.completions.list(definition, {
    conditions: [
      ...conditionsOf(definition, filters, await data.catalogue.current()),
      { on: "pending", pending: false },
    ],
    order: readOrder(definition, new URLSearchParams({ sortby })),
    offset: 0,
    count: 1,
  });
  const [row] = rows;
  return row ? presentRow(definition, row) : null;
}

export const pageOf = ({ key, keys }: ChallengeDefinition, row: WireRow): string =>
  pages.notes(key, keyQueryOf(keys, row));

/** The lists of the challenges that record everything that was asked. */
export const listsOf = (question: AskedQuestion): CountedList[] =>
  recording(question).map((definition) => ({
    definition,
    conditions: conditionsOf(definition, question.filters, question.catalogue),
  }));

/** Counts what a question asks for in each list, and in all together: what is pending only where it asks for that. */
export async function countAll(question: AskedQuestion, { data }: Pick<Deps, "data">) {
  const lists = listsOf(question);
  const counts = await data.completions.countAll(lists);
  const isOfPending = of(question.filters, "pending").includes("1");
  const number = counts.reduce((sum, { verified, pending }) => sum + (isOfPending ? pending : verified), 0);
  return { lists, counts, number };
}

export const numberOf = (count: number, noun: string): string =>
  `${counted(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Where the completions of a question are listed. */
export const listOf = (question: AskedQuestion): string | null => {
  const [definition, ...others] = recording(question);
  if (definition && others.length === 0) return pages.list(definition.key, queryOf(question.filters));
  const [person, ...more] = of(question.filters, "person");
  return person !== undefined && more.length === 0 ? pages.player(person) : null;
};

/** Says that the challenges of a question have no records. */
export const withoutRecords = (question: AskedQuestion): Said => {
  const labels = question.scope.map(({ label }) => label);
  return cannot(`${listed(labels)} ${labels.length === 1 ? "has" : "have"} no records`, listOf(question));
};
