import type { KnownMap } from "../../app/features/import/repository.server.ts";
import type { MapReference } from "../../app/features/maps/repository.server.ts";
import type { TowerName } from "../../domain/game/catalogue.ts";
import { nameKey } from "../../domain/game/name-key.ts";
import { distance, wordsIn } from "../../domain/game/words.ts";
import type { Meaning, Vocabulary } from "../../domain/search/vocabulary.ts";

/** Finds the most similar known name; null if none is similar. The result for each text is cached. */
export function nearestOf(names: readonly string[]): (text: string) => string | null {
  const known = names.map((name) => ({ name, key: nameKey(name) }));
  const found = new Map<string, string | null>();
  return (text) => {
    const key = nameKey(text).slice(0, 60);
    const before = found.get(key);
    if (before !== undefined) return before;
    // A third of the letters may differ, and always two.
    let least = Math.max(2, Math.floor(key.length / 3)) + 1;
    let nearest: string | null = null;
    for (const each of known) {
      const edits = distance(key, each.key, least - 1);
      if (edits >= least) continue;
      least = edits;
      nearest = each.name;
    }
    found.set(key, nearest);
    return nearest;
  };
}

/** Fewer words of a name say too little. */
const FEWEST_WORDS = 2;

/** Returns the only name of a tower among meanings; null if there is none, or if there are several. */
function onlyTower(meanings: readonly Meaning[]): string | null {
  const names = new Set(meanings.flatMap((each) => (each.kind === "tower" ? [each.name] : [])));
  const [name = null] = names;
  return names.size === 1 ? name : null;
}

/** Finds towers by any name that the search knows: the game's, people's spellings, and most of a name's words. */
export class TowerNames {
  readonly #vocabulary: Vocabulary;
  readonly #nearest: (text: string) => string | null;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#nearest = nearestOf(vocabulary.catalogue.names.map(({ name }) => name));
  }

  /** Returns what a name of the game, or one of its own spellings, stands for; null: nothing here. */
  towerOf = (name: string): TowerName | null => this.#vocabulary.catalogue.find(name);

  /** Returns the name that the game has for it; null if that is not known. */
  find(spelling: string): string | null {
    const tower = this.towerOf(spelling);
    if (tower) return tower.name;
    const named = this.#vocabulary.named(spelling);
    if (named) return named.rank === "initials" ? null : onlyTower(named.meanings);
    const words = wordsIn(spelling);
    if (words.length < FEWEST_WORDS) return null;
    const begun = this.#vocabulary.allBegunBy(words);
    return onlyTower(begun.filter((each) => this.#vocabulary.hasWhole(each, words)));
  }

  nearest = (text: string): string | null => this.#nearest(text);
}

export interface FoundMap extends MapReference {
  /** "name": spelled exactly so; "spelling": otherwise, or the abbreviation; "former"; "unknown": a map made for it. */
  readonly by: "name" | "spelling" | "former" | "unknown";
}

/**
 * Finds maps by any name, like `mapMeant` in the database (app/features/maps/repository.server.ts): current names first, then
 * abbreviations, then former names; then by the spellings that the search knows. A name that no map has creates one, whose id is below 0 until the map exists.
 */
export class MapNames {
  readonly #current = new Map<string, KnownMap>();
  readonly #abbreviated = new Map<string, KnownMap>();
  readonly #former = new Map<string, KnownMap>();
  readonly #unlisted = new Map<string, KnownMap>();
  readonly #missing = new Map<string, MapReference>();
  readonly #vocabulary: Vocabulary;
  readonly #nearest: (text: string) => string | null;

  constructor(maps: readonly KnownMap[], vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    for (const map of maps) {
      const { isListed, nameKey: key, abbreviationKey, formerKeys } = map;
      if (!isListed) {
        // Of several maps with this name, the newest.
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

  /** Returns the map that exists, or is announced, under any of its names; null if none. */
  known(spelling: string): FoundMap | null {
    const key = nameKey(spelling);
    const found = (map: MapReference | null | undefined, by: FoundMap["by"]): FoundMap | null =>
      map ? { id: map.id, name: map.name, by } : null;
    const named = this.#current.get(key);
    return (
      found(named, named?.name === spelling ? "name" : "spelling") ??
      found(this.#abbreviated.get(key), "spelling") ??
      found(this.#former.get(key), "former") ??
      found(this.#spelled(spelling), "spelling") ??
      found(this.#unlisted.get(key) ?? this.#missing.get(key), "unknown")
    );
  }

  /** Returns the only map that people's spellings have this for. */
  #spelled(spelling: string): MapReference | null {
    const named = this.#vocabulary.named(spelling);
    if (!named || named.rank === "initials") return null;
    const maps = named.meanings.flatMap((each) =>
      each.kind === "map" ? [{ id: each.map, name: each.name }] : [],
    );
    return maps.length === 1 ? (maps[0] ?? null) : null;
  }

  /** Returns the same; a name that no map has announces one. */
  find(spelling: string): FoundMap {
    const known = this.known(spelling);
    if (known) return known;
    const missing = { id: -1 - this.#missing.size, name: spelling };
    this.#missing.set(nameKey(spelling), missing);
    return { ...missing, by: "unknown" };
  }

  /** Announces an incoming map, so that other rows can be on it. */
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

  /** Return the listed map with this name, or with this abbreviation. */
  named = (key: string): KnownMap | null => this.#current.get(key) ?? null;
  abbreviated = (key: string): KnownMap | null => this.#abbreviated.get(key) ?? null;

  nearest = (text: string): string | null => this.#nearest(text);

  /** The names for which no map exists yet, without duplicates. */
  get missing(): readonly string[] {
    return Array.from(this.#missing.values(), ({ name }) => name);
  }
}
