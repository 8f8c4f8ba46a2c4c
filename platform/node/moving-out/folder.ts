import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { Files, WrittenFile } from "../../../server/files.ts";
import type { ByteRange } from "../../../server/media/store.ts";
import { isMissing } from "../blob-folder.ts";

/** A name, which may lead neither out of the folder nor to anything hidden. */
const NAME = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i;

/** The ending of a file while it is written. */
const UNFINISHED = ".part";

/** The files of a folder. */
export function folderOfFiles(folder: string): Files {
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error(`not the name of a file: "${name}"`);
    return join(folder, name);
  };

  async function sizeOf(name: string): Promise<number | null> {
    try {
      const found = await stat(pathOf(name));
      return found.isFile() ? found.size : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return {
    async *list() {
      const names = await filesUnder(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const name of names.filter((each) => NAME.test(each))) {
        const found = await stat(join(folder, name)).catch(() => null);
        if (found) yield { name, bytes: found.size };
      }
    },
    sizeOf,

    async read(name: string, range: ByteRange | null = null) {
      const path = pathOf(name);
      if ((await sizeOf(name)) === null) return null;
      return Readable.toWeb(createReadStream(path, range ?? {})) as ReadableStream<Uint8Array>;
    },

    async write(name: string, bytes: ReadableStream<Uint8Array>): Promise<WrittenFile> {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}${UNFINISHED}`;
      const hash = createHash("sha256");
      let length = 0;
      const file = await open(part, "w");
      try {
        for await (const chunk of Readable.fromWeb(bytes as NodeStream<Uint8Array>)) {
          hash.update(chunk);
          length += chunk.length;
          await file.appendFile(chunk);
        }
        await file.sync();
        await file.close();
        await rename(part, path);
      } catch (error) {
        await file.close();
        await rm(part, { force: true });
        throw error;
      }
      return { bytes: length, sha256: hash.digest("hex") };
    },

    async remove(name: string) {
      const path = pathOf(name);
      await rm(path, { force: true });
      // If that was its last file, its folder goes too.
      if (dirname(path) !== folder) await rmdir(dirname(path)).catch(() => undefined);
    },
  };
}

/** Returns the names of all files in a folder and the folders in it, in order. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(relative(folder, entry.parentPath), entry.name))
    .sort();
}
