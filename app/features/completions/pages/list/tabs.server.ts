import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { labelIn, modernizedFilters } from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import type { Filter } from "../../../../../domain/fields/kind.ts";
import { filtersIn, isNewestFirst, type ListState } from "../../../../../domain/lists/url-state.ts";
import { unrecorded } from "../../../../../domain/search/answerable.ts";
import type { ChallengeTab } from "../../../../ui/components/ChallengeTabs.tsx";
import type { Chip } from "./chips.server.ts";

/** Returns the filters of one list that mean the same in another, as many as that list can take at once. */
function understoodIn(from: ChallengeDefinition, other: ChallengeDefinition, filters: readonly Filter[]) {
  const held: Filter[] = [];
  for (const filter of filters) {
    const [parameter] = filter;
    const isSame = labelIn(other, parameter) === labelIn(from, parameter);
    if (isSame && unrecorded(other, [...held, filter]) === null) held.push(filter);
  }
  return held;
}

/** Returns another list's parameters. A parameter with several values has each of them. */
function asParameters(filters: readonly Filter[], { parameters: { query } }: ListState) {
  const values = Map.groupBy(filters, ([name]) => name);
  return {
    ...(query !== undefined && { query }),
    ...Object.fromEntries([...values].map(([name, same]) => [name, same.map(([, value]) => value)])),
  };
}

/** Returns the order and the page size that another list takes over. */
const shownAs = ({ parameters: { sortby, count } }: ListState) => ({
  ...(isNewestFirst(sortby) && !sortby?.includes(",") && { sortby }),
  ...(count !== undefined && { count }),
});

interface Tabs {
  readonly tabs: readonly ChallengeTab[];
  /** How many completions the shown list has; null if it was not counted. */
  readonly own: number | null;
  /** The address of the counts; null if none has to be requested. */
  readonly totals: string | null;
}

/**
 * Returns tabs to the lists of all challenges, narrowed as this one is. They have counts if something narrows it, which
 * asks what else there is of that. A list counts only if it can take all of that: no count is better than the count of
 * something else. The browser asks for the counts, so that a page does not wait for six other lists, and a completion
 * of one challenge does not invalidate the pages of the others.
 * @param own how many this list has found; null if it was not counted
 */
export function tabsOf(
  definition: ChallengeDefinition,
  state: ListState,
  { chips, own }: { chips: readonly Chip[]; own: number | null },
): Tabs {
  const filters = filtersIn(state).flatMap((filter) => modernizedFilters(definition, filter));
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
  // The same address whichever of these lists asks.
  const totals = api.totals({ lists: lists.join(","), ...asParameters(filters, state) });
  const isKnown = lists.every((key) => key === definition.key && own !== null);
  return { tabs, own, totals: isKnown ? null : totals };
}
