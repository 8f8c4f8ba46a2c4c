import type { ChallengeDefinition } from "../challenges/define.ts";
import type { Condition, SortTerm } from "../fields/condition.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { searchedFor } from "../game/community-names.ts";
import { fault } from "../messages/index.ts";
import { kindFilters, kindSorts, rowFields } from "./fields.ts";
import { BadParameter, readAs, readCount, readParameter } from "./parameters.ts";

/** What a list asks of the database: data, no SQL. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  /** The id ends every order. */
  readonly order: readonly SortTerm[];
  readonly offset: number;
  /** Rows wanted, 0 to 100; 0 asks for the total alone. */
  readonly count: number;
}

/** SPEC section 9. */
export const DEFAULT_PAGE = 20;
export const MAX_PAGE = 100;

/** The order of what one combination has: today's programs take the first for the completion. */
export const STANDING: SortTerm = { column: "standing", descending: false };

/** Words beyond these say nothing more and cost a look-up each. */
const MAX_WORDS = 20;
const MAX_SORTS = 8;

/** An order that says its direction by its name: the newest first, and with DESC the oldest. */
export const NEWEST = "newest";

/** What the parameter of a field asks for, or null where it is absent. Throws BadParameter. */
export function readFilter(parameters: URLSearchParams, name: string, field: Field): Condition | null {
  return readAs(parameters, name, (text) => kindOf(field).filter(text, field));
}

/** What people write between names: it never costs a result. */
const CONNECTING = new Set(["+", "&", "|", "/", ",", "x", "and", "on", "with", "vs", "by"]);

/**
 * The words of a search text that hold anything a text can be found by: without those that only connect, unless there is
 * nothing else, and without the challenge's own name.
 */
function searchWords({ key, label, name }: ChallengeDefinition, text: string): string[] {
  const own = new Set([key, label, `${label}s`].map((each) => each.toLowerCase()));
  const words = text
    .replaceAll(name, " ")
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}\p{S}\p{Co}]/u.test(word) && !own.has(word.toLowerCase()));
  const telling = words.filter((word) => !CONNECTING.has(word.toLowerCase()));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, MAX_WORDS);
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

/** Reads one term of an order: "date", "date DESC" or, as some write it, "dateDESC". Null if it is none. */
export function readSortTerm(term: string): { readonly name: string; readonly descending: boolean } | null {
  const text = term.trim();
  const direction = ["DESC", "ASC"].find(
    (each) => text.toUpperCase().endsWith(each) && text.length > each.length,
  );
  const name = text.slice(0, text.length - (direction?.length ?? 0)).trimEnd();
  return name === "" || /\s/.test(name) ? null : { name, descending: direction === "DESC" };
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

/** What the parameters of /fetch-{challenge} ask for. Throws BadParameter. */
export function readListQuery(definition: ChallengeDefinition, parameters: URLSearchParams): ListQuery {
  const conditions: Condition[] = [];
  const words = searchWords(definition, searchedFor(readParameter(parameters, "query") ?? ""));
  if (words.length > 0) conditions.push({ on: "search", words });
  for (const [name, field] of rowFields(definition)) {
    const condition = readFilter(parameters, name, field);
    if (condition) conditions.push(condition);
  }
  for (const [name, filter] of kindFilters(definition))
    conditions.push(...(readAs(parameters, name, (text) => filter.read(text)) ?? []));
  const order = readOrder(definition, parameters);
  const isAsked = readParameter(parameters, "sortby") !== null;
  const ordered = isAsked ? [...order, STANDING] : [STANDING, ...order];
  return {
    conditions: joinPair(conditions),
    order: namesCombination(definition, parameters) ? ordered : order,
    offset: readCount(parameters, "offset", Number.MAX_SAFE_INTEGER) ?? 0,
    count: readCount(parameters, "count", MAX_PAGE) ?? DEFAULT_PAGE,
  };
}
