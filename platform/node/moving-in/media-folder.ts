import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isPicture, type PictureType, type VideoType } from "../../../derive/media-kinds.ts";
import { BadForm } from "../../../server/errors.ts";
import { stripMetadata } from "../../../server/media/strip.ts";
import type { Bucket, BucketObject, TakenFile } from "../../../server/moving-in/media.ts";
import { type BlobFolder, blobFolder } from "../blob-folder.ts";
import { StartError } from "../start-error.ts";
import { countScans, makeThumbnail } from "../thumbnails.ts";

/** Largest picture that is taken in, in bytes: it is in memory twice while its metadata goes. */
const LARGEST_PICTURE = 200 * 1024 * 1024;

/** Whose turn it is where pictures are made small: an import is one sender. */
const SENDER = "import";

/** The old bucket as a folder: each object a file under its key. Its files are copied to `media`, the folder of blobs. */
export function mediaFolderBucket(folder: string, media: string): Bucket {
  const blobs = blobFolder(media);
  const pathOf = (key: string): string => join(folder, key);
  return {
    list: () => listFiles(folder, ""),
    async head(key, bytes) {
      const file = await open(pathOf(key));
      try {
        const head = Buffer.alloc(bytes);
        return head.subarray(0, (await file.read(head, 0, bytes, 0)).bytesRead);
      } finally {
        await file.close();
      }
    },
    take: (object, type) =>
      isPicture(type)
        ? takePicture(pathOf(object.key), object, type, blobs)
        : takeVideo(pathOf(object.key), type, blobs),
  };
}

async function* listFiles(folder: string, under: string): AsyncGenerator<BucketObject> {
  const entries = await readdir(join(folder, under), { withFileTypes: true }).catch((error: unknown) => {
    throw new StartError(`The folder of media ${join(folder, under)} cannot be read: ${String(error)}`);
  });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const key = `${under}${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(folder, `${key}/`);
    else if (entry.isFile()) {
      const { size, mtime } = await stat(join(folder, key));
      yield { key, bytes: size, modifiedAt: mtime.toISOString() };
    }
  }
}

/** Writes a blob, safe on disk, and answers its hash and its length. */
async function write(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, blobs: BlobFolder) {
  const file = await blobs.begin();
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.append(chunk);
    }
    await file.finish();
    const name = hash.digest("hex");
    await file.settle(name);
    return { hash: name, bytes };
  } finally {
    await file.discard();
  }
}

/** Takes a picture in without its metadata, as one that is uploaded. */
async function takePicture(
  path: string,
  { key, bytes: size }: BucketObject,
  type: PictureType,
  blobs: BlobFolder,
): Promise<TakenFile> {
  if (size > LARGEST_PICTURE) return { rule: "file-too-large" };
  let picture: Uint8Array<ArrayBuffer>;
  try {
    picture = stripMetadata(await readFile(path), type, key);
  } catch (error) {
    if (error instanceof BadForm) return { rule: "damaged-picture" };
    throw error;
  }
  const { hash, bytes } = await write([picture], blobs);
  const scans = type === "image/jpeg" ? countScans(picture) : 1;
  const small = await makeThumbnail({ path: blobs.pathOf(hash), bytes, scans, sender: SENDER });
  const thumbnail = small && (await write([small], blobs)).hash;
  return { hash, content_type: type, bytes, thumbnail };
}

async function takeVideo(path: string, type: VideoType, blobs: BlobFolder): Promise<TakenFile> {
  return { ...(await write(createReadStream(path), blobs)), content_type: type, thumbnail: null };
}
