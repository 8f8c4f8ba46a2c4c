import type { ViewName } from "../challenges/define.ts";
import type { Filter } from "../fields/kind.ts";
import { NEWEST, readSortTerm } from "./sort-terms.ts";

/** Parameters of an address: of several values each is given by itself. */
export type ListParameters = Readonly<Record<string, string | readonly string[]>>;

/** All of a list page's state, as it stands in the URL. Parameters as given; absent and empty ones are left out. */
export interface ListState {
  readonly view: ViewName;
  /** Those that are given once. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Those that may be given again, each with its values. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
}

/** The values of a parameter. */
export const valuesOf = (given: ListParameters, name: string): readonly string[] => {
  const value = given[name];
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
};

/** What an address says first: what most lists are asked by. */
const FIRST = ["query", "tower", "map", "person"];

/** Parameters in the order in which addresses have them. */
export const inOrder = (given: ListParameters): ListParameters =>
  Object.fromEntries([
    ...FIRST.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    ...Object.entries(given).filter(([name]) => !FIRST.includes(name)),
  ]);

/** The state as query parameters, the default view unsaid. */
export function writeListState({ view, parameters, repeated }: ListState): ListParameters {
  const given = inOrder({ ...parameters, ...repeated });
  return view === "list" ? given : { ...given, view };
}

/** Parameters that narrow nothing. */
const NO_FILTERS = new Set(["query", "sortby", "offset", "count", "view"]);

/** The filters that stand in a list's address, the text of its search box apart. */
export const filtersIn = (state: ListState): readonly Filter[] =>
  Object.entries(writeListState(state)).flatMap(([name, values]) =>
    NO_FILTERS.has(name) ? [] : [values].flat().map((value): Filter => [name, value]),
  );

/** The next of a column's three sort states: unsorted, ascending, descending. Other columns keep theirs, behind it. */
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

/** Whether the newest come first: whatever else the order says stands behind. */
export function isNewestFirst(sortby: string | undefined): boolean {
  const read = readSortTerm((sortby ?? "").split(",")[0] ?? "");
  return read?.name === NEWEST && !read.descending;
}
