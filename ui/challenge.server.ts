import { data } from "react-router";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { kindFilters } from "../derive/fields.ts";
import { towersOf, type WireRow } from "../derive/row.ts";
import type { Categories } from "../fields/cell-props.ts";
import { findTower } from "../game/names.ts";
import { TOWER_PARAMETERS, type TowerParameter } from "./narrowed.ts";

/**
 * The challenge that the first part of the page's path names; anything else is a page that does not exist. `url` is the
 * one that React Router hands to the loader: the request's own carries a suffix when the browser asks for the data alone.
 */
export function challengeOf(url: URL): ChallengeDefinition {
  const [, key = ""] = url.pathname.split("/");
  const definition = CHALLENGES.get(key);
  if (!definition) throw data(null, { status: 404 });
  return definition;
}

/** The categories of some towers by name; names that are no tower's have none. */
export function categoriesOf(names: Iterable<string>): Categories {
  const categories: Record<string, string> = {};
  for (const name of names) {
    const tower = findTower(name);
    if (tower) categories[name] = tower.category;
  }
  return categories;
}

/** Every tower that the rows name. */
export const towersIn = (definition: ChallengeDefinition, rows: readonly WireRow[]): Set<string> =>
  new Set(rows.flatMap((row) => towersOf(definition, row)));

/** The parameter that narrows the challenge's list to a tower; null: it has none. */
export const towerParameterOf = (definition: ChallengeDefinition): TowerParameter | null =>
  TOWER_PARAMETERS.find((name) => kindFilters(definition).has(name)) ?? null;
