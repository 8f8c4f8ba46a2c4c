import { SHARES } from "../domain/contract/rates.ts";
import { TooMany } from "./errors.ts";

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
