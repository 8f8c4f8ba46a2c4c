import type { Context, Hono } from "hono";
import { readAs } from "../../derive/parameters.ts";
import { parseVersions } from "../../fields/version/field.ts";
import { findTower } from "../../game/names.ts";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import type { BalanceChange, BalanceChangeQuery } from "../data/balance-changes.ts";
import { parametersOf, readRoute } from "../read-route.ts";

export interface BalanceChangesAnswer {
  readonly results: readonly BalanceChange[];
}

export interface BalanceChangeVersionsAnswer {
  readonly results: readonly string[];
}

/** The tower type or hero that any spelling means. A name that the catalogue lacks stands for itself: it may be newer. */
function readTower(parameters: URLSearchParams): string | null {
  return readAs(parameters, "tower", (text) => findTower(text)?.name ?? text);
}

/** One version or all minors of a bare major number; with version_end everything from the first to the last of both. */
function readVersions(parameters: URLSearchParams): BalanceChangeQuery["versions"] {
  const first = readAs(parameters, "version", parseVersions);
  const last = readAs(parameters, "version_end", parseVersions);
  if (!last) return first;
  return { from: first?.from ?? 0, to: last.to };
}

async function balanceChanges(c: Context, { data }: Deps): Promise<Response> {
  const parameters = parametersOf(c);
  const query = { tower: readTower(parameters), versions: readVersions(parameters) };
  return c.json<BalanceChangesAnswer>({ results: await data.balanceChanges.listAll(query) });
}

async function versions(c: Context, { data }: Deps): Promise<Response> {
  const results = await data.balanceChanges.listVersions(readTower(parametersOf(c)));
  return c.json<BalanceChangeVersionsAnswer>({ results });
}

/** The public reads of balance changes. They answer whole, without pages. */
export function balanceChangeRoutes(app: Hono, deps: Deps): void {
  readRoute(app, api.balanceChanges(), (c) => balanceChanges(c, deps));
  readRoute(app, api.balanceChangeVersions(), (c) => versions(c, deps));
}
