import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { CHALLENGES } from "../../../challenges/index.ts";
import { challengeReads, newest } from "../../../contract/completions.ts";
import { allMaps, mapInfo, mapNames } from "../../../contract/maps.ts";
import { costHistory } from "../../../derive/cost-history.ts";
import { headingOf, playersOf } from "../../../derive/heading.ts";
import { keyQueryOf } from "../../../derive/key-of.ts";
import { galleryChoices, galleryOf, readGallery } from "../../../derive/map-gallery.ts";
import { bestFirst } from "../../../derive/record.ts";
import type { WireRow } from "../../../derive/row.ts";
import { compareNames } from "../../../game/sort-key.ts";
import { pages } from "../../../routes.ts";
import { ask, askAndTell } from "../../ask.server.ts";
import type { PageContext } from "../../context.ts";

/** How many records of each challenge a map's page shows. */
const RECORDS = 3;

/** How many completions are asked for at a time (SPEC section 9), and the most that a history is made of. */
const HISTORY = 100;
const MOST_HISTORY = 2_000;

/** The gallery: the maps that the address asks for, and what else it could ask for. */
async function loadGallery(search: URLSearchParams, context: PageContext) {
  const { body, error, status } = await ask(context, allMaps);
  const maps = body?.results ?? [];
  const state = readGallery(search);
  return {
    kind: "gallery" as const,
    ...{ error, status, state },
    names: maps.map(({ map }) => map).sort(compareNames),
    choices: galleryChoices(maps),
    maps: galleryOf(maps, state),
    total: maps.length,
  };
}

async function loadRecords(definition: ChallengeDefinition, map: string, context: PageContext) {
  const { key, label } = definition;
  const best = bestFirst(definition);
  const count = best ? RECORDS : 0;
  const { body } = await ask(context, challengeReads(definition).list, {
    ...{ map, pending: 0, count },
    sortby: best?.sortby,
  });
  const latest = best ? null : await ask(context, newest, { challenge: key, map, count: RECORDS });
  const rows: readonly WireRow[] = best
    ? (body?.results ?? [])
    : (latest?.body?.results ?? []).map(({ completion }) => completion);
  return {
    ...{ key, label, words: best?.words ?? "Newest" },
    verified: body?.count ?? 0,
    list: pages.list(key, { map }),
    rows: rows.map((row) => ({
      heading: headingOf(definition, row),
      players: playersOf(definition, row),
      page: pages.notes(key, keyQueryOf(definition.keys, row)),
    })),
  };
}

/** A map's verified completions in the order in which they were recorded, how many it has, or why they are not known. */
async function loadRecorded(definition: ChallengeDefinition, map: string, context: PageContext) {
  const rows: WireRow[] = [];
  for (;;) {
    const { body, error, status } = await askAndTell(context, challengeReads(definition).list, {
      ...{ map, pending: 0, sortby: "recorded", count: HISTORY, offset: rows.length },
    });
    if (error !== null) return { rows: [], total: 0, error, status };
    rows.push(...body.results);
    if (!body.more || rows.length >= MOST_HISTORY) return { rows, total: body.count, error, status };
  }
}

/** How the record of each major version came down, of a challenge that tells it. */
async function loadHistory(definition: ChallengeDefinition, map: string, context: PageContext) {
  const { key, label, costHistory: introduction = "" } = definition;
  const { rows, total, error, status } = await loadRecorded(definition, map, context);
  const history = costHistory(definition, rows);
  const words = definition.record?.words ?? "";
  // What is left out is said.
  const cut = rows.length < total ? { of: total, made: rows.length } : null;
  return { key, label, words, introduction: introduction.replace("{map}", map), history, cut, error, status };
}

/** A map with all that is recorded of it and on it; or why there is none. */
async function loadMap(spelling: string, context: PageContext) {
  const [names, info] = await Promise.all([ask(context, mapNames), ask(context, mapInfo, { map: spelling })]);
  const found = { names: names.body?.results ?? [], status: info.status };
  if (info.error !== null) return { kind: "missing" as const, ...found, error: info.error };
  const { map } = info.body;
  const all = [...CHALLENGES.values()];
  const [records, histories] = await Promise.all([
    Promise.all(all.map((definition) => loadRecords(definition, map, context))),
    Promise.all(
      all.filter((each) => each.costHistory).map((definition) => loadHistory(definition, map, context)),
    ),
  ]);
  const status = Math.max(info.status, ...histories.map((each) => each.status));
  return { kind: "map" as const, ...found, status, info: info.body, records, histories };
}

/** Everything that the page of maps shows. */
export function loadMapsPage(search: URLSearchParams, context: PageContext) {
  const map = search.get("map")?.trim() ?? "";
  return map === "" ? loadGallery(search, context) : loadMap(map, context);
}

export type MapsPageData = Awaited<ReturnType<typeof loadMapsPage>>;
export type GalleryData = Extract<MapsPageData, { kind: "gallery" }>;
export type MapData = Extract<MapsPageData, { kind: "map" }>;
