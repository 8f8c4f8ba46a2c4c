import { createHash } from "node:crypto";
import type { R2Bucket } from "@cloudflare/workers-types";
import type { Files, ListedFile, WrittenFile } from "../../server/files.ts";
import type { ByteRange } from "../../server/media/store.ts";
import { partsOf } from "../shared/parts.ts";

/** The prefix of the public dumps in the media bucket. stores.ts does not list them, so the sweeper leaves them alone. */
export const DUMPS = "dumps/";

/** Files under a prefix of a bucket. While a file is written, two of its parts are in memory, 16 MiB at most. */
export function filesInR2(bucket: R2Bucket, prefix: string): Files {
  const keyOf = (name: string): string => `${prefix}${name}`;
  return {
    list: () => listFiles(bucket, prefix),

    async sizeOf(name) {
      return (await bucket.head(keyOf(name)))?.size ?? null;
    },

    async read(name: string, range: ByteRange | null = null) {
      const options = range ? { range: { offset: range.start, length: range.end - range.start + 1 } } : {};
      const file = await bucket.get(keyOf(name), options);
      // The types of Cloudflare and of the web platform describe the same stream.
      return (file?.body ?? null) as ReadableStream<Uint8Array> | null;
    },

    async write(name: string, bytes: ReadableStream<Uint8Array>): Promise<WrittenFile> {
      const hash = createHash("sha256");
      let length = 0;
      async function* counted(): AsyncGenerator<Uint8Array> {
        for await (const chunk of bytes as unknown as AsyncIterable<Uint8Array>) {
          hash.update(chunk);
          length += chunk.length;
          yield chunk;
        }
      }
      await put(bucket, keyOf(name), partsOf(counted()));
      return { bytes: length, sha256: hash.digest("hex") };
    },

    async remove(name) {
      await bucket.delete(keyOf(name));
    },
  };
}

/**
 * Writes an object, in one request if it has one part. It appears once it is complete; a failure leaves the old one
 * there.
 */
async function put(
  bucket: R2Bucket,
  key: string,
  parts: AsyncGenerator<Uint8Array, undefined>,
): Promise<void> {
  const { value: first = new Uint8Array(), done } = await parts.next();
  const { value: second } = done ? {} : await parts.next();
  if (second === undefined) return void (await bucket.put(key, first));
  const upload = await bucket.createMultipartUpload(key);
  try {
    const sent = [await upload.uploadPart(1, first), await upload.uploadPart(2, second)];
    for await (const part of parts) sent.push(await upload.uploadPart(sent.length + 1, part));
    await upload.complete(sent);
  } catch (error) {
    // What was uploaded would be billed; R2 discards it by itself only after a week.
    await upload.abort().catch(() => undefined);
    await parts.return(undefined).catch(() => undefined);
    throw error;
  }
}

async function* listFiles(bucket: R2Bucket, prefix: string): AsyncGenerator<ListedFile> {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, ...(cursor !== undefined && { cursor }) });
    for (const { key, size } of page.objects) yield { name: key.slice(prefix.length), bytes: size };
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}
