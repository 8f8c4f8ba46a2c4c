import type { ChallengeDefinition, ViewName } from "../../../../../domain/challenges/define.ts";
import {
  filterControls,
  filterInWords,
  labelIn,
  modernizedFilters,
  mostValuesOf,
} from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { shownRules } from "../../../../../domain/challenges/rules.ts";
import { api, pages, searchOf } from "../../../../../domain/contract/routes.ts";
import type { UnderstoodPartAnswer } from "../../../../../domain/contract/search.ts";
import type { Filter } from "../../../../../domain/fields/kind.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { counted } from "../../../../../domain/game/counted.ts";
import { LONGEST_SEARCH, MOST_ROWS_OF_PAGE } from "../../../../../domain/limits.ts";
import { ownOrder, readListQuery, readListState } from "../../../../../domain/lists/list-query.ts";
import { isSearchTooLong, readFlag, readSearchValue } from "../../../../../domain/lists/parameters.ts";
import { headingOf, playersOf, presentList, type WireRow } from "../../../../../domain/lists/row.ts";
import { tableColumns } from "../../../../../domain/lists/table.ts";
import {
  DEFAULT_PAGE,
  filtersIn,
  isNewestFirst,
  type ListParameters,
  type ListState,
  listRequest,
  valuesOf,
  writeListState,
} from "../../../../../domain/lists/url-state.ts";
import { formFor, unrecorded } from "../../../../../domain/search/answerable.ts";
import type { ChallengeTab } from "../../../../ui/components/ChallengeTabs.tsx";
import type { PageContext } from "../../../../ui/context.ts";
import { marksOf } from "../../../../ui/marks.server.ts";
import { outcomeOf } from "../../../../ui/outcome.server.ts";
import { recordRanksOf } from "../../../../ui/record-ranks.server.ts";
import { shownKeys } from "../../../../ui/search-keys.server.ts";
import { supersedingOf } from "../../../../ui/superseded-claims.server.ts";
import { type Chip, chipsOf, withFilters, withPlates } from "./chips.server.ts";
import { loadGrid } from "./grid/load.server.ts";
import { loadNothing, toParameters } from "./nothing.server.ts";

/** Players on the leaderboard (SPEC section 9). */
const LEADERBOARD = 10;

async function loadCompletions(definition: ChallengeDefinition, state: ListState, context: PageContext) {
  const catalogue = await context.catalogue();
  const found = await outcomeOf(() =>
    context.reads.completions.dated(
      definition,
      readListQuery(definition, searchOf(listRequest(state)), catalogue),
    ),
  );
  const { error, status } = found;
  if (error !== null) return { view: "list" as const, error, status, page: null };
  const body = presentList(definition, found.body);
  const offset = Number(state.parameters.offset ?? 0);
  const size = Math.min(Number(state.parameters.count ?? DEFAULT_PAGE), MOST_ROWS_OF_PAGE);
  return {
    view: "list" as const,
    error: null,
    status,
    page: {
      ...body,
      // A list shows no notes, and they may be longer than all the rest.
      results: body.results.map(({ notes: _, ...row }): WireRow => row),
      offset,
      size,
      columns: tableColumns(definition),
      marks: await marksOf(definition, body.results, context),
      headings: body.results.map((row) => headingOf(definition, row)),
      takers: await supersedingOf(body.results, context),
      standings: await recordRanksOf(definition, body.results, context),
    },
  };
}

async function loadLeaderboard(definition: ChallengeDefinition, state: ListState, context: PageContext) {
  const { body, error, status } = await outcomeOf(() => {
    const ogOnly = readFlag(searchOf({ og: state.parameters.og }), "og") ?? false;
    return context.reads.players.counts(definition, { ogOnly, limit: LEADERBOARD, offset: 0 });
  });
  return { view: "person-stats" as const, error, status, people: body?.personData ?? [] };
}

const VIEWS = {
  list: loadCompletions,
  "person-stats": loadLeaderboard,
  table: loadGrid,
} as const satisfies Record<ViewName, unknown>;

/** Loads what the list's text asks for, part by part. If it could not be understood, the list itself says why. */
async function loadParts(definition: ChallengeDefinition, { parameters }: ListState, context: PageContext) {
  const { query } = parameters;
  if (!query) return [];
  const { body } = await outcomeOf(() =>
    context.reads.completions.understood(definition, readSearchValue(query, "query")),
  );
  return body?.parts ?? [];
}

/** Returns the boxes behind "Filters" with their values. */
function boxesOf(definition: ChallengeDefinition, state: ListState, catalogue: Catalogue) {
  const given = writeListState(state);
  return filterControls(definition).map(({ name, label, box }) => ({
    name,
    label,
    box,
    values: valuesOf(given, name),
    places: mostValuesOf(definition, name),
    options:
      box.takes === "choice"
        ? box.choices.map((value) => ({
            value,
            label: filterInWords(definition, [name, value], catalogue).value,
          }))
        : [],
  }));
}

