import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ByteRange, MediaStore, StoredBlob } from "../../server/media/store.ts";
import { blobFolder, isMissing, namesIn } from "./blob-folder.ts";

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
      const whole = range ?? { start: 0, end: (await file.stat()).size - 1 };
      return streamOf(file, whole);
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
        if (at <= end) return controller.enqueue(await next());
        controller.close();
      } catch (error) {
        controller.error(error);
      }
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
