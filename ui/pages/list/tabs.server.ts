import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { CHALLENGES } from "../../../challenges/index.ts";
import { labelIn, newerFilters } from "../../../derive/fields.ts";
import { unrecorded } from "../../../derive/search/answerable.ts";
import { filtersIn, isNewestFirst, type ListState } from "../../../derive/url-state.ts";
import type { Filter } from "../../../fields/kind.ts";
import { api, pages } from "../../../routes.ts";
import type { ChallengeTab } from "../../components/ChallengeTabs.tsx";
import type { Chip } from "./chips.server.ts";

/** Those filters of one list that mean the same in another, as many as it can take at once. */
function understoodIn(from: ChallengeDefinition, other: ChallengeDefinition, filters: readonly Filter[]) {
  const kept: Filter[] = [];
  for (const filter of filters) {
    const [parameter] = filter;
    const isSame = labelIn(other, parameter) === labelIn(from, parameter);
    if (isSame && unrecorded(other, [...kept, filter]) === null) kept.push(filter);
  }
  return kept;
}

/** What another list is asked for: several values of a parameter each by itself. */
function asParameters(filters: readonly Filter[], { parameters: { query } }: ListState) {
  const values = Map.groupBy(filters, ([name]) => name);
  return {
    ...(query !== undefined && { query }),
    ...Object.fromEntries([...values].map(([name, same]) => [name, same.map(([, value]) => value)])),
  };
}

/** In which order another list comes, and how long its pages are. */
const shownAs = ({ parameters: { sortby, count } }: ListState) => ({
  ...(isNewestFirst(sortby) && !sortby?.includes(",") && { sortby }),
  ...(count !== undefined && { count }),
});

interface Tabs {
  readonly tabs: readonly ChallengeTab[];
  /** How many the list has that is shown; null: it was not asked. */
  readonly own: number | null;
  /** The address that says how many those have that count; null: none does. */
  readonly totals: string | null;
}

/**
 * The lists of all challenges with what narrows this one. They count where something does, for then it is asked what else
 * there is of that; a list counts only where it can take all of that: no count is better than one of something else.
 * The browser asks for the counts: a page does not wait for what six other lists have, and a completion of one challenge
 * does not make the pages of the others anew.
 * @param own how many this list has found; null: it was not asked
 */
export function tabsOf(
  definition: ChallengeDefinition,
  state: ListState,
  { chips, own }: { chips: readonly Chip[]; own: number | null },
): Tabs {
  const filters = filtersIn(state).flatMap((filter) => newerFilters(definition, filter));
  const typed = chips.filter(({ isTyped }) => isTyped).flatMap((chip) => chip.filters);
  const tabs = Array.from(CHALLENGES.values(), (other) => {
    const { key, label } = other;
    const isOwn = key === definition.key;
    const understood = isOwn ? filters : understoodIn(definition, other, filters);
    const isAll = understood.length === filters.length && unrecorded(other, typed) === null;
    return {
      key,
      label,
      to: pages.list(key, { ...asParameters(understood, state), ...shownAs(state) }),
      counts: chips.length > 0 && (isOwn || isAll),
    };
  });
  const lists = tabs.filter(({ counts }) => counts).map(({ key }) => key);
  // The same address from whichever of these lists it is asked.
  const totals = api.totals({ lists: lists.join(","), ...asParameters(filters, state) });
  const isKnown = lists.every((key) => key === definition.key && own !== null);
  return { tabs, own, totals: isKnown ? null : totals };
}
