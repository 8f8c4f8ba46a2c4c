import type { MediaStore } from "../../../server/media/store.ts";
import type { S3Bucket } from "./client.ts";

/** Stores blobs as objects in a bucket, each under its hash after the prefix. */
export function mediaInBucket(bucket: S3Bucket, prefix: string): MediaStore {
  const keyOf = (hash: string): string => `${prefix}${hash}`;
  return {
    sizeOf: async (hash, within) => (await bucket.head(keyOf(hash), within))?.bytes ?? null,
    read: (hash, range, within) => bucket.get(keyOf(hash), range, within),
    write: (hash, bytes) => bucket.put(keyOf(hash), [bytes]),
    // No conditional delete is supported by all services: an upload of the same bytes between the check and the delete
    // would be lost. The sweeper asks only for blobs that nobody has named for a day.
    async remove({ hash, modifiedAt }) {
      // A list has milliseconds, a head only seconds.
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
