import { pages } from "../routes.ts";

/** How a list is narrowed to a tower: the parameter takes its name as JSON. */
export const TOWER_PARAMETERS = ["towerquery", "towerincludes"] as const;
export type TowerParameter = (typeof TOWER_PARAMETERS)[number];

/** The address of a challenge's list narrowed to one value of a row: its tower, map or player. */
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
