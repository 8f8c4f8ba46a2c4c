/** A stream of random choices that is the same every time for the same name, so that runs can be compared. */
export interface Random {
  /** Returns a number from 0, below 1. */
  next(): number;
  /** Returns an integer, both ends included. */
  integer(least: number, most: number): number;
  chance(probability: number): boolean;
  /** Throws on an empty list. */
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
  /** Returns a text in the form of a version 4 UUID. */
  uuid(): string;
}

/** FNV-1a, 32 bits. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** mulberry32: 32 bits of state, so it repeats after 2^32 draws at the latest. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function seeded(name: string): Random {
  const next = mulberry32(seedOf(name));
  const integer = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));

  return {
    next,
    integer,
    chance: (probability) => next() < probability,

    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new Error("There is nothing to pick from.");
      return items[integer(0, items.length - 1)] as Item;
    },

    shuffle<Item>(items: readonly Item[]): Item[] {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
      }
      return shuffled;
    },

    uuid() {
      const hex = Array.from({ length: 32 }, (_, place) => {
        if (place === 12) return "4";
        return integer(place === 16 ? 8 : 0, place === 16 ? 11 : 15).toString(16);
      }).join("");
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        "-",
      );
    },
  };
}
