import type { ChallengeDefinition } from "../challenges/define.ts";
import { kindFilters, kindSorts, rowFields } from "../challenges/fields.ts";
import type { Condition, SortTerm } from "../fields/condition.ts";
import { type Field, kindOf } from "../fields/index.ts";
import type { Filter } from "../fields/kind.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { pendingToken, type WordQuery } from "../game/words.ts";
import { MOST_ROWS_OF_PAGE } from "../limits.ts";
import { fault } from "../messages/index.ts";
import {
  BadParameter,
  forParameter,
  MAX_VALUES,
  readAll,
  readAs,
  readCount,
  readParameter,
  readSearchText,
} from "./parameters.ts";
import { DEFAULT_PAGE, type ListState, NEWEST, readSortTerm } from "./url-state.ts";

/** A list's query to the database, as data without SQL. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  /** Rows that are equal in it stand verified ones first, then as they were recorded. */
  readonly order: readonly SortTerm[];
  readonly offset: number;
  /** Rows per page, 0 to 100; 0 asks for the total alone. */
  readonly count: number;
  /** Whether claims to what is verified are left out. */
  readonly isWithoutTaken?: boolean;
}

/** Whether a search text may ask for what is pending. */
function findsClaims(find: WordQuery): boolean {
  if ("word" in find) return find.word === pendingToken(true);
  if ("all" in find) return find.all.some(findsClaims);
  return "any" in find && find.any.some(findsClaims);
}

/** Whether conditions say which claims to list: none, all, or one row by its filekey. */
const isOfClaims = (conditions: readonly Condition[]): boolean =>
  conditions.some((each) => {
    if (each.on === "search") return findsClaims(each.find);
    return each.on === "any" ? each.of.some(isOfClaims) : each.on === "pending" || each.on === "id";
  });

/**
 * Returns the query as existing programs are answered, which know one row of each combination: claims to what is
 * verified are left out unless the query asks for what is pending, or for one filekey.
 */
export const forPrograms = <Query extends ListQuery>(query: Query): Query => ({
  ...query,
  isWithoutTaken: !isOfClaims(query.conditions),
});

/** The order of one combination's rows, verified ones first: existing programs take the first row as the completion. */
export const VERIFIED_FIRST: SortTerm = { column: "verified_first", descending: false };

const MAX_SORTS = 8;

/** Reads the condition that a field's parameter sets; null if it is absent. Throws BadParameter. */
export function readFilter(
  parameters: URLSearchParams,
  name: string,
  field: Field,
  catalogue: Catalogue,
): Condition | null {
  return readAs(parameters, name, (text) => kindOf(field).filter(text, field, catalogue));
}

/** Turns filters on both tower places into one on the pair, which is the same in either order. */
export function joinPair(conditions: readonly Condition[]): readonly Condition[] {
  const towers = conditions.filter((condition) => condition.on === "tower");
  const [first, second] = towers;
  if (!first || !second) return conditions;
  const others = conditions.filter((condition) => condition.on !== "tower");
  return [...others, { on: "pair", names: [first.names, second.names] }];
}

/** Returns the names that a list can be sorted by, with their columns. */
export function sortableFields(definition: ChallengeDefinition): ReadonlyMap<string, SortTerm["column"]> {
  const fields = rowFields(definition).flatMap(([name, field]) => {
    const column = field.kind === "flag" && !definition.og ? null : kindOf(field).sort(field);
    return column ? [[name, column] as const] : [];
  });
  return new Map([...fields, ...kindSorts(definition), ["recorded", "created_at"], [NEWEST, "recency"]]);
}

/** Returns the list's own order as an address has it: "tower1,tower2,map". */
export function ownOrder(definition: ChallengeDefinition): string {
  const sortable = [...sortableFields(definition)];
  return definition.order
    .flatMap(({ column, descending }) => {
      const [name] = sortable.find(([, each]) => each === column) ?? [];
      return name === undefined ? [] : `${name}${descending ? " DESC" : ""}`;
    })
    .join();
}

