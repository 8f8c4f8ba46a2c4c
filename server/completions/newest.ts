import type { Context, Hono } from "hono";
import { DEFAULT_PAGE, MAX_PAGE } from "../../derive/list-query.ts";
import { readCount, readParameter } from "../../derive/parameters.ts";
import { presentRow, type WireRow } from "../../derive/row.ts";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import { parametersOf, readRoute } from "../read-route.ts";

export interface NewestAnswer {
  readonly results: readonly {
    readonly challenge: string;
    /** When a helper verified it: ISO 8601, UTC. */
    readonly verified: string;
    readonly completion: WireRow;
  }[];
}

/** The newest verified completions, of all challenges and maps or of one. */
async function newest(c: Context, { challenges, data }: Deps): Promise<Response> {
  const parameters = parametersOf(c);
  const spelling = readParameter(parameters, "map");
  const found = await data.completions.listNewest(challenges, {
    challenge: readParameter(parameters, "challenge")?.toLowerCase() ?? null,
    // A name that is no map's may be that of one that is gone.
    map: spelling === null ? null : ((await data.maps.findName(spelling)) ?? spelling),
    count: readCount(parameters, "count", MAX_PAGE) ?? DEFAULT_PAGE,
  });
  const results = found.flatMap(({ challenge, verifiedAt, completion }) => {
    const definition = challenges.get(challenge);
    return definition
      ? [{ challenge, verified: verifiedAt, completion: presentRow(definition, completion) }]
      : [];
  });
  return c.json<NewestAnswer>({ results });
}

export function newestRoutes(app: Hono, deps: Deps): void {
  readRoute(app, api.newest(), (c) => newest(c, deps));
}
