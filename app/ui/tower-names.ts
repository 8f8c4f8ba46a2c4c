import type { NamesAnswer } from "../../domain/contract/names.ts";
import { api } from "../../domain/contract/routes.ts";

/** Loads the names of all towers and heroes, for boxes that suggest them. Throws what fetch throws. */
export async function loadTowerNames(): Promise<readonly string[]> {
  const answer = await fetch(api.names());
  const { types, heroes } = (await answer.json()) as NamesAnswer;
  const all = [...types.flatMap(({ names, tiers }) => [names, ...Object.values(tiers)]), ...heroes];
  return all.flatMap(([name]) => name ?? []);
}
