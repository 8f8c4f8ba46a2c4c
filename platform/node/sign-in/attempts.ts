import { TooMany } from "../../../server/errors.ts";

/** Keys remembered at a time; the oldest go first. */
const MOST_KEYS = 20_000;

/** Counts attempts by a key (an address, an account) within a stretch of time. In memory: a restart forgives. */
export interface Attempts {
  /** Counts one; throws TooMany when the key has had its share. */
  take(key: string): void;
  /** Forgets the key: the attempt was right. */
  forgive(key: string): void;
}

/** `now` gives milliseconds. */
export function countAttempts(most: number, seconds: number, now: () => number = Date.now): Attempts {
  const counts = new Map<string, { count: number; until: number }>();
  return {
    take(key) {
      const at = now();
      const known = counts.get(key);
      const entry = known && known.until > at ? known : { count: 0, until: at + seconds * 1000 };
      if (entry.count >= most) throw new TooMany((entry.until - at) / 1000);
      entry.count += 1;
      counts.delete(key);
      counts.set(key, entry);
      if (counts.size > MOST_KEYS) {
        const [oldest] = counts.keys();
        if (oldest !== undefined) counts.delete(oldest);
      }
    },
    forgive: (key) => void counts.delete(key),
  };
}
