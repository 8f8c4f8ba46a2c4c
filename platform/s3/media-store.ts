import type { MediaStore } from "../../server/media/store.ts";
import type { S3Bucket } from "./client.ts";

/** Blobs as objects of a bucket, each under its hash behind the prefix. */
export function mediaInBucket(bucket: S3Bucket, prefix: string): MediaStore {
  const keyOf = (hash: string): string => `${prefix}${hash}`;
  return {
    sizeOf: async (hash) => (await bucket.head(keyOf(hash)))?.bytes ?? null,
    read: (hash, range) => bucket.get(keyOf(hash), range),
    write: (hash, bytes) => bucket.put(keyOf(hash), [bytes]),
    // Buckets have no removal on a condition that all of them know: an upload of the same bytes between the look and the
    // removal would lose them. The sweeper asks only for blobs that nobody has named for a day.
    async remove({ hash, modifiedAt }) {
      // A list tells of milliseconds, a head of seconds.
      const { value: found } = await bucket.list(keyOf(hash)).next();
      if (found && found.modifiedAt > modifiedAt) return false;
      if (found) await bucket.remove(keyOf(hash));
      return true;
    },
    async *list(after = "") {
      for await (const { key, modifiedAt } of bucket.list(prefix, keyOf(after))) {
        const hash = key.slice(prefix.length);
        if (/^[0-9a-f]{64}$/.test(hash)) yield { hash, modifiedAt };
      }
    },
  };
}
