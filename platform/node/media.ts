import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Unavailable } from "../../server/errors.ts";
import type { MediaStore } from "../../server/media/store.ts";
import { S3Bucket, S3Error } from "../shared/s3/client.ts";
import { mediaInBucket } from "../shared/s3/media-store.ts";
import type { Settings } from "../shared/settings.ts";
import { blobFolder } from "./blob-folder.ts";
import { mediaFiles } from "./media-files.ts";
import { StartError } from "./start-error.ts";
import type { BlobWriter } from "./uploads.ts";

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
    return { ...file, settle: (hash) => reached(file.settle(hash)) };
  },
});

/** Begins files on disk and settles them as objects in a bucket, each under its hash after the prefix. */
function blobsInBucket(folder: BlobWriter, bucket: S3Bucket, prefix: string): BlobWriter {
  return {
    async begin() {
      const file = await folder.begin();
      return {
        ...file,
        async settle(hash) {
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
