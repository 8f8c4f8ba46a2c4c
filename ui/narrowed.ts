import { pages } from "../routes.ts";

/** How a list is narrowed to a tower: the parameter takes its name as JSON. */
export type TowerParameter = "towerquery" | "towerincludes";

/** The address of a challenge's list narrowed to one value of a row: its tower, map or player. */
export function narrowedTo(
  challenge: string,
  towerParameter: TowerParameter,
  parameter: "tower" | "map" | "person",
  value: string,
): string {
  const tower = { [towerParameter]: JSON.stringify([value]) };
  return pages.list(challenge, parameter === "tower" ? tower : { [parameter]: value });
}
