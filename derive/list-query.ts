import type { ChallengeDefinition } from "../challenges/define.ts";
import type { Condition, SortTerm } from "../fields/condition.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { fault } from "../messages/index.ts";
import { kindFilters, kindSorts, rowFields } from "./fields.ts";
import { DEFAULT_PAGE, MAX_PAGE } from "./page-sizes.ts";
import { BadParameter, inNameOf, readAll, readAs, readCount, readParameter } from "./parameters.ts";
import type { Understanding } from "./search/understand.ts";
import { NEWEST, readSortTerm } from "./sort-terms.ts";

/** What a list asks of the database: data, no SQL. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  /** The id ends every order. */
  readonly order: readonly SortTerm[];
  readonly offset: number;
  /** Rows wanted, 0 to 100; 0 asks for the total alone. */
  readonly count: number;
}

/** The order of what one combination has: today's programs take the first for the completion. */
export const STANDING: SortTerm = { column: "standing", descending: false };

const MAX_SORTS = 8;

/** What the parameter of a field asks for, or null where it is absent. Throws BadParameter. */
export function readFilter(parameters: URLSearchParams, name: string, field: Field): Condition | null {
  return readAs(parameters, name, (text) => kindOf(field).filter(text, field));
}

/** A pair is the same in either order: filters on both places become one on the pair. */
export function joinPair(conditions: readonly Condition[]): readonly Condition[] {
  const towers = conditions.filter((condition) => condition.on === "tower");
  const [first, second] = towers;
  if (!first || !second) return conditions;
  const others = conditions.filter((condition) => condition.on !== "tower");
  return [...others, { on: "pair", names: [first.names, second.names] }];
}

/** The names a list can be sorted by, with their columns. */
export function sortableFields(definition: ChallengeDefinition): ReadonlyMap<string, SortTerm["column"]> {
  const fields = rowFields(definition).flatMap(([name, field]) => {
    const column = field.kind === "flag" && !definition.og ? null : kindOf(field).sort(field);
    return column ? [[name, column] as const] : [];
  });
  return new Map([...fields, ...kindSorts(definition), ["recorded", "created_at"], [NEWEST, "appeared_at"]]);
}

/** Reads "date DESC,map": names ascending unless followed by DESC. A name's second mention says nothing. */
function readOrder(definition: ChallengeDefinition, parameters: URLSearchParams): readonly SortTerm[] {
  const text = readParameter(parameters, "sortby");
  if (text === null) return definition.order;
  const sortable = sortableFields(definition);
  const terms = new Map<string, SortTerm>();
  for (const entry of text.split(",").map((each) => each.trim())) {
    if (entry === "") continue;
    const { name = "", descending = false } = readSortTerm(entry) ?? {};
    const column = sortable.get(name);
    if (!column) {
      const names = [...sortable.keys()];
      throw new BadParameter("sortby", fault("not-sortable", { by: entry, names }));
    }
    const isDownwards = name === NEWEST ? !descending : descending;
    if (!terms.has(name)) terms.set(name, { column, descending: isDownwards });
  }
  if (terms.size > MAX_SORTS) throw new BadParameter("sortby", fault("too-many-sorts", { most: MAX_SORTS }));
  return terms.size === 0 ? definition.order : [...terms.values()];
}

/** Whether an address names one combination by all of the challenge's keys. */
export function namesCombination(
  { keys, optionalKeys = [] }: ChallengeDefinition,
  parameters: URLSearchParams,
): boolean {
  return keys.every((name) => optionalKeys.includes(name) || readParameter(parameters, name) !== null);
}

/** All query parameters that a challenge's list understands, in canonical order. Others are ignored. */
export function listParameters(definition: ChallengeDefinition): readonly string[] {
  const fields = rowFields(definition).map(([name]) => name);
  return ["query", ...fields, ...kindFilters(definition).keys(), "sortby", "offset", "count"];
}

/** What the filters among the parameters ask for, the text of the search box apart. Throws BadParameter. */
export function filtersOf(
  definition: ChallengeDefinition,
  parameters: URLSearchParams,
): readonly Condition[] {
  const conditions = rowFields(definition).flatMap(
    ([name, field]) => readFilter(parameters, name, field) ?? [],
  );
  for (const [name, filter] of kindFilters(definition)) {
    const texts = filter.places ? readAll(parameters, name) : [readParameter(parameters, name) ?? ""];
    if (texts.some((text) => text !== "")) conditions.push(...inNameOf(name, () => filter.read(texts)));
  }
  return joinPair(conditions);
}

/** What a list is asked for: its text, which is understood where the index is at hand, and the rest of it. */
export interface AskedList {
  readonly text: string | null;
  /** What else it is asked by. */
  readonly parameters: URLSearchParams;
  readonly query: ListQuery;
}

/** What the parameters of /fetch-{challenge} ask for. Throws BadParameter. */
export function readListQuery(definition: ChallengeDefinition, parameters: URLSearchParams): AskedList {
  const order = readOrder(definition, parameters);
  const isAsked = readParameter(parameters, "sortby") !== null;
  const ordered = isAsked ? [...order, STANDING] : [STANDING, ...order];
  const query = {
    conditions: filtersOf(definition, parameters),
    order: namesCombination(definition, parameters) ? ordered : order,
    offset: readCount(parameters, "offset", Number.MAX_SAFE_INTEGER) ?? 0,
    count: readCount(parameters, "count", MAX_PAGE) ?? DEFAULT_PAGE,
  };
  return { text: readParameter(parameters, "query"), parameters, query };
}

/** Entries of a feed. */
export const FEED_LENGTH = 50;

/** What a list's feed asks for: of what the list has under these parameters what appeared last. Throws BadParameter. */
export function readFeedQuery(definition: ChallengeDefinition, parameters: URLSearchParams): AskedList {
  const own = new URLSearchParams(parameters);
  for (const name of ["sortby", "offset", "count"]) own.delete(name);
  const asked = readListQuery(definition, own);
  const order: readonly SortTerm[] = [{ column: "appeared_at", descending: true }];
  return { ...asked, query: { ...asked.query, order, offset: 0, count: FEED_LENGTH } };
}

/** The same list with what its text was understood as. Throws BadParameter. */
export function withUnderstood(
  definition: ChallengeDefinition,
  { parameters, query }: AskedList,
  { filters, conditions }: Pick<Understanding, "filters" | "conditions">,
): ListQuery {
  const merged = new URLSearchParams(parameters);
  const apart: Condition[] = [];
  for (const [name, value] of filters) {
    // A parameter that may be given once is there already: both hold.
    if (merged.has(name) && !kindFilters(definition).get(name)?.places)
      apart.push(...filtersOf(definition, new URLSearchParams([[name, value]])));
    else merged.append(name, value);
  }
  return { ...query, conditions: [...filtersOf(definition, merged), ...apart, ...conditions] };
}
