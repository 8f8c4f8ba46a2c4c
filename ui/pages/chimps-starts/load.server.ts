import { type ChimpsStartsAnswer, chimpsStarts } from "../../../contract/chimps-starts.ts";
import { mapInfo, mapNames } from "../../../contract/maps.ts";
import type { PageContext } from "../../../contract/page-context.ts";
import { ask, askAndTell } from "../../ask.server.ts";

/** Counts the starts of each map that has any. */
function countByMap({ results }: ChimpsStartsAnswer) {
  const byMap = Map.groupBy(results, ({ map }) => map);
  return Array.from(byMap, ([map, starts]) => ({ map, count: starts.length }));
}

/** Loads the starts of the map that the address names or, if it names none, the maps that have some. */
export async function loadStartsPage(search: URLSearchParams, context: PageContext) {
  const wanted = search.get("map")?.trim() ?? "";
  const names = await ask(context, mapNames);
  const page = {
    names: names.body?.results ?? [],
    map: null,
    wanted,
    starts: null,
    counts: null,
    error: null,
  };
  if (wanted === "") {
    const { body, error, status } = await ask(context, chimpsStarts);
    return { ...page, status, error, counts: body ? countByMap(body) : null };
  }
  const info = await askAndTell(context, mapInfo, { map: wanted });
  if (info.error !== null) return { ...page, status: info.status, error: info.error };
  const { map } = info.body;
  const { body, error, status } = await askAndTell(context, chimpsStarts, { map });
  return { ...page, status, map, error, starts: body?.results ?? null };
}
