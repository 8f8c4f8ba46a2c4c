import { nameKey } from "../../../domain/game/name-key.ts";
import { findTower, TOWER_NAMES } from "../../../domain/game/names.ts";
import { distance, wordsIn } from "../../../domain/game/words.ts";
import type { Meaning, Vocabulary } from "../../../domain/search/vocabulary.ts";

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
  readonly #nearest = nearestOf(TOWER_NAMES.map(({ name }) => name));

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Returns the name that the game has for it; null if nobody knows what it is. */
  find(spelling: string): string | null {
    const tower = findTower(spelling);
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
