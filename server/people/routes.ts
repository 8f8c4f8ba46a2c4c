import type { Context, Hono } from "hono";
import type { ChallengeDefinition } from "../../challenges/define.ts";
import { DEFAULT_PAGE, MAX_PAGE } from "../../derive/list-query.ts";
import { readCount, readFlag, readParameter } from "../../derive/parameters.ts";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import type { PersonCount } from "../data/people.ts";
import { parametersOf, readRoute } from "../read-route.ts";

/** SPEC section 9. */
const DEFAULT_LEADERBOARD = 10;

export interface PersonCountsAnswer {
  readonly personData: readonly PersonCount[];
}

export interface UsersAnswer {
  readonly results: readonly string[];
  readonly count: number;
  readonly more: boolean;
}

async function personCounts(c: Context, definition: ChallengeDefinition, { data }: Deps): Promise<Response> {
  const parameters = parametersOf(c);
  const personData = await data.people.countAll(definition, {
    ogOnly: readFlag(parameters, "og") ?? false,
    limit: readCount(parameters, "limit", MAX_PAGE) ?? DEFAULT_LEADERBOARD,
    offset: readCount(parameters, "offset", Number.MAX_SAFE_INTEGER) ?? 0,
  });
  return c.json<PersonCountsAnswer>({ personData });
}

async function users(c: Context, { data }: Deps): Promise<Response> {
  const parameters = parametersOf(c);
  const offset = readCount(parameters, "offset", Number.MAX_SAFE_INTEGER) ?? 0;
  const count = readCount(parameters, "count", MAX_PAGE) ?? DEFAULT_PAGE;
  const { names, total } = await data.people.findAllByPrefix(
    readParameter(parameters, "query") ?? "",
    offset,
    count,
  );
  return c.json<UsersAnswer>({ results: names, count: total, more: offset + names.length < total });
}

/** The leaderboard of a challenge that has one. */
export function personCountRoutes(app: Hono, definition: ChallengeDefinition, deps: Deps): void {
  if (!definition.views.includes("person-stats")) return;
  readRoute(app, api.personCounts(definition.key), (c) => personCounts(c, definition, deps));
}

export function userRoutes(app: Hono, deps: Deps): void {
  readRoute(app, api.users(), (c) => users(c, deps));
}
