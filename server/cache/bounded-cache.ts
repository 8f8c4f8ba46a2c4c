import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import { addTags, collectTags, type Tagged } from "../db/tags.ts";

interface CacheLimits<Value> {
  /** Most entries at a time. */
  readonly most: number;
  /** Most bytes of all keys and values together. */
  readonly bytes: number;
  /** Returns the bytes of a value; absent: 0, because only the keys are long. */
  readonly weigh?: (value: Value) => number;
}

/** Bytes of an object or array without what is in it, and of each place in it. */
const BYTES_OF_OBJECT = 56;
const BYTES_OF_PLACE = 8;
/** Bytes of a string without its characters. */
const BYTES_OF_STRING = 16;

/** Returns roughly how many bytes a value of JSON takes in memory, strings included. */
export function bytesOf(value: unknown): number {
  if (typeof value === "string") return BYTES_OF_STRING + 2 * value.length;
  if (typeof value !== "object" || value === null) return 0;
  let bytes = BYTES_OF_OBJECT;
  for (const each of Object.values(value)) bytes += BYTES_OF_PLACE + bytesOf(each);
  return bytes;
}

/**
 * Returns the bytes of a key: a character of a string takes two at most. Objects as keys are weighed with their values.
 */
const weightOf = (key: unknown): number => (typeof key === "string" ? 2 * key.length : 0);

/**
 * Returns a cache of the entries that were used last, bounded in number and in bytes. An entry of more than a quarter of the
 * bytes is not stored.
 */
export const boundedCache = <Value extends object | string, Key extends object | string = string>({
  most,
  bytes,
  weigh,
}: CacheLimits<Value>): LRUCache<Key, Value> =>
  new LRUCache({
    ...(Number.isFinite(most) && { max: most }),
    // 0 would be without a limit.
    maxSize: Math.max(1, bytes),
    maxEntrySize: Math.max(1, Math.floor(bytes / 4)),
    sizeCalculation: (value, key) => Math.max(1, weightOf(key) + (weigh?.(value) ?? 0)),
  });

/** Default limits, for values that are mostly small, such as numbers. Keys may be long: they hold a statement's text. */
const SMALL: CacheLimits<unknown> = { most: 5_000, bytes: 8 * 1024 * 1024, weigh: bytesOf };

/** A value, and the highest number of any tag when its making began. */
interface Made<Value> extends Tagged<Value> {
  readonly since: number;
}

/**
 * Caches the value for a key until one of the tags moves that it was made from. A caller gets its tags, too, and waits
 * while it is being made. While it is not known what moved, nothing is cached.
 */
export function cachedByTags<Value>(
  { versions }: Pick<Database, "versions">,
  { weigh, ...limits }: CacheLimits<Value> = SMALL,
): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const made = boundedCache<Made<Value>>({
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