/** Reads "date DESC,map": names ascending unless followed by DESC. A repeated name is ignored. */
export function readOrder(definition: ChallengeDefinition, parameters: URLSearchParams): readonly SortTerm[] {
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

/** Returns all query parameters that a challenge's list takes, in canonical order. Others are ignored. */
export function listParameters(definition: ChallengeDefinition): readonly string[] {
  const fields = rowFields(definition).map(([name]) => name);
  return ["query", ...fields, ...kindFilters(definition).keys(), "sortby", "offset", "count"];
}

/** Reads the conditions that the parameters' filters set, without the search text. Throws BadParameter. */
export function filtersOf(
  definition: ChallengeDefinition,
  parameters: URLSearchParams,
  catalogue: Catalogue,
): readonly Condition[] {
  const conditions = rowFields(definition).flatMap(
    ([name, field]) => readFilter(parameters, name, field, catalogue) ?? [],
  );
  for (const [name, filter] of kindFilters(definition)) {
    const texts = filter.places ? readAll(parameters, name) : [readParameter(parameters, name) ?? ""];
    if (texts.some((text) => text !== ""))
      conditions.push(...forParameter(name, () => filter.read(texts, catalogue)));
  }
  return joinPair(conditions);
}

/** A list request: its search text, which only the server with its index can interpret, and everything else. */
export interface ListRequest {
  readonly text: string | null;
  /** All of the request's parameters. */
  readonly parameters: URLSearchParams;
  readonly query: ListQuery;
}

/** Reads the parameters of /fetch-{challenge}. Throws BadParameter. */
export function readListQuery(
  definition: ChallengeDefinition,
  parameters: URLSearchParams,
  catalogue: Catalogue,
): ListRequest {
  const order = readOrder(definition, parameters);
  const isSorted = readParameter(parameters, "sortby") !== null;
  const query = {
    conditions: filtersOf(definition, parameters, catalogue),
    order: !isSorted && namesCombination(definition, parameters) ? [VERIFIED_FIRST] : order,
    offset: readCount(parameters, "offset", Number.MAX_SAFE_INTEGER) ?? 0,
    count: readCount(parameters, "count", MOST_ROWS_OF_PAGE) ?? DEFAULT_PAGE,
  };
  return { text: readSearchText(parameters, "query"), parameters, query };
}

/** The number of entries in a feed. */
export const FEED_LENGTH = 50;

/** Reads the parameters of a list's feed: the list's rows, those that appeared last first. Throws BadParameter. */
export function readFeedQuery(
  definition: ChallengeDefinition,
  parameters: URLSearchParams,
  catalogue: Catalogue,
): ListRequest {
  const own = new URLSearchParams(parameters);
  for (const name of ["sortby", "offset", "count"]) own.delete(name);
  const request = readListQuery(definition, own, catalogue);
  const order: readonly SortTerm[] = [{ column: "recency", descending: true }];
  return { ...request, query: { ...request.query, order, offset: 0, count: FEED_LENGTH } };
}

/** Returns the query of a list together with what its search text was understood as. Throws BadParameter. */
export function withUnderstood(
  definition: ChallengeDefinition,
  { parameters, query }: ListRequest,
  { filters, conditions }: { readonly filters: readonly Filter[]; readonly conditions: readonly Condition[] },
  catalogue: Catalogue,
): ListQuery {
  const merged = new URLSearchParams(parameters);
  const apart: Condition[] = [];
  for (const [name, value] of filters) {
    // The request already has this parameter, which can be given only once: add a condition, so that both hold.
    if (merged.has(name) && !kindFilters(definition).get(name)?.places)
      apart.push(...filtersOf(definition, new URLSearchParams([[name, value]]), catalogue));
    else merged.append(name, value);
  }
  const all = [...filtersOf(definition, merged, catalogue), ...apart, ...conditions];
  // What is said twice asks for nothing more.
  const each = new Map(all.map((condition) => [JSON.stringify(condition), condition]));
  return { ...query, conditions: [...each.values()] };
}

/** Returns the offset of the page whose number the pager's box sends without script; null for the first page. */
function offsetOf(page: string, size: string | undefined): string | null {
  const [number, rows] = [page, size ?? String(DEFAULT_PAGE)].map((text) =>
    /^[1-9]\d{0,6}$/.test(text.trim()) ? Number(text) : null,
  );
  return number && rows && number > 1 ? String((number - 1) * rows) : null;
}

/**
 * Reads the state of a list page. Never fails: invalid values are left to the API, and an unknown view is the list. Of a
 * parameter that is given too often, no more is read than makes the API say so: each value is in every link of the page.
 */
export function readListState(definition: ChallengeDefinition, search: URLSearchParams): ListState {
  const view = definition.views.find((name) => name === search.get("view")?.toLowerCase()) ?? "list";
  const parameters: Record<string, string> = {};
  const repeated: Record<string, readonly string[]> = {};
  const filters = kindFilters(definition);
  for (const name of listParameters(definition)) {
    const values = search
      .getAll(name)
      .flatMap((value) => value.trim() || [])
      .slice(0, MAX_VALUES + 1);
    const [first] = values;
    if (first === undefined) continue;
    if (filters.get(name)?.places) repeated[name] = values;
    else parameters[name] = first;
  }
  const offset = offsetOf(search.get("page") ?? "", parameters.count);
  if (offset !== null) parameters.offset = offset;
  return { view, parameters, repeated };
}
