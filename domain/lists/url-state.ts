import type { ViewName } from "../challenges/define.ts";
import type { Filter } from "../fields/kind.ts";
import { NEWEST, readSortTerm } from "./sort-terms.ts";

/** Parameters of an address; an array repeats the parameter once per value. */
export type ListParameters = Readonly<Record<string, string | readonly string[]>>;

/** The whole state of a list page, as given in the URL. Absent and empty parameters are left out. */
export interface ListState {
  readonly view: ViewName;
  /** The parameters that can be given once. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The repeatable parameters, each with its values. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
}

/** Returns the values of a parameter. */
export const valuesOf = (given: ListParameters, name: string): readonly string[] => {
  const value = given[name];
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
};

/** The parameters that come first in an address: most lists are filtered by these. */
const FIRST = ["query", "tower", "map", "person"];

/** Returns the parameters in the order that addresses have. */
export const inOrder = (given: ListParameters): ListParameters =>
  Object.fromEntries([
    ...FIRST.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    ...Object.entries(given).filter(([name]) => !FIRST.includes(name)),
  ]);

/** Returns the state as query parameters, without the default view. */
export function writeListState({ view, parameters, repeated }: ListState): ListParameters {
  const given = inOrder({ ...parameters, ...repeated });
  return view === "list" ? given : { ...given, view };
}

/** Returns the order that a page shows: that of its address, or the newest first. */
export const shownOrder = ({ parameters }: Pick<ListState, "parameters">): string =>
  parameters.sortby ?? NEWEST;

/** Returns what a page asks the API for: its own parameters, in the order that it shows. */
export function listRequest(state: ListState): ListParameters {
  const { view: _, ...given } = writeListState(state);
  return { ...given, sortby: shownOrder(state) };
}

/** Returns the parameters that narrow a list: those of its feed, which has an order and a length of its own. */
export function narrowing(state: ListState): ListParameters {
  const { sortby: _, offset: __, count: ___, view: ____, ...narrowed } = writeListState(state);
  return narrowed;
}

/** Parameters that are not filters. */
const NO_FILTERS = new Set(["query", "sortby", "offset", "count", "view"]);

/** Returns the filters in a list's address, without its search text. */
export const filtersIn = (state: ListState): readonly Filter[] =>
  Object.entries(writeListState(state)).flatMap(([name, values]) =>
    NO_FILTERS.has(name) ? [] : [values].flat().map((value): Filter => [name, value]),
  );

/** Moves a column to its next sort state: unsorted, ascending, descending. Other columns keep theirs, after it. */
export function cycleSort(sortby: string | undefined, name: string): string {
  const terms = (sortby ?? "")
    .split(",")
    .map((term) => term.trim())
    .filter((term) => term !== "");
  const others = terms.filter((term) => readSortTerm(term)?.name !== name);
  const state = sortStateOf(sortby, name);
  if (state === "descending") return others.join(",");
  return [state === "ascending" ? `${name} DESC` : name, ...others].join(",");
}

export type SortState = "none" | "ascending" | "descending";

export function sortStateOf(sortby: string | undefined, name: string): SortState {
  for (const term of (sortby ?? "").split(",")) {
    const read = readSortTerm(term);
    if (read?.name === name) return read.descending ? "descending" : "ascending";
  }
  return "none";
}

/** Whether an order begins with the newest first. */
export function isNewestFirst(sortby: string | undefined): boolean {
  const read = readSortTerm((sortby ?? "").split(",")[0] ?? "");
  return read?.name === NEWEST && !read.descending;
}

/** The filter `since` where `since` itself is an entry of the log. */
export const DATED_SINCE = "dated-since";
