import type { ChallengeDefinition } from "../challenges/define.ts";
import { kindFilters } from "./fields.ts";
import { listParameters } from "./list-query.ts";
import type { ListState } from "./url-state.ts";

/** Reads the state of a list page. Never fails: what makes no sense is for the API to say, an unknown view is the list. */
export function readListState(definition: ChallengeDefinition, search: URLSearchParams): ListState {
  const view = definition.views.find((name) => name === search.get("view")?.toLowerCase()) ?? "list";
  const parameters: Record<string, string> = {};
  const repeated: Record<string, readonly string[]> = {};
  const filters = kindFilters(definition);
  for (const name of listParameters(definition)) {
    const values = search.getAll(name).flatMap((value) => value.trim() || []);
    const [first] = values;
    if (first === undefined) continue;
    if (filters.get(name)?.places) repeated[name] = values;
    else parameters[name] = first;
  }
  return { view, parameters, repeated };
}
