import type { ChallengeDefinition } from "../challenges/define.ts";
import { kindFilters } from "../challenges/fields.ts";
import { listParameters } from "./list-query.ts";
import { DEFAULT_PAGE } from "./page-sizes.ts";
import { MAX_VALUES } from "./parameters.ts";
import type { ListState } from "./url-state.ts";

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
