import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import {
  fieldsOfKind,
  filterInWords,
  modernizedFilters,
  mostValuesOf,
} from "../../../../../domain/challenges/fields.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import type { ChallengeAnswer } from "../../../../../domain/contract/search.ts";
import type { Filter } from "../../../../../domain/fields/kind.ts";
import { packMapMark } from "../../../../../domain/fields/marks/packed.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { listed } from "../../../../../domain/game/counted.ts";
import { readSearchValue } from "../../../../../domain/lists/parameters.ts";
import {
  after,
  filtersIn,
  type ListParameters,
  type ListState,
  writeListState,
} from "../../../../../domain/lists/url-state.ts";
import { asText } from "../../../../../domain/search/question.ts";
import type { PageContext } from "../../../../ui/context.ts";
import { listBy } from "../../../../ui/list.server.ts";
import { tilesOf } from "../../../../ui/maps/tiles.server.ts";
import { answerOrRefusal } from "../../../../ui/outcome.server.ts";
import type { Chip, Remark } from "./chips.server.ts";

/** How many chips the list is counted without, one at a time: each count is a query of its own. */
const COUNTED = 6;

/** What there is if one thing is left out. */
interface NearLine {
  readonly words: string;
  readonly verified: number;
  readonly pending: number;
  /** Other maps, partners or players. */
  readonly examples: readonly string[];
  readonly to: string;
}

/** Another map on which the same towers have not been played. */
interface AlsoOpen {
  /** "This pair" */
  readonly words: string;
  readonly map: string;
  readonly plate: string | null;
  readonly to: string;
}

type Verdict =
  /** Everything was understood, the challenge records it, and it is possible, but it is not in this index. */
  | {
      readonly kind: "not-yet";
      readonly submit: string | null;
      readonly near: readonly NearLine[];
      readonly alsoOpen: AlsoOpen | null;
    }
  | { readonly kind: "cannot-say"; readonly reason: string; readonly near: readonly NearLine[] }
  /** It exists, but in another order of towers, or only as verified. */
  | { readonly kind: "elsewhere"; readonly verified: number; readonly pending: number; readonly to: string };

export interface Nothing {
  /** How many there are without each of the first chips, in their order. */
  readonly without: readonly number[];
  readonly verdict: Verdict | null;
  /** The question for all challenges; null if there is none or not all of it can be put into words. */
  readonly question: string | null;
  /** What is wrong with names in the address. */
  readonly remarks: readonly Remark[];
}

/** Returns the parameters of filters. A parameter with several values has each of them. */
export const toParameters = (filters: readonly Filter[]): ListParameters => {
  const named = Map.groupBy(filters, ([name]) => name);
  return Object.fromEntries([...named].map(([name, same]) => [name, same.map(([, value]) => value)]));
};

const parametersOf = (filters: ChallengeAnswer["filters"]): ListParameters =>
  toParameters(filters.map(({ parameter, value }) => [parameter, value]));

/**
 * Says in words what there is nearby: "Absolute Zero and Quincy on other maps", "Absolute Zero on Quad with 3 other
 * partners". If the challenge does not record what was left out, only the rest is said: "LCC on Quad".
 */
function nearWords(
  definition: ChallengeDefinition,
  { without, filters, verified }: ChallengeAnswer["near"][number],
  isRecorded: boolean,
  catalogue: Catalogue,
): string {
  const left = isRecorded ? without.parameter : "";
  const of = (name: string): string[] =>
    filters.flatMap(({ parameter, value }) => (parameter === name ? [value] : []));
  const towers = of("tower");
  const [maps, people] = [of("map").join(" and "), of("person").join(" and ")];
  const places = fieldsOfKind(definition, "tower").length;
  // If only one thing differs, no two completions share it, so how many there are is known.
  const isEach =
    definition.identity.length === 2 &&
    filters.every(({ parameter }) => ["tower", "map"].includes(parameter)) &&
    towers.length + (left === "tower" ? 1 : 0) === places;
  const other = (one: string, many: string): string =>
    isEach && verified > 0 ? `${verified} other ${verified === 1 ? one : many}` : `other ${many}`;
  const parts = [
    listed(towers) || (left === "tower" ? "" : definition.label),
    maps && (towers.length > 0 || left !== "tower" ? `on ${maps}` : maps),
    left === "map" ? `on ${other("map", "maps")}` : "",
    left === "tower"
      ? `with ${places > 1 && towers.length > 0 ? other("partner", "partners") : other("tower", "towers")}`
      : "",
    people && `by ${people}`,
    left === "person" ? "by other players" : "",
    ...filters
      .filter(({ parameter }) => !["tower", "map", "person"].includes(parameter))
      .map(({ parameter, value }) => wordsOf(definition, [parameter, value], catalogue)),
    ["", "map", "tower", "person"].includes(left)
      ? ""
      : `without ${wordsOf(definition, [left, without.value], catalogue)}`,
  ];
  return parts.filter(Boolean).join(" ");
}

const wordsOf = (definition: ChallengeDefinition, filter: Filter, catalogue: Catalogue): string => {
  const { label, value } = filterInWords(definition, filter, catalogue);
  return `“${label}: ${value}”`;
};

