import { TOWER_NAMES } from "../../../game/names.ts";
import { api } from "../../../routes.ts";

/** Names that the boxes behind "Filters" offer. */
export interface FilterNames {
  readonly tower: readonly string[];
  readonly map: readonly string[];
}

const towers = TOWER_NAMES.map(({ name }) => name);

/** Loads the game's towers and the index's maps. If the maps cannot be fetched, any spelling can still be typed. */
export async function loadFilterNames(): Promise<FilterNames> {
  try {
    const answer = await fetch(api.maps({ names: "game" }));
    const { results } = (await answer.json()) as { results: readonly string[] };
    return { tower: towers, map: results };
  } catch {
    return { tower: towers, map: [] };
  }
}
