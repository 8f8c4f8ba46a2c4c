import type { Context, Hono } from "hono";
import { readParameter } from "../../derive/parameters.ts";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import type { ChimpsStart } from "../data/chimps-starts.ts";
import { parametersOf, readRoute } from "../read-route.ts";

export interface ChimpsStartsAnswer {
  readonly results: readonly ChimpsStart[];
}

/** A map's starts in the order they came, or all of them by map; none where the map is unknown. */
async function chimpsStarts(c: Context, { data }: Deps): Promise<Response> {
  const spelling = readParameter(parametersOf(c), "map");
  const map = spelling === null ? null : await data.maps.findName(spelling);
  const unknown = spelling !== null && map === null;
  return c.json<ChimpsStartsAnswer>({ results: unknown ? [] : await data.chimpsStarts.listAll(map) });
}

/** The public read of CHIMPS starts. It answers whole, without pages. */
export function chimpsStartRoutes(app: Hono, deps: Deps): void {
  readRoute(app, api.chimpsStarts(), (c) => chimpsStarts(c, deps));
}