async function verdictOf(
  definition: ChallengeDefinition,
  found: ChallengeAnswer,
  context: PageContext,
): Promise<Verdict> {
  const { state, reason, near, submit, verified, pending, filters } = found;
  const { key } = definition;
  const catalogue = await context.catalogue();
  const lines = near
    .filter((each) => each.verified + each.pending > 0)
    .map((each) => ({
      words: nearWords(definition, each, state === "not-yet", catalogue),
      verified: each.verified,
      pending: each.pending,
      examples: each.examples,
      to: pages.list(key, parametersOf(each.filters)),
    }));
  if (state === "cannot-say") return { kind: "cannot-say", reason: reason ?? "", near: lines };
  if (state !== "not-yet")
    return { kind: "elsewhere", verified, pending, to: pages.list(key, parametersOf(filters)) };
  return {
    kind: "not-yet",
    submit: submit && pages.addForm(key, parametersOf(submit)),
    near: lines,
    alsoOpen: await alsoOpenOf(definition, found, context),
  };
}

/**
 * Returns the next map, of the same difficulty if there is one, on which the towers of the query have not been played
 * either. Null if the question is not one about towers on a map, or if not all of their completions were read.
 */
async function alsoOpenOf(
  definition: ChallengeDefinition,
  { submit, filters }: ChallengeAnswer,
  context: PageContext,
): Promise<AlsoOpen | null> {
  const of = (name: string) => filters.flatMap(({ parameter, value }) => (parameter === name ? [value] : []));
  const [towers, [named]] = [of("tower"), of("map")];
  const places = fieldsOfKind(definition, "tower").map(([name]) => name);
  const catalogue = await context.catalogue();
  const isWhole = places.length === towers.length && towers.every((tower) => catalogue.find(tower) !== null);
  if (submit === null || named === undefined) return null;
  if (!isWhole || filters.length !== towers.length + 1) return null;
  const row = Object.fromEntries(places.map((name, at) => [name, towers[at] ?? null]));
  const tiles = await tilesOf(definition, row, context);
  if (!tiles || tiles.more !== null) return null;
  const all = tiles.groups.flatMap(({ difficulty, tiles: those }) =>
    those.map((tile) => ({ ...tile, difficulty })),
  );
  const at = all.findIndex(({ map }) => map === named);
  // From the map of the query onwards, then from the beginning.
  const open = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].filter(
    ({ state: how }) => how === "open",
  );
  const found = open.find(({ difficulty }) => difficulty === all[at]?.difficulty) ?? open[0];
  return found
    ? {
        words: tiles.words,
        map: found.map,
        plate: packMapMark(found.difficulty, found.abbreviation),
        to: pages.list(definition.key, { tower: towers, map: found.map }),
      }
    : null;
}

/**
 * Loads what a list that found nothing shows: the counts without each chip, whether this has been done, and what is
 * near.
 */
export async function loadNothing(
  definition: ChallengeDefinition,
  state: ListState,
  chips: readonly Chip[],
  context: PageContext,
): Promise<Nothing> {
  const { view: _, ...parameters } = writeListState(state);
  const counts = chips.slice(0, COUNTED).map(async ({ remove }) => {
    const found = await listBy(definition, { ...after(parameters, remove), count: 0 }, context);
    return found?.count ?? 0;
  });
  const filters = filtersIn(state);
  const isPending = filters.some(([name, value]) => name === "pending" && !/^(0|false)$/i.test(value));
  // Pending completions, too, answer whether it has been done.
  const named = filters.filter(([name]) => name !== "pending");
  const keys = asText(definition, named);
  const question = keys === null ? null : `${keys} ${state.parameters.query ?? ""}`.trim();
  const answered =
    isPending || !question
      ? null
      : await answerOrRefusal(() =>
          context.reads.search.answer(readSearchValue(`${definition.label} ${question}`, "q")),
        );
  const own = answered?.body?.answers.find(({ challenge }) => challenge === definition.key);
  return {
    without: await Promise.all(counts),
    verdict: own ? await verdictOf(definition, own, context) : null,
    question: question || null,
    remarks: await remarksOnNames(definition, named, context),
  };
}

/** Returns what is wrong with names in the address. The list accepts any spelling of a name, but not its beginning. */
async function remarksOnNames(
  definition: ChallengeDefinition,
  filters: readonly Filter[],
  context: PageContext,
): Promise<readonly Remark[]> {
  const catalogue = await context.catalogue();
  const names = filters.flatMap((each) =>
    modernizedFilters(definition, each)
      .filter(([name]) => name === "tower" || name === "map")
      .map((filter) => ({ each, filter })),
  );
  const all = names.map(async ({ each, filter }): Promise<readonly Remark[]> => {
    const [name, value] = filter;
    const query = asText(definition, [filter]);
    if (query === null) return [];
    const { body } = await answerOrRefusal(() =>
      context.reads.completions.understood(definition, readSearchValue(query, "query")),
    );
    const [part] = body?.parts ?? [];
    const isBeginning = part?.kind === "filter" && name === "tower" && catalogue.find(value) === null;
    if (!part || !(part.kind === "unknown" || isBeginning)) return [];
    const near = isBeginning ? [part.value] : part.near.map((one) => one.name);
    const ways = near.map((meant) => ({
      name: meant,
      step: { drop: [each], add: { filter: [name, meant] as const, places: mostValuesOf(definition, name) } },
      to: null,
    }));
    const question = ways.length > 0 ? "Did you mean" : null;
    return [{ sentence: `${value} is not a ${name} known here.`, question, ways }];
  });
  return (await Promise.all(all)).flat();
}
