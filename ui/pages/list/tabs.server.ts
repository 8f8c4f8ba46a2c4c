import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { CHALLENGES } from "../../../challenges/index.ts";
import { challengeReads } from "../../../contract/completions.ts";
import { labelIn, newerFilters } from "../../../derive/fields.ts";
import { unrecorded } from "../../../derive/search/answerable.ts";
import { filtersIn, isNewestFirst, type ListState } from "../../../derive/url-state.ts";
import type { Filter } from "../../../fields/kind.ts";
import { pages } from "../../../routes.ts";
import { askAndTell } from "../../ask.server.ts";
import type { ChallengeTab } from "../../components/ChallengeTabs.tsx";
import type { PageContext } from "../../context.ts";
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
function asParameters(filters: readonly Filter[], { parameters: { query, sortby, count } }: ListState) {
  const values = Map.groupBy(filters, ([name]) => name);
  return {
    ...(query !== undefined && { query }),
    ...Object.fromEntries([...values].map(([name, same]) => [name, same.map(([, value]) => value)])),
    ...(isNewestFirst(sortby) && !sortby?.includes(",") && { sortby }),
    ...(count !== undefined && { count }),
  };
}

/**
 * The lists of all challenges with what narrows this one. They count where something does, for then it is asked what else
 * there is of that; without it, a completion of one challenge would make the pages of all lists anew. A list counts only
 * where it can take all of that: no count is better than one of something else.
 * @param own how many this list has found; null: it was not asked
 */
export async function tabsOf(
  definition: ChallengeDefinition,
  state: ListState,
  { chips, own, context }: { chips: readonly Chip[]; own: number | null; context: PageContext },
): Promise<readonly ChallengeTab[]> {
  const filters = filtersIn(state).flatMap((filter) => newerFilters(definition, filter));
  const typed = chips.filter(({ isTyped }) => isTyped).flatMap((chip) => chip.filters);
  const countIn = async (other: ChallengeDefinition, asked: ReturnType<typeof asParameters>) => {
    const { body } = await askAndTell(context, challengeReads(other).list, { ...asked, count: 0 });
    return body?.count ?? null;
  };
  return Promise.all(
    Array.from(CHALLENGES.values(), async (other) => {
      const { key, label } = other;
      const isOwn = key === definition.key;
      const understood = isOwn ? filters : understoodIn(definition, other, filters);
      const asked = asParameters(understood, state);
      const isAll = understood.length === filters.length && unrecorded(other, typed) === null;
      const counts = chips.length > 0 && (isOwn || isAll);
      const known = isOwn ? own : null;
      return {
        key,
        label,
        to: pages.list(key, asked),
        count: counts ? (known ?? (await countIn(other, asked))) : null,
      };
    }),
  );
}