/** Returns what link previews say of the page: what was searched for and what was found. */
function previewText(definition: ChallengeDefinition, state: ListState, content: ListContent): string {
  if (content.view !== "list" || !content.page) return definition.summary;
  const { count, headings, results } = content.page;
  const { query } = state.parameters;
  const found = `${counted(count)} ${definition.label} ${count === 1 ? "completion" : "completions"}`;
  const [[first], [row]] = [headings, results];
  const example =
    first && row && (query || filtersIn(state).length > 0)
      ? ` First: ${first} by ${playersOf(definition, row)}.`
      : "";
  return `${found}${query ? ` for “${query}”` : ""}.${example || ` ${definition.summary}.`}`;
}

/** Returns the address of the form, which starts with what the list is narrowed to, as far as a completion can be so. */
function addAddress(definition: ChallengeDefinition, state: ListState, catalogue: Catalogue): string {
  const { fields, problem } = formFor(definition, filtersIn(state), catalogue);
  return pages.addForm(definition.key, problem === null ? toParameters(fields) : {});
}

/** The filters of a list that a draw of an open one takes. */
const OF_A_DRAW = new Set(["tower", "map", "difficulty"]);

/** Returns the address that draws an open one of what the list is narrowed to. */
function openOneAddress(definition: ChallengeDefinition, state: ListState): string {
  const filters = filtersIn(state).flatMap((filter) => modernizedFilters(definition, filter));
  return pages.undone({
    challenge: definition.key,
    ...toParameters(filters.filter(([name]) => OF_A_DRAW.has(name))),
  });
}

type ListContent = Awaited<ReturnType<(typeof VIEWS)[ViewName]>>;

/**
 * Returns the state without its search text if that is too long to be searched by, and what of it fits the search box;
 * null for a text that is not.
 */
function withoutLongText(state: ListState): { readonly state: ListState; readonly tooLong: string | null } {
  const { query, ...parameters } = state.parameters;
  if (query === undefined || !isSearchTooLong(query)) return { state, tooLong: null };
  return { state: { ...state, parameters }, tooLong: query.slice(0, LONGEST_SEARCH) };
}

export async function loadListPage(
  definition: ChallengeDefinition,
  search: URLSearchParams,
  context: PageContext,
) {
  const { state, tooLong } = withoutLongText(readListState(definition, search));
  const [content, parts]: [ListContent, readonly UnderstoodPartAnswer[]] = await Promise.all([
    VIEWS[state.view](definition, state, context),
    state.view === "list" ? loadParts(definition, state, context) : [],
  ]);
  const catalogue = await context.catalogue();
  const chips = await withPlates(chipsOf(definition, state, parts, catalogue), context);
  const list = content.view === "list" ? content.page : null;
  const isEmpty = list?.count === 0 && chips.length > 0;
  const { key, label, name, description, views, keys, versionBox } = definition;
  const nothing = isEmpty ? await loadNothing(definition, state, chips, context) : null;
  return {
    challenge: {
      key,
      label,
      name,
      description,
      rules: shownRules(definition, catalogue),
      views,
      keys,
      versionBox,
      hasOg: definition.og !== null,
      ownOrder: ownOrder(definition),
    },
    state,
    content,
    tooLong,
    status: tooLong === null ? content.status : 400,
    chips,
    settled: withFilters(definition, state, parts),
    nothing,
    add: addAddress(definition, state, catalogue),
    openOne: openOneAddress(definition, state),
    lists: tabsOf(definition, state, { chips, own: list?.count ?? null, catalogue }),
    boxes: boxesOf(definition, state, catalogue),
    keys: shownKeys(definition, list?.results[0]),
    /** How many of each can be filtered by at once: a click in a row adds one. */
    places: { tower: mostValuesOf(definition, "tower"), map: 1, person: mostValuesOf(definition, "person") },
    description: previewText(definition, state, content),
  };
}

export type ListPageData = Awaited<ReturnType<typeof loadListPage>>;

/** A page of the rows of the list view, and what is shown with them. */
export type ListRows = NonNullable<Extract<ListPageData["content"], { view: "list" }>["page"]>;

/** Returns the filters of one list that mean the same in another, as many as that list can take at once. */
function understoodIn(
  from: ChallengeDefinition,
  other: ChallengeDefinition,
  filters: readonly Filter[],
  catalogue: Catalogue,
) {
  const held: Filter[] = [];
  for (const filter of filters) {
    const [parameter] = filter;
    const isSame = labelIn(other, parameter) === labelIn(from, parameter);
    if (isSame && unrecorded(other, [...held, filter], catalogue) === null) held.push(filter);
  }
  return held;
}

/** Returns another list's parameters. */
const asParameters = (filters: readonly Filter[], { parameters: { query } }: ListState): ListParameters => ({
  ...(query !== undefined && { query }),
  ...toParameters(filters),
});

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
function tabsOf(
  definition: ChallengeDefinition,
  state: ListState,
  { chips, own, catalogue }: { chips: readonly Chip[]; own: number | null; catalogue: Catalogue },
): Tabs {
  const filters = filtersIn(state).flatMap((filter) => modernizedFilters(definition, filter));
  const typed = chips.filter(({ isTyped }) => isTyped).flatMap((chip) => chip.filters);
  const tabs = Array.from(CHALLENGES.values(), (other) => {
    const { key, label } = other;
    const isOwn = key === definition.key;
    const understood = isOwn ? filters : understoodIn(definition, other, filters, catalogue);
    const isAll = understood.length === filters.length && unrecorded(other, typed, catalogue) === null;
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
