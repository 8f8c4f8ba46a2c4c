import type { ChallengeDefinition, ViewName } from "../challenges/define.ts";
import { listParameters, NEWEST, readSortTerm } from "./list-query.ts";

/** All of a list page's state, as it stands in the URL. Parameters as given; absent and empty ones are left out. */
export interface ListState {
  readonly view: ViewName;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reads the state of a list page. Never fails: what makes no sense is for the API to say, an unknown view is the list. */
export function readListState(definition: ChallengeDefinition, search: URLSearchParams): ListState {
  const view = definition.views.find((name) => name === search.get("view")?.toLowerCase()) ?? "list";
  const parameters: Record<string, string> = {};
  for (const name of listParameters(definition)) {
    const value = search.get(name)?.trim();
    if (value) parameters[name] = value;
  }
  return { view, parameters };
}

/** The state as query parameters, the default view unsaid. */
export function writeListState({ view, parameters }: ListState): Readonly<Record<string, string>> {
  return view === "list" ? parameters : { ...parameters, view };
}

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
