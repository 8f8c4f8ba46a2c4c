import type { Hono } from "hono";
import type { ChallengeDefinition } from "../../challenges/define.ts";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import { readRoute } from "../read-route.ts";

/** Map by tower: which verified completions there are. */
export interface TableAnswer {
  /** Easiest difficulty first, within it the longest map first. */
  readonly mapList: readonly { readonly map: string; readonly difficulty: string }[];
  /** Tower to a bit set as hex text without 0x: bit i, the lowest being 0, stands for mapList[i]. */
  readonly tableData: Readonly<Record<string, string>>;
}

/** Folds pairs of tower and map into bit sets over the maps; a map that is not listed has no bit. */
export function toBitSets(
  done: readonly { readonly tower: string; readonly map: string }[],
  maps: readonly string[],
): Record<string, string> {
  const bits = new Map(maps.map((map, index) => [map, 1n << BigInt(index)]));
  const sets = new Map<string, bigint>();
  for (const { tower, map } of done) sets.set(tower, (sets.get(tower) ?? 0n) | (bits.get(map) ?? 0n));
  return Object.fromEntries(Array.from(sets, ([tower, set]) => [tower, set.toString(16)]));
}

/** The table of a challenge that has that view. */
export function tableRoutes(app: Hono, definition: ChallengeDefinition, { data }: Deps): void {
  if (!definition.views.includes("table")) return;
  readRoute(app, api.table(definition.key), async (c) => {
    const mapList = await data.maps.listByDifficulty();
    const done = await data.completions.listVerifiedTowersAndMaps(definition);
    return c.json<TableAnswer>({
      mapList,
      tableData: toBitSets(
        done,
        mapList.map(({ map }) => map),
      ),
    });
  });
}
