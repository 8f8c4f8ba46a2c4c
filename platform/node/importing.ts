import { createReadStream, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isPicture } from "../../domain/media/media-kinds.ts";
import { type ImportFlags, runImport } from "../../packages/import/command.ts";
import type { Bucket } from "../../packages/import/media.ts";
import type { MediaTaker } from "../../packages/import/take-media.ts";
import { tarBucket } from "../../packages/import/tar.ts";
import { BadForm, StartError } from "../../server/errors.ts";
import { S3Bucket, type S3Options } from "../shared/s3/client.ts";
import { readPlace, type S3Access } from "../shared/s3/place.ts";
import { backUpBeforeImport } from "./backups/before-update.ts";
import type { MediaPlace } from "./media.ts";
import { filesUnder } from "./moving-out/folder.ts";
import type { CommandSite } from "./open-index.ts";
import { progressBar } from "./progress.ts";
import { openSinks } from "./uploads.ts";

/** Imports an index into that of a site, or says what an import would do. Returns what to print. Throws StartError. */
export function importInto(
  { database, media, parts, settings, analyze }: CommandSite,
  path: string,
  flags: ImportFlags,
): Promise<string> {
  if (settings.database !== "folder")
    throw new StartError(
      "An index from elsewhere is moved into a data folder. Unset DATABASE and import there, look at it, export it, and import that export here.",
    );
  const into = {
    database,
    data: parts.data,
    challenges: parts.challenges,
    analyze,
    dataDir: settings.dataDir,
    progress: progressBar(process.stderr),
    backUp: () => backUpBeforeImport(settings.dataDir),
    openBucket: (place: string, takesCutOff: boolean) => openBucket(place, settings.s3, {}, takesCutOff),
    mediaTaker: mediaTaker(media),
  };
  return runImport(into, path, flags);
}

/** Attempts per request to a bucket: some minutes in total, since an import has time. */
const TRIES = 10;

/** The sender for the turns at thumbnails: an import is one sender. */
const SENDER = { id: "import", isHelper: true };

/**
 * Opens the old bucket that `--media` names: "s3://bucket/folder", a folder with each object in a file under its key, or
 * a tar of such a folder.
 * @param takesCutOff whether what comes before the end of a tar that is cut off is taken
 * @throws StartError if it is none of these
 */
export function openBucket(
  place: string,
  s3: S3Access | null,
  options: S3Options = {},
  takesCutOff = false,
): Bucket {
  if (!/^s3:/i.test(place))
    return statSync(place, { throwIfNoEntry: false })?.isFile()
      ? tarBucket(place, keyOf, takesCutOff)
      : folderBucket(place);
  const found = readPlace(place);
  if (found === null)
    throw new StartError(`--media takes s3://BUCKET/FOLDER, a folder or a tar, not "${place}".`);
  if (s3 === null)
    throw new StartError(
      "To read a bucket, set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and S3_REGION where it has one.",
    );
  return s3Bucket(new S3Bucket(found.bucket, s3, { tries: TRIES, ...options }), found.prefix);
}

/** Returns the key of a path. A disk cannot hold a file and a folder of one name, so FILEKEY may be FILEKEY/FILEKEY there. */
function keyOf(path: string): string {
  const [first = "", second, ...more] = path.split("/");
  return second === first && more.length === 0 && first !== "maps" ? first : path;
}

function folderBucket(folder: string): Bucket {
  const paths = new Map<string, string>();
  return {
    async *list() {
      const names = await filesUnder(folder).catch((error: unknown) => {
        throw new StartError(`The folder of media ${folder} cannot be read: ${String(error)}`);
      });
      for (const name of names) paths.set(keyOf(name), join(folder, name));
      for (const [key, path] of paths) {
        const { size, mtime } = await stat(path);
        yield { key, bytes: size, modifiedAt: mtime.toISOString() };
      }
    },
    async read(key, bytes) {
      const path = paths.get(key) ?? join(folder, key);
      const isThere = (await stat(path).catch(() => null))?.isFile() === true;
      return isThere ? createReadStream(path, bytes === null ? {} : { end: bytes - 1 }) : null;
    },
  };
}

function s3Bucket(bucket: S3Bucket, prefix: string): Bucket {
  return {
    async *list() {
      for await (const { key, bytes, modifiedAt } of bucket.list(prefix))
        yield { key: key.slice(prefix.length), bytes, modifiedAt: modifiedAt.toISOString() };
    },
    async read(key, bytes) {
      const range = bytes === null ? null : { start: 0, end: bytes - 1 };
      // What is not read to its end is cancelled: that is how a loop over a stream ends.
      return (await bucket.get(`${prefix}${key}`, range)) as AsyncIterable<Uint8Array> | null;
    },
  };
}

/** Takes files in as if they were uploaded: pictures lose their metadata and get a thumbnail. */
export function mediaTaker({ blobs, store }: Pick<MediaPlace, "blobs" | "store">): MediaTaker {
  const open = openSinks(blobs);
  return {
    async take(key, type, chunks) {
      const sink = open(SENDER);
      const file = { field: key, name: key, chunks };
      try {
        const taken = await (isPicture(type)
          ? sink.takePicture(type, file)
          : sink.takeVideo(type, file, true));
        await sink.commit();
        const { hash, contentType, bytes, thumbnail } = taken;
        return { hash, content_type: contentType, bytes, thumbnail };
      } catch (error) {
        if (error instanceof BadForm) return { rule: isPicture(type) ? "damaged-picture" : "damaged-video" };
        throw error;
      } finally {
        await sink.close();
      }
    },
    isKept: async (hash) => (await store.sizeOf(hash)) !== null,
  };
}
