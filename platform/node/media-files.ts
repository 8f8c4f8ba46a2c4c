import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { MediaStore, StoredBlob } from "../../server/media/store.ts";
import { blobFolder, isMissing, namesIn } from "./blob-folder.ts";

/** Blobs as files of a folder. */
export function mediaFiles(folder: string): MediaStore {
  const blobs = blobFolder(folder);
  return {
    async read(hash, range) {
      try {
        // Opened at once: a blob that is removed while it is read is read to its end.
        const file = await open(blobs.pathOf(hash));
        const stream = file.createReadStream(range ? { start: range.start, end: range.end } : {});
        return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    write: blobs.write,
    remove: ({ hash, modifiedAt }) => blobs.remove(hash, modifiedAt),
    list: (after) => listBlobs(folder, after ?? ""),
  };
}

async function* listBlobs(folder: string, after: string): AsyncGenerator<StoredBlob> {
  for (const prefix of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(prefix) || prefix < after.slice(0, 2)) continue;
    for (const hash of await namesIn(join(folder, prefix))) {
      if (!/^[0-9a-f]{64}$/.test(hash) || hash <= after) continue;
      const found = await stat(join(folder, prefix, hash)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (found) yield { hash, modifiedAt: found.mtime };
    }
  }
}
