import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type { Data } from "../../api/repositories.server.ts";

/** Folds pairs of tower and map id into bit sets over the maps; a map that is not listed has no bit. */
function toBitSets(
  done: readonly { readonly tower: string; readonly map: number }[],
  maps: readonly number[],
): Record<string, string> {
  const bits = new Map(maps.map((map, index) => [map, 1n << BigInt(index)]));
  const sets = new Map<string, bigint>();
  for (const { tower, map } of done) sets.set(tower, (sets.get(tower) ?? 0n) | (bits.get(map) ?? 0n));
  return Object.fromEntries(Array.from(sets, ([tower, set]) => [tower, set.toString(16)]));
}

/**
 * Returns the table of towers and maps: what is verified, the originals among it, and what waits for a helper.
 * @param player only what this one has; null: what anybody has
 */
export async function gridOf(
  definition: ChallengeDefinition,
  { completions, coverage, maps }: Data,
  player: string | null = null,
) {
  const [listed, found] = await Promise.all([
    maps.findAllByDifficulty(),
    player === null
      ? completions.listTowersOnMaps(definition)
      : coverage.listTowersOfPlayer(definition, player),
  ]);
  const setsOf = (what: "verified" | "originals" | "pending") =>
    toBitSets(
      found.filter((each) => each[what] > 0),
      listed.map(({ id }) => id),
    );
  return {
    mapList: listed.map(({ map, difficulty }) => ({ map, difficulty })),
    tableData: setsOf("verified"),
    ogData: setsOf("originals"),
    pendingData: setsOf("pending"),
  };
}

/** Returns the table of towers and maps: what is verified (SPEC section 3, "2MP table data"). */
export async function tableOf(definition: ChallengeDefinition, data: Data) {
  const { mapList, tableData } = await gridOf(definition, data);
  return { mapList, tableData };
}
