import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { StartError, Unavailable } from "../../server/errors.ts";
import type { ByteRange, MediaStore, StoredBlob } from "../../server/media/store.ts";
import { S3Bucket, S3Error } from "../shared/s3/client.ts";
import type { Settings } from "../shared/settings.ts";
import { blobFolder, isMissing, namesIn } from "./blob-folder.ts";
import type { BlobWriter } from "./uploads.ts";

/** Bytes per read. */
const CHUNK = 64 * 1024;

/** Resolves to the result of `work`; null if the file that it needs does not exist. */
async function orNull<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Stores blobs as files in a folder. */
export function mediaFiles(folder: string): MediaStore {
  const blobs = blobFolder(folder);
  return {
    async sizeOf(hash) {
      const found = await orNull(stat(blobs.pathOf(hash)));
      return found?.size ?? null;
    },
    async read(hash, range) {
      // Opened now, so that a blob removed during the read can still be read to its end.
      const file = await orNull(open(blobs.pathOf(hash)));
      if (file === null) return null;
      try {
        return streamOf(file, range ?? { start: 0, end: (await file.stat()).size - 1 });
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    write: blobs.write,
    remove: ({ hash, modifiedAt }) => blobs.remove(hash, modifiedAt),
    list: (after) => listBlobs(folder, after ?? ""),
  };
}

/** Streams the bytes of a range. The reader knows how many there are, so the stream fails if they end early. */
function streamOf(file: FileHandle, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let at = start;
  async function next(): Promise<Uint8Array> {
    const length = Math.min(CHUNK, end + 1 - at);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at);
    if (bytesRead === 0) throw new Error("A file of the media folder became shorter while it was sent.");
    at += bytesRead;
    return buffer.subarray(0, bytesRead);
  }
  return new ReadableStream({
    async pull(controller) {
      try {
        if (at <= end) controller.enqueue(await next());
        if (at <= end) return;
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      // With the last byte, not when somebody asks for more: a file is left open by no stream that is read to its end.
      await file.close();
    },
    cancel: () => file.close(),
  });
}

async function* listBlobs(folder: string, after: string): AsyncGenerator<StoredBlob> {
  for (const prefix of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(prefix) || prefix < after.slice(0, 2)) continue;
    for (const hash of await namesIn(join(folder, prefix))) {
      if (!/^[0-9a-f]{64}$/.test(hash) || hash <= after) continue;
      const found = await orNull(stat(join(folder, prefix, hash)));
      if (found) yield { hash, modifiedAt: found.mtime };
    }
  }
}

/** When to retry what was out of reach, in seconds. */
const RETRY_AFTER = 15;

/** How long a bucket may be silent until somebody who sends a file is told so, in milliseconds. */
const BEGINS_WITHIN = 15_000;

/** Where the media are, according to the settings. */
export interface MediaPlace {
  readonly store: MediaStore;
  readonly blobs: BlobWriter;
  /** Throws StartError if the bucket refuses us. One that is out of reach may come back, so that is only reported. */
  check(say: (line: string) => void): Promise<void>;
}

/** The folder of media, and of uploads in progress wherever the media are. */
export const mediaFolder = ({ dataDir }: Pick<Settings, "dataDir">): string =>
  join(resolve(dataDir), "media");

export function openMedia(settings: Pick<Settings, "dataDir" | "mediaStore" | "s3">): MediaPlace {
  const { mediaStore, s3 } = settings;
  const folder = mediaFolder(settings);
  if (mediaStore === null || s3 === null)
    return { store: mediaFiles(folder), blobs: blobFolder(folder), check: async () => {} };
  const bucket = new S3Bucket(mediaStore.bucket, s3);
  const { prefix } = mediaStore;
  return {
    store: withinReach(mediaInBucket(bucket, prefix)),
    blobs: writerWithinReach(blobsInBucket(blobFolder(folder), bucket, prefix)),
    async check(say) {
      try {
        await bucket.list(prefix).next();
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        if (!error.isPassing)
          throw new StartError(`MEDIA_STORE cannot be used. ${error.message}`, { cause: error });
        say(`${error.message} Pages are served, files are not until it is back.`);
      }
    },
  };
}

/**
 * Turns a bucket's refusal or silence into a file that is out of reach, for the client. The log has the
 * cause.
 */
async function reached<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    console.error(`btd6-index: ${error.message}`);
    throw new Unavailable(RETRY_AFTER, "media-out-of-reach");
  }
}

const withinReach = (store: MediaStore): MediaStore => ({
  sizeOf: (hash, within) => reached(store.sizeOf(hash, within)),
  read: (hash, range, within) => reached(store.read(hash, range, within)),
  write: (hash, bytes) => reached(store.write(hash, bytes)),
  // Used by the sweeper: a failed job is logged with its name.
  remove: store.remove,
  list: store.list,
});

const writerWithinReach = (blobs: BlobWriter): BlobWriter => ({
  async begin() {
    const file = await blobs.begin();
    return { ...file, commit: (hash) => reached(file.commit(hash)) };
  },
});

/** Begins files on disk and commits them as objects in a bucket, each under its hash after the prefix. */
function blobsInBucket(folder: BlobWriter, bucket: S3Bucket, prefix: string): BlobWriter {
  return {
    async begin() {
      const file = await folder.begin();
      return {
        ...file,
        async commit(hash) {
          const key = `${prefix}${hash}`;
          const { size } = await stat(file.path);
          const found = await bucket.head(key, BEGINS_WITHIN);
          const isThere = found?.bytes === size && (await bucket.renew(key));
          if (!isThere) await bucket.put(key, createReadStream(file.path));
          await file.discard();
        },
      };
    },
  };
}

/** Stores blobs as objects in a bucket, each under its hash after the prefix. */
export function mediaInBucket(bucket: S3Bucket, prefix: string): MediaStore {
  const keyOf = (hash: string): string => `${prefix}${hash}`;
  return {
    sizeOf: async (hash, within) => (await bucket.head(keyOf(hash), within))?.bytes ?? null,
    read: (hash, range, within) => bucket.get(keyOf(hash), range, within),
    write: (hash, bytes) => bucket.put(keyOf(hash), [bytes]),
    // No conditional delete is supported by all services: an upload of the same bytes between the check and the delete
    // would be lost. The sweeper asks only for blobs without a reference for a day.
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
