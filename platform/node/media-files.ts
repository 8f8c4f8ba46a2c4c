import { createReadStream } from "node:fs";
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { MediaStore } from "../../server/media/store.ts";

/** Blobs as files of a folder, in 256 subfolders by the first two digits of their hash. */
export function mediaFiles(folder: string): MediaStore {
  const pathOf = (hash: string): string => {
    // The hash comes from the database; a path must not be made of anything else.
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`not the hash of a blob: "${hash}"`);
    return join(folder, hash.slice(0, 2), hash);
  };
  return {
    async read(hash, range) {
      const path = pathOf(hash);
      if (!(await exists(path))) return null;
      const stream = createReadStream(path, range ? { start: range.start, end: range.end } : {});
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    },
    async write(hash, bytes) {
      const path = pathOf(hash);
      if (await exists(path)) return;
      await mkdir(dirname(path), { recursive: true });
      // A half-written file never stands under a blob's name.
      const unfinished = `${path}.${crypto.randomUUID()}.part`;
      try {
        await writeFile(unfinished, bytes, { flush: true });
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
  };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
