import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { CHALLENGES } from "../../../challenges/index.ts";
import { costHistory } from "../../../derive/cost-history.ts";
import { headingOf, playersOf } from "../../../derive/heading.ts";
import { keyQueryOf } from "../../../derive/key-query.ts";
import { galleryChoices, galleryOf, readGallery } from "../../../derive/map-gallery.ts";
import type { WireRow } from "../../../derive/row.ts";
import { api, pages } from "../../../routes.ts";
import type { NewestAnswer } from "../../../server/completions/newest.ts";
import type { ListAnswer } from "../../../server/completions/routes.ts";
import type { MapInfo, MapNamesAnswer, MapsAnswer } from "../../../server/maps/routes.ts";
import { ask } from "../../ask.server.ts";
import type { PageContext } from "../../context.ts";

/** How many records of each challenge a map's page shows. */
const RECORDS = 3;

/** How many completions the history of costs is made of (SPEC section 9). */
const HISTORY = 100;

/** The gallery: the maps that the address asks for, and what else it could ask for. */
async function loadGallery(search: URLSearchParams, context: PageContext) {
  const { body, error, status } = await ask<MapsAnswer>(context, api.allMaps());
  const maps = body?.results ?? [];
  const state = readGallery(search);
  return {
    kind: "gallery" as const,
    ...{ error, status, state },
    names: maps.map(({ map }) => map).sort(),
    choices: galleryChoices(maps),
    maps: galleryOf(maps, state),
    total: maps.length,
  };
}

/** What makes one completion better than another; null: nothing does, and the newest are shown. */
function bestFirst({ fields }: ChallengeDefinition): { sortby: string; words: string } | null {
  if (fields.money && !fields.money.ogExtra) return { sortby: "money", words: "Least cost" };
  if (fields.towerset)
    return {
      sortby: "towercount",
      words: fields.towerset.kind === "towerset" && fields.towerset.set ? "Fewest types" : "Fewest towers",
    };
  return null;
}

async function loadRecords(definition: ChallengeDefinition, map: string, context: PageContext) {
  const { key, label } = definition;
  const best = bestFirst(definition);
  const count = best ? RECORDS : 0;
  const { body } = await ask<ListAnswer>(
    context,
    api.list(key, { map, pending: 0, sortby: best?.sortby, count }),
  );
  const newest = best
    ? null
    : await ask<NewestAnswer>(context, api.newest({ challenge: key, map, count: RECORDS }));
  const rows: readonly WireRow[] = best
    ? (body?.results ?? [])
    : (newest?.body?.results ?? []).map(({ completion }) => completion);
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

/** The least cost of each major version. A map's own list is in the order of versions. */
async function loadHistory(map: string, context: PageContext) {
  const { body, error } = await ask<ListAnswer>(
    context,
    api.list("lcc", { map, pending: 0, count: HISTORY }),
  );
  return { history: costHistory(body?.results ?? []), error };
}

/** A map with all that is recorded of it and on it; or why there is none. */
async function loadMap(spelling: string, context: PageContext) {
  const [names, info] = await Promise.all([
    ask<MapNamesAnswer>(context, api.maps()),
    ask<MapInfo>(context, api.mapInfo({ map: spelling })),
  ]);
  const found = { names: names.body?.results ?? [], status: info.status };
  if (info.error !== null) return { kind: "missing" as const, ...found, error: info.error };
  const { map } = info.body;
  const [records, lcc] = await Promise.all([
    Promise.all(Array.from(CHALLENGES.values(), (definition) => loadRecords(definition, map, context))),
    loadHistory(map, context),
  ]);
  return { kind: "map" as const, ...found, info: info.body, records, lcc };
}

/** Everything that the page of maps shows. */
export function loadMapsPage(search: URLSearchParams, context: PageContext) {
  const map = search.get("map")?.trim() ?? "";
  return map === "" ? loadGallery(search, context) : loadMap(map, context);
}

export type MapsPageData = Awaited<ReturnType<typeof loadMapsPage>>;
export type GalleryData = Extract<MapsPageData, { kind: "gallery" }>;
export type MapData = Extract<MapsPageData, { kind: "map" }>;
