import { nameKey } from "../../game/name-key.ts";
import type { MapReference } from "../data/maps.ts";
import type { KnownMap } from "../data/moving-in/acts.ts";
import { nearestOf } from "./nearest.ts";

/** How a name leads to a map. */
export interface FoundMap extends MapReference {
  /** "name": as it is written; "spelling": in another spelling or by the abbreviation; "former"; "unknown": to one that is made for it. */
  readonly by: "name" | "spelling" | "former" | "unknown";
}

/**
 * The maps by every name, as `mapMeant` finds them in the database (server/data/maps.ts): what is called so now wins, then
 * abbreviations, then what was called so. A name that no map has makes one: its id is below 0 until the map is there.
 */
export class MapNames {
  readonly #current = new Map<string, KnownMap>();
  readonly #abbreviated = new Map<string, KnownMap>();
  readonly #former = new Map<string, KnownMap>();
  readonly #unlisted = new Map<string, KnownMap>();
  readonly #missing = new Map<string, MapReference>();
  readonly #nearest: (text: string) => string | null;

  constructor(maps: readonly KnownMap[]) {
    for (const map of maps) {
      const { isListed, nameKey: key, abbreviationKey, formerKeys } = map;
      if (!isListed) {
        // The newest of a name that is gone.
        for (const name of [key, ...formerKeys])
          if ((this.#unlisted.get(name)?.id ?? 0) < map.id) this.#unlisted.set(name, map);
        continue;
      }
      this.#current.set(key, map);
      if (abbreviationKey !== null) this.#abbreviated.set(abbreviationKey, map);
      for (const former of formerKeys) this.#former.set(former, map);
    }
    this.#nearest = nearestOf(maps.filter(({ isListed }) => isListed).map(({ name }) => name));
  }

  /** The map that is there, or is announced, under any of its names; null: none. */
  known(spelling: string): MapReference | null {
    const key = nameKey(spelling);
    return (
      this.#current.get(key) ??
      this.#abbreviated.get(key) ??
      this.#former.get(key) ??
      this.#unlisted.get(key) ??
      this.#missing.get(key) ??
      null
    );
  }

  find(spelling: string): FoundMap {
    const key = nameKey(spelling);
    const named = this.#current.get(key);
    if (named) return { id: named.id, name: named.name, by: named.name === spelling ? "name" : "spelling" };
    const abbreviated = this.#abbreviated.get(key);
    if (abbreviated) return { id: abbreviated.id, name: abbreviated.name, by: "spelling" };
    const former = this.#former.get(key);
    if (former) return { id: former.id, name: former.name, by: "former" };
    const unlisted = this.#unlisted.get(key);
    if (unlisted) return { id: unlisted.id, name: unlisted.name, by: "unknown" };
    const missing = this.#missing.get(key) ?? { id: -1 - this.#missing.size, name: spelling };
    this.#missing.set(key, missing);
    return { ...missing, by: "unknown" };
  }

  /** Says that a map comes, so that others can be on it. */
  announce(spelling: string, abbreviation: string | null): MapReference {
    const { id, name } = this.find(spelling);
    const map = {
      id,
      name,
      isListed: true,
      nameKey: nameKey(name),
      abbreviationKey: abbreviation && nameKey(abbreviation),
    };
    this.#current.set(map.nameKey, { ...map, formerKeys: [] });
    if (map.abbreviationKey) this.#abbreviated.set(map.abbreviationKey, { ...map, formerKeys: [] });
    return { id, name };
  }

  /** The listed map that is called so, or is known by that abbreviation. */
  named = (key: string): KnownMap | null => this.#current.get(key) ?? null;
  abbreviated = (key: string): KnownMap | null => this.#abbreviated.get(key) ?? null;

  /** The listed map whose name is most like it. */
  nearest = (text: string): string | null => this.#nearest(text);

  /** The names for which there is no map yet, none of them twice. */
  get missing(): readonly string[] {
    return Array.from(this.#missing.values(), ({ name }) => name);
  }
}
