import { api } from "../../../routes.ts";
import type { ChimpsStartsAnswer } from "../../../server/chimps-starts/routes.ts";
import type { MapInfo, MapNamesAnswer } from "../../../server/maps/routes.ts";
import { ask } from "../../ask.server.ts";
import type { PageContext } from "../../context.ts";

/** The maps that have starts, with how many. */
function countByMap({ results }: ChimpsStartsAnswer) {
  const byMap = Map.groupBy(results, ({ map }) => map);
  return Array.from(byMap, ([map, starts]) => ({ map, count: starts.length }));
}

/** The starts of the map that the address names; without one, the maps that have some. */
export async function loadStartsPage(search: URLSearchParams, context: PageContext) {
  const wanted = search.get("map")?.trim() ?? "";
  const names = await ask<MapNamesAnswer>(context, api.maps());
  const page = { names: names.body?.results ?? [], map: null, starts: null, counts: null, error: null };
  if (wanted === "") {
    const { body, error, status } = await ask<ChimpsStartsAnswer>(context, api.chimpsStarts());
    return { ...page, status, error, counts: body ? countByMap(body) : null };
  }
  const info = await ask<MapInfo>(context, api.mapInfo({ map: wanted }));
  if (info.error !== null) return { ...page, status: info.status, error: info.error };
  const { map } = info.body;
  const { body, error, status } = await ask<ChimpsStartsAnswer>(context, api.chimpsStarts({ map }));
  return { ...page, status, map, error, starts: body?.results ?? null };
}
