import type { Context, Hono } from "hono";
import { BadParameter, readParameter } from "../../derive/parameters.ts";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import type { MapDetails } from "../data/maps.ts";
import { NotFound } from "../errors.ts";
import { parametersOf, readRoute } from "../read-route.ts";

export interface MapNamesAnswer {
  readonly results: readonly string[];
}

/** A map on the wire (SPEC section 3, "Map"). Null where nothing is recorded; notes are empty where there are none. */
export interface MapInfo extends Omit<MapDetails, "name"> {
  readonly map: string;
}

export interface MapsAnswer {
  readonly results: readonly MapInfo[];
}

function presentMap({ name, ...details }: MapDetails): MapInfo {
  return { map: name, ...details };
}

async function mapInfo(c: Context, { data }: Deps): Promise<Response> {
  const spelling = readParameter(parametersOf(c), "map");
  if (spelling === null) throw new BadParameter("map", "is missing");
  const name = await data.maps.findName(spelling);
  const details = name === null ? null : await data.maps.findDetails(name);
  if (!details) throw new NotFound(`There is no map "${spelling.slice(0, 50)}".`);
  return c.json<MapInfo>(presentMap(details));
}

/** The public reads of maps. They answer whole, without pages. */
export function mapRoutes(app: Hono, deps: Deps): void {
  const { maps } = deps.data;
  readRoute(app, api.maps(), async (c) => c.json<MapNamesAnswer>({ results: await maps.listNames() }));
  readRoute(app, api.allMaps(), async (c) =>
    c.json<MapsAnswer>({ results: (await maps.listDetails()).map(presentMap) }),
  );
  readRoute(app, api.mapInfo(), (c) => mapInfo(c, deps));
}
