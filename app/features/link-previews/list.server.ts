import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { filterInWords, modernizedFilters, nameOfKind } from "../../../domain/challenges/fields.ts";
import { type Query, searchOf } from "../../../domain/contract/routes.ts";
import { type Field, kindOf } from "../../../domain/fields/index.ts";
import type { Filter } from "../../../domain/fields/kind.ts";
import { readWireList } from "../../../domain/fields/wire-list.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { counted } from "../../../domain/game/counted.ts";
import { readKeyQuery } from "../../../domain/lists/key-query.ts";
import { readListQuery, readListState } from "../../../domain/lists/list-query.ts";
import { readSearchValue } from "../../../domain/lists/parameters.ts";
import { playersOf, presentList, type WireRow } from "../../../domain/lists/row.ts";
import { upgradesBeside } from "../../../domain/lists/table.ts";
import { filtersIn, type ListState, writeListState } from "../../../domain/lists/url-state.ts";
import { asText } from "../../../domain/search/question.ts";
import { STATES } from "../../../domain/search/verdicts.ts";
import {
  answerOf,
  type Preview,
  type PreviewReads,
  type PreviewTower,
  plain,
  plateOf,
  towerOf,
} from "./preview.server.ts";

/** What narrows a list: known filters, and whatever else its text asks for. */
interface Narrowing {
  readonly filters: readonly Filter[];
  readonly words: readonly string[];
}

async function narrowingOf(
  definition: ChallengeDefinition,
  state: ListState,
  reading: PreviewReads,
): Promise<Narrowing> {
  const own = filtersIn(state).flatMap((filter) => modernizedFilters(definition, filter));
  const { query } = state.parameters;
  const understood = query
    ? await answerOf(async () =>
        reading.reads.completions.understood(definition, readSearchValue(query, "query")),
      )
    : null;
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
  reading: PreviewReads,
): Promise<Pick<Preview, "verdict" | "heading">> {
  const unknown = { verdict: "unknown", heading: "Nothing found" } as const;
  const filters = filtersIn(state);
  // This filter narrows the list, but asks nothing.
  const keys = filters.some(([name]) => name === "pending") ? null : asText(definition, filters);
  const question = keys === null ? "" : `${keys} ${state.parameters.query ?? ""}`.trim();
  if (question === "") return unknown;
  const text = `${definition.label} ${question}`;
  const answered = await answerOf(async () => reading.reads.search.answer(readSearchValue(text, "q")));
  const own = answered?.answers.find(({ challenge }) => challenge === definition.key);
  return own?.state === "not-yet" ? { verdict: "open", heading: STATES["not-yet"] } : unknown;
}

/** Returns a page of a list by the parameters of its address; null if the list refuses them. */
async function listBy(definition: ChallengeDefinition, query: Query, { reads, catalogue }: PreviewReads) {
  const found = await answerOf(async () =>
    reads.completions.list(definition, readListQuery(definition, searchOf(query), await catalogue())),
  );
  return found && presentList(definition, found);
}

/** Returns the preview of a list as requested: the towers and the map that it is narrowed to, and its count. */
export async function listPreview(
  definition: ChallengeDefinition,
  search: URLSearchParams,
  reading: PreviewReads,
): Promise<Preview> {
  const { label, name, summary } = definition;
  const state = readListState(definition, search);
  const nothing = plain(reading, name, { tag: label, line: summary });
  if (state.view !== "list") return nothing;
  const { view: _, sortby: __, offset: ___, ...parameters } = writeListState(state);
  const found = await listBy(definition, { ...parameters, count: 0 }, reading);
  if (!found) return nothing;
  const { filters, words } = await narrowingOf(definition, state, reading);
  const catalogue = await reading.catalogue();
  const of = (parameter: string): string[] =>
    filters.flatMap(([each, value]) => (each === parameter ? [value] : []));
  const towers = of("tower").filter((tower) => catalogue.find(tower));
  const others = filters.filter(
    ([parameter, value]) => parameter !== "map" && !(parameter === "tower" && towers.includes(value)),
  );
  const [map] = of("map");
  const count = `${counted(found.count)} ${found.count === 1 ? "completion" : "completions"}`;
  return {
    ...nothing,
    chips: [
      ...others.map((filter) => {
        const { label: what, value } = filterInWords(definition, filter, catalogue);
        return `${what}: ${value}`;
      }),
      ...words,
    ],
    ...(towers.length > 0 && {
      stage: { kind: "towers", towers: towers.map((tower) => towerOf(tower, catalogue)) },
      line: name,
    }),
    ...(map !== undefined && { plate: await plateOf(reading, map), line: `on ${map} · ${name}` }),
    ...(found.count === 0
      ? await nothingFound(definition, state, reading)
      : { heading: count, verdict: null }),
  };
}

