import { findTower, TOWER_NAMES } from "../../../domain/game/names.ts";
import { wordsIn } from "../../../domain/game/words.ts";
import type { Meaning, Vocabulary } from "../../../domain/search/vocabulary.ts";
import { nearestOf } from "./nearest.server.ts";

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

  /** Returns the most similar name. */
  nearest = (text: string): string | null => this.#nearest(text);
}
