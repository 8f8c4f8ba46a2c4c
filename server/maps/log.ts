import type { WireValue } from "../../fields/kind.ts";
import { pages } from "../../routes.ts";
import { deleteMapById, type MapState, mapKeys, type StoredMap, updateMap } from "../data/maps.ts";
import { NotFound } from "../errors.ts";
import { type Found, nounLog } from "../history/noun-log.ts";
import { entryFor } from "../write-context.ts";
import { checkFree, write } from "./put.ts";

/** Whether there is something: null says that it is not recorded. */
const fact = (value: number | null): boolean | null => (value === null ? null : value === 1);

/** What is known of a map, by the labels of its form. */
export function valuesOfMap(state: MapState): Readonly<Record<string, WireValue>> {
  return {
    Name: state.name,
    Abbreviation: state.abbreviation,
    Difficulty: state.difficulty,
    Version: state.version,
    "Line of sight": fact(state.has_los),
    Water: fact(state.has_water),
    Length: state.length,
    "Length notes": state.length_notes,
    Entrances: state.num_entrances,
    Exits: state.num_exits,
    Objects: state.num_objects,
    "Removal cost": state.removal_cost,
    "Removal cost notes": state.removal_cost_notes,
    "Other notes": state.misc_notes,
    Picture: state.picture?.hash.slice(0, 8) ?? null,
  };
}

interface FoundMap extends Found<MapState> {
  readonly stored: StoredMap;
}

/** Maps in the change log. */
export const mapLog = nounLog<MapState, FoundMap>({
  noun: "map",
  isPublic: true,
  parse: (value) => value as MapState,
  title: ({ name }) => `Map ${name}`,
  page: ({ name }) => pages.maps({ map: name }),
  values: valuesOfMap,
  fields: {
    ...{ name: "Name", abbreviation: "Abbreviation", difficulty: "Difficulty", version: "Version" },
    ...{ has_los: "Line of sight", has_water: "Water", length: "Length", length_notes: "Length notes" },
    ...{ num_entrances: "Entrances", num_exits: "Exits", num_objects: "Objects" },
    ...{ removal_cost: "Removal cost", removal_cost_notes: "Removal cost notes", misc_notes: "Other notes" },
    picture: "Picture",
  },
  async find(id, { data }) {
    const stored = await data.maps.findById(Number(id));
    if (!stored) throw new NotFound("map-gone");
    return { state: stored.isListed ? stored.state : null, stored };
  },
  settle: async (target) => ({ ...target, ...mapKeys(target.name, target.abbreviation ?? "") }),
  async put({ stored }, target, context) {
    const entry = entryFor(context, "undo");
    if (target) return write(updateMap(stored, target, entry), context, target.name);
    await checkFree(stored, context);
    await write(deleteMapById(stored, entry), context, stored.state.name);
  },
});
