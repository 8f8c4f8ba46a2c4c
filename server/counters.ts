import { TooMany } from "./errors.ts";

/** Counts by key (an address, an account) within stretches of time; a stretch is as long as its first `take` says. */
export interface Counter {
  /**
   * Counts one more, unless the key has had `most` in its stretch of this many seconds. Returns 0 if it was counted,
   * else the seconds until the stretch ends.
   */
  take(key: string, most: number, seconds: number): Promise<number>;
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
