import type { Database } from "../db/database.ts";
import { addTags, collectTags, type Tagged } from "../db/tags.ts";
import { BoundedCache, type CacheLimits } from "./bounded-cache.ts";

/** Default limits, for small values such as numbers. Keys may be long: they hold a statement's text. */
const SMALL = { most: 5_000, bytes: 8 * 1024 * 1024 };

/** A value, and the highest number of any tag when its making began. */
interface Made<Value> extends Tagged<Value> {
  readonly since: number;
}

/**
 * Caches the value for a key until one of the tags moves that it was made from. Whoever gets it gets its tags, too; who
 * asks while it is being made waits for it. While it is not known what moved, nothing is cached.
 */
export function cachedByTags<Value>(
  { versions }: Pick<Database, "versions">,
  { weigh, ...limits }: CacheLimits<Value> = SMALL,
): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const made = new BoundedCache<Made<Value>>({
    ...limits,
    ...(weigh && { weigh: ({ result }) => weigh(result) }),
  });
  const underWay = new Map<string, { readonly since: number; readonly value: Promise<Tagged<Value>> }>();

  async function find(key: string, make: () => Promise<Value>): Promise<Tagged<Value>> {
    const current = await versions();
    if (!current) return collectTags(make);
    const known = made.get(key);
    if (known && current.of(known.tags) <= known.since) return known;
    const since = current.of(null);
    const begun = underWay.get(key);
    if (begun?.since === since) return begun.value;
    const own = { since, value: collectTags(make) };
    underWay.set(key, own);
    try {
      const value = await own.value;
      made.set(key, { ...value, since });
      return value;
    } finally {
      if (underWay.get(key) === own) underWay.delete(key);
    }
  }
  return async (key, make) => {
    const { result, tags } = await find(key, make);
    addTags(tags ?? []);
    return result;
  };
}
