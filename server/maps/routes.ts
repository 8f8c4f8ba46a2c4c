import type { Hono } from "hono";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import { readRoute } from "../read-route.ts";

export interface MapNamesAnswer {
  readonly results: readonly string[];
}

export function mapRoutes(app: Hono, { data }: Deps): void {
  readRoute(app, api.maps(), async (c) => c.json<MapNamesAnswer>({ results: await data.maps.listNames() }));
}
