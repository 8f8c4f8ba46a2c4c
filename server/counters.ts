import { SHARES } from "../domain/contract/rates.ts";
import { TooMany } from "./errors.ts";
import { hashOf } from "./media/store.ts";

/** Counts by key (an address, an account) within stretches of time; a stretch is as long as its first `take` says. */
export interface Counter {
  /**
   * Counts one more, or `amount` more, unless the key has had `most` in its stretch of this many seconds. Returns 0 if it
   * was counted, else the seconds until the stretch ends.
   */
  take(key: string, most: number, seconds: number, amount?: number): Promise<number>;
  /** Returns the count of the current stretch. */
  count(key: string): Promise<number>;
  /** Takes one back that came to nothing. */
  giveBack(key: string): Promise<void>;
  /** Forgets the key. */
  forgive(key: string): Promise<void>;
}

/** Returns a counter per purpose: the keys of one purpose do not push out those of another. */
export type Counters = (purpose: string) => Counter;

/** A counter with a limit. */
export interface Attempts extends Pick<Counter, "giveBack" | "forgive"> {
  /** Counts one; throws TooMany when the key has used up its share. */
  take(key: string): Promise<void>;
}

export function attempts(counter: Counter, most: number, seconds: number): Attempts {
  return {
    async take(key) {
      const wait = await counter.take(key, most, seconds);
      if (wait > 0) throw new TooMany(wait, "too-many-attempts", { seconds: wait });
    },
    giveBack: (key) => counter.giveBack(key),
    forgive: (key) => counter.forgive(key),
  };
}

/**
 * Limits who asks, by the networks that they may have all of, smallest first; those around the first may have the
 * multiples of `SHARES`. `of` is what they ask for, if that has a share of its own.
 */
export interface AttemptsOfNetworks {
  /** Throws TooMany. */
  take(networks: readonly string[], of?: string): Promise<void>;
  giveBack(networks: readonly string[], of?: string): Promise<void>;
  forgive(networks: readonly string[], of?: string): Promise<void>;
}

export function attemptsOfNetworks(counter: Counter, most: number, seconds: number): AttemptsOfNetworks {
  const limits = SHARES.map((share) => attempts(counter, most * share, seconds));
  const ofEach =
    (act: "take" | "giveBack" | "forgive") =>
    async (networks: readonly string[], of = ""): Promise<void> => {
      for (const [at, network] of networks.entries()) await limits[at]?.[act](`${network} ${of}`);
    };
  return { take: ofEach("take"), giveBack: ofEach("giveBack"), forgive: ofEach("forgive") };
}

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
