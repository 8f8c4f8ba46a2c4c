import type { Counter, Counters } from "./counters.ts";
import { hashOf } from "./media/store.ts";

/** Keys remembered at a time, per purpose; the least recently changed is dropped first. */
const MOST_KEYS = 20_000;

/** Keys longer than this, in characters, are remembered by their hash, so that no key takes much room. */
const LONGEST_KEY = 100;

interface Stretch {
  readonly count: number;
  /** In milliseconds. */
  readonly until: number;
}

/** Counts in the process's own memory, so a restart forgets everything. `now` returns milliseconds. */
export function countersInMemory(now: () => number = Date.now, most = MOST_KEYS): Counters {
  return () => counterInMemory(now, most);
}

function counterInMemory(now: () => number, most: number): Counter {
  const stretches = new Map<string, Stretch>();
  const shortened = async (key: string): Promise<string> =>
    key.length <= LONGEST_KEY ? key : hashOf(new TextEncoder().encode(key));

  function find(key: string): Stretch | undefined {
    const found = stretches.get(key);
    return found && found.until > now() ? found : undefined;
  }
  function set(key: string, stretch: Stretch): void {
    stretches.delete(key);
    stretches.set(key, stretch);
    const [oldest] = stretches.keys();
    if (stretches.size > most && oldest !== undefined) stretches.delete(oldest);
  }
  return {
    async take(key, share, seconds, amount = 1) {
      const at = await shortened(key);
      const { count, until } = find(at) ?? { count: 0, until: now() + seconds * 1000 };
      if (count >= share) return (until - now()) / 1000;
      set(at, { count: count + amount, until });
      return 0;
    },
    count: async (key) => find(await shortened(key))?.count ?? 0,
    async giveBack(key) {
      const at = await shortened(key);
      const found = find(at);
      if (found && found.count > 1) set(at, { ...found, count: found.count - 1 });
      else stretches.delete(at);
    },
    async forgive(key) {
      stretches.delete(await shortened(key));
    },
  };
}
