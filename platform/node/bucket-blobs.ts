import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { S3Bucket } from "../shared/s3/client.ts";
import type { BlobWriter } from "./uploads.ts";

/** Begins files on disk and settles them as objects in a bucket, each under its hash after the prefix. */
export function blobsInBucket(folder: BlobWriter, bucket: S3Bucket, prefix: string): BlobWriter {
  return {
    async begin() {
      const file = await folder.begin();
      return {
        ...file,
        async settle(hash) {
          const key = `${prefix}${hash}`;
          const { size } = await stat(file.path);
          const found = await bucket.head(key);
          const isThere = found?.bytes === size && (await bucket.renew(key));
          if (!isThere) await bucket.put(key, createReadStream(file.path));
          await file.discard();
        },
      };
    },
  };
}
