import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { filterInWords, modernizedFilters } from "../../../domain/challenges/fields.ts";
import { challengeReads } from "../../../domain/contract/completions.ts";
import { answer } from "../../../domain/contract/search.ts";
import type { Filter } from "../../../domain/fields/kind.ts";
import { counted } from "../../../domain/game/counted.ts";
import { findTower } from "../../../domain/game/names.ts";
import { readListState } from "../../../domain/lists/list-query.ts";
import { filtersIn, type ListState, writeListState } from "../../../domain/lists/url-state.ts";
import { asText } from "../../../domain/search/question.ts";
import { STATES } from "../../../domain/search/verdicts.ts";
import { answerOf, type Preview, plain, plateOf, type Reading, towerOf } from "./preview.server.ts";

/** What narrows a list: known filters, and whatever else its text asks for. */
interface Narrowing {
  readonly filters: readonly Filter[];
  readonly words: readonly string[];
}

async function narrowingOf(
  definition: ChallengeDefinition,
  state: ListState,
  reading: Reading,
): Promise<Narrowing> {
  const own = filtersIn(state).flatMap((filter) => modernizedFilters(definition, filter));
  const { query } = state.parameters;
  const understood = query ? await answerOf(reading, challengeReads(definition).understood, { query }) : null;
  const parts = understood?.parts ?? [];
  return {
    filters: [
      ...own,
      ...parts.flatMap(({ filter }): Filter[] => (filter ? [[filter.parameter, filter.value]] : [])),
    ],
    words: parts.flatMap(({ filter, value }) => (filter ? [] : [`“${value}”`])),
  };
}

/** Returns what an empty list says: "Not in this index yet" only if that is known. */
async function nothingFound(
  definition: ChallengeDefinition,
  state: ListState,
  reading: Reading,
): Promise<Pick<Preview, "verdict" | "heading">> {
  const unknown = { verdict: "unknown", heading: "Nothing found" } as const;
  const filters = filtersIn(state);
  // This filter narrows the list, but asks nothing.
  const keys = filters.some(([name]) => name === "pending") ? null : asText(definition, filters);
  const question = keys === null ? "" : `${keys} ${state.parameters.query ?? ""}`.trim();
  if (question === "") return unknown;
  const answered = await answerOf(reading, answer, { q: `${definition.label} ${question}` });
  const own = answered?.answers.find(({ challenge }) => challenge === definition.key);
  return own?.state === "not-yet" ? { verdict: "open", heading: STATES["not-yet"] } : unknown;
}

/** Returns the preview of a list as requested: the towers and the map that it is narrowed to, and its count. */
export async function listPreview(
  definition: ChallengeDefinition,
  search: URLSearchParams,
  reading: Reading,
): Promise<Preview> {
  const { label, name, summary } = definition;
  const state = readListState(definition, search);
  const nothing = plain(reading, name, { tag: label, line: summary });
  if (state.view !== "list") return nothing;
  const { view: _, sortby: __, offset: ___, ...parameters } = writeListState(state);
  const found = await answerOf(reading, challengeReads(definition).list, { ...parameters, count: 0 });
  if (!found) return nothing;
  const { filters, words } = await narrowingOf(definition, state, reading);
  const of = (parameter: string): string[] =>
    filters.flatMap(([each, value]) => (each === parameter ? [value] : []));
  const towers = of("tower").filter((tower) => findTower(tower));
  const others = filters.filter(
    ([parameter, value]) => parameter !== "map" && !(parameter === "tower" && towers.includes(value)),
  );
  const [map] = of("map");
  const count = `${counted(found.count)} ${found.count === 1 ? "completion" : "completions"}`;
  return {
    ...nothing,
    chips: [
      ...others.map((filter) => {
        const { label: what, value } = filterInWords(definition, filter);
        return `${what}: ${value}`;
      }),
      ...words,
    ],
    ...(towers.length > 0 && {
      stage: { kind: "towers", towers: towers.map((tower) => towerOf(tower)) },
      line: name,
    }),
    ...(map !== undefined && { plate: await plateOf(reading, map), line: `on ${map} · ${name}` }),
    ...(found.count === 0
      ? await nothingFound(definition, state, reading)
      : { heading: count, verdict: null }),
  };
}