/** Returns the towers of a row in the order of its fields, each with its recorded upgrades. */
function towersIn(
  definition: ChallengeDefinition,
  row: WireRow,
  catalogue: Catalogue,
): readonly PreviewTower[] {
  return Object.entries<Field>(definition.fields).flatMap(([name, field]) => {
    const [value, upgrades] = [row[name] ?? null, row[upgradesBeside(definition, name) ?? ""] ?? null];
    if (value === null || kindOf(field).attribute !== "towers") return [];
    if (field.kind !== "towerset")
      return [towerOf(String(value), catalogue, upgrades === null ? null : String(upgrades))];
    const each = upgrades === null ? [] : (readWireList(upgrades) ?? []);
    return (readWireList(value) ?? []).map((tower, at) => towerOf(tower ?? "?", catalogue, each[at] ?? null));
  });
}

/** Returns the value of the first field of a kind in words; null if nothing is recorded. */
function valueInWords(definition: ChallengeDefinition, kind: Field["kind"], row: WireRow): string | null {
  const name = nameOfKind(definition, kind);
  const field = name === null ? undefined : definition.fields[name];
  const value = row[name ?? ""] ?? null;
  if (!field || value === null) return null;
  return kindOf(field).inWords?.(value, field) ?? String(value);
}

/** Returns the preview of a completion: its towers with their marks, its map, its players and its date. */
export async function completionPreview(
  definition: ChallengeDefinition,
  search: URLSearchParams,
  reading: PreviewReads,
): Promise<Preview> {
  const { label, name, summary, keys } = definition;
  const nothing = plain(reading, name, { tag: label, line: summary });
  // As on the page: a filekey names it alone, whatever the keys beside it once were.
  const filekey = search.get("filekey");
  const query = filekey ? { filekey } : Object.fromEntries(keys.map((each) => [each, search.get(each)]));
  // Check first: unless the parameters name one completion, a list would return any.
  const found = await answerOf(async () =>
    reading.reads.completions.notes(
      definition,
      readKeyQuery(definition, searchOf(query), await reading.catalogue()),
    ),
  );
  if (!found) return nothing;
  const [row] = (await listBy(definition, { ...query, count: 1 }, reading))?.results ?? [];
  if (!row) return nothing;
  const isPending = row.pending !== null;
  const [version, money] = [valueInWords(definition, "version", row), valueInWords(definition, "money", row)];
  const towers = towersIn(definition, row, await reading.catalogue());
  const type = valueInWords(definition, "completiontype", row);
  const facts = [
    isPending ? "Pending" : null,
    playersOf(definition, row),
    towers.length > 0 ? money : null,
    valueInWords(definition, "date", row),
    version && `version ${version}`,
  ];
  return plain(reading, money ?? name, {
    tag: type === null ? label : `${type.charAt(0).toUpperCase()}${type.slice(1)} ${label}`,
    ...(towers.length > 0 && { stage: { kind: "towers", towers } }),
    plate: await plateOf(reading, row.map),
    verdict: isPending ? "pending" : null,
    heading: `on ${row.map}`,
    line: facts.filter((fact) => fact !== null).join(" · "),
    isOriginal: row.og === true,
  });
}
