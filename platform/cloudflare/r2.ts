import type { R2Bucket } from "@cloudflare/workers-types";
import type { MediaStore } from "../../server/media/store.ts";

/** Blobs in an R2 bucket, each under its hash. */
export function openR2(bucket: R2Bucket): MediaStore {
  return {
    async read(hash, range) {
      const options = range ? { range: { offset: range.start, length: range.end - range.start + 1 } } : {};
      const blob = await bucket.get(hash, options);
      // The types of Cloudflare and of the web platform describe one and the same stream.
      return (blob?.body ?? null) as ReadableStream<Uint8Array> | null;
    },
    async write(hash, bytes) {
      await bucket.put(hash, bytes);
    },
  };
}
