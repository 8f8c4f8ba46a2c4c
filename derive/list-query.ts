import type { ChallengeDefinition } from "../challenges/define.ts";
import type { Condition, SortTerm } from "../fields/condition.ts";
import { type Field, filterField, sortField } from "../fields/index.ts";
import { InvalidValue } from "../fields/kind.ts";
import { findTower, namesMeantBy } from "../game/names.ts";
import { fieldsOfKind, rowFields } from "./fields.ts";
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

/** Words beyond these say nothing more and cost a look-up each. */
const MAX_WORDS = 20;
const MAX_SORTS = 8;

/** What the parameter of a field asks for, or null where it is absent. Throws BadParameter. */
export function readFilter(parameters: URLSearchParams, name: string, field: Field): Condition | null {
  return readAs(parameters, name, (text) => filterField(text, field));
}

const NO_LIST = 'is not a JSON array of texts such as ["Ice Monkey"]';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidValue(NO_LIST);
  }
}

function listOfTexts(value: unknown): string[] {
  const list = typeof value === "string" ? [value] : value;
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === "string"))
    throw new InvalidValue(NO_LIST);
  return list.map((entry) => entry.trim()).filter((entry) => entry !== "");
}

/** Tower types or names in either order: as many as the challenge has towers. */
function towerQuery(text: string, places: number): Condition | null {
  const queries = listOfTexts(parseJson(text));
  if (queries.length > places) {
    throw new InvalidValue(`names ${queries.length} towers, but a completion has ${places}`);
  }
  const names = queries.map(namesMeantBy);
  if (names.includes(null)) return { on: "nothing" };
  const [first, second] = names;
  if (!first) return null;
  return second ? { on: "pair", names: [first, second] } : { on: "anyTower", names: first };
}

/** A JSON array, a JSON string or a comma list of towers that must all be contained. */
function towerIncludes(text: string): string[] {
  return /^["[]/.test(text) ? listOfTexts(parseJson(text)) : listOfTexts(text.split(","));
}

/** The words of a search text that hold anything a text can be found by. */
function searchWords(text: string): string[] {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}\p{S}\p{Co}]/u.test(word));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** Filters that a challenge's shape adds to those of its fields. */
function shapeFilters(definition: ChallengeDefinition): Record<string, (text: string) => Condition[]> {
  const one = (condition: Condition | null): Condition[] => (condition ? [condition] : []);
  const filters: Record<string, (text: string) => Condition[]> = {};
  const places = fieldsOfKind(definition, "tower").length;
  if (places > 0) filters.towerquery = (text) => one(towerQuery(text, places));
  if (fieldsOfKind(definition, "towerset").length > 0) {
    filters.towerincludes = (text) =>
      towerIncludes(text).map((spelling) => {
        const tower = findTower(spelling);
        return tower ? { on: "anyTower", names: [tower.name] } : { on: "nothing" };
      });
    filters.towercount = (text) => {
      if (!/^\d{1,6}$/.test(text)) throw new InvalidValue("is not a whole number from 0");
      return [{ on: "towerCount", count: Number(text) }];
    };
  }
  if (!definition.fields.person) {
    filters.person = (text) => [{ on: "person", position: null, person: text }];
  }
  return filters;
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
    const column = field.kind === "flag" && !definition.og ? null : sortField(field);
    return column ? [[name, column] as const] : [];
  });
  // As the filter of that name.
  if (fieldsOfKind(definition, "towerset").length > 0) fields.push(["towercount", "tower_count"]);
  return new Map(fields);
}

/** Reads one term of an order: "date", "date DESC" or, as some write it, "dateDESC". Null if it is none. */
export function readSortTerm(term: string): { readonly name: string; readonly descending: boolean } | null {
  const [, name, direction] = /^(\S+?)(?:\s*(ASC|DESC))?$/i.exec(term.trim()) ?? [];
  return name === undefined ? null : { name, descending: direction?.toUpperCase() === "DESC" };
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
      const names = [...sortable.keys()].join(", ");
      throw new BadParameter(
        "sortby",
        `cannot sort by "${entry.slice(0, 50)}"; it takes ${names}, each with DESC or without`,
      );
    }
    if (!terms.has(name)) terms.set(name, { column, descending });
  }
  if (terms.size > MAX_SORTS) throw new BadParameter("sortby", `names more than ${MAX_SORTS} fields`);
  return terms.size === 0 ? definition.order : [...terms.values()];
}

/** All query parameters that a challenge's list understands, in canonical order. Others are ignored. */
export function listParameters(definition: ChallengeDefinition): readonly string[] {
  const fields = rowFields(definition).map(([name]) => name);
  return ["query", ...fields, ...Object.keys(shapeFilters(definition)), "sortby", "offset", "count"];
}

/** What the parameters of /fetch-{challenge} ask for. Throws BadParameter. */
export function readListQuery(definition: ChallengeDefinition, parameters: URLSearchParams): ListQuery {
  const conditions: Condition[] = [];
  const words = searchWords(readParameter(parameters, "query") ?? "");
  if (words.length > 0) conditions.push({ on: "search", words });
  for (const [name, field] of rowFields(definition)) {
    const condition = readFilter(parameters, name, field);
    if (condition) conditions.push(condition);
  }
  for (const [name, filter] of Object.entries(shapeFilters(definition))) {
    conditions.push(...(readAs(parameters, name, filter) ?? []));
  }
  return {
    conditions: joinPair(conditions),
    order: readOrder(definition, parameters),
    offset: readCount(parameters, "offset", Number.MAX_SAFE_INTEGER) ?? 0,
    count: readCount(parameters, "count", MAX_PAGE) ?? DEFAULT_PAGE,
  };
}
