import { pages } from "../routes.ts";

/** The parameters that narrow a list to a tower. They take its name in a JSON array. */
export const TOWER_PARAMETERS = ["towerquery", "towerincludes"] as const;
export type TowerParameter = (typeof TOWER_PARAMETERS)[number];

/** Returns the address of a challenge's list narrowed to one value of a row: its tower, map or player. */
export function narrowedTo(
  challenge: string,
  towerParameter: TowerParameter | null,
  parameter: "tower" | "map" | "person",
  value: string,
): string {
  const name = parameter === "tower" ? towerParameter : parameter;
  if (name === null) return pages.list(challenge);
  return pages.list(challenge, { [name]: parameter === "tower" ? JSON.stringify([value]) : value });
}
