import { TooMany } from "./errors.ts";

/** Counts by key (an address, an account) within stretches of time, each as long as its first take says. */
export interface Counter {
  /**
   * Counts one more, unless the key has had `most` in its stretch of so many seconds. Answers 0 where it was counted, else
   * in how many seconds the stretch ends.
   */
  take(key: string, most: number, seconds: number): Promise<number>;
  /** How many were counted in the stretch under way. */
  count(key: string): Promise<number>;
  /** Takes one back: it did not come to anything. */
  giveBack(key: string): Promise<void>;
  /** Forgets the key. */
  forgive(key: string): Promise<void>;
}

/** A counter for each purpose: what is counted for one pushes out nothing of another. */
export type Counters = (purpose: string) => Counter;

/** A counter with a bound. */
export interface Attempts extends Pick<Counter, "giveBack" | "forgive"> {
  /** Counts one; throws TooMany when the key has had its share. */
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
