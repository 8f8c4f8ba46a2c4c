import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Files of uploads that are under way, and blobs that the sweeper is about to remove. */
const INCOMING = "incoming";
const UNFINISHED = ".part";
const SWEPT = ".swept";

/** What a killed process left unfinished is removed at the next start when it was not written to for so long, in milliseconds. */
const LEFTOVER_AFTER = 60 * 60 * 1000;

/** A folder of blobs: each a file under its hash, in 256 subfolders by the first two digits. */
export interface BlobFolder {
  readonly folder: string;
  /** The path of a blob. Throws for what is no hash: a path must not be made of anything else. */
  pathOf(hash: string): string;
  /** A new path for a file that is being written; the folder is there. */
  unfinished(): Promise<string>;
  /** Puts a whole file that is safe on disk under its blob name, in one step. It is a new file, whatever was there. */
  settle(unfinished: string, hash: string): Promise<void>;
  /** Writes a blob whose bytes are in memory. */
  write(hash: string, bytes: Uint8Array): Promise<void>;
  /** Removes a blob unless it was settled again after `modifiedAt`; answers whether it is gone. */
  remove(hash: string, modifiedAt: Date): Promise<boolean>;
  /** Removes unfinished files of an earlier run, and puts blobs back whose removal was cut off. At start only. */
  clearLeftovers(now: Date): Promise<void>;
}

export function blobFolder(folder: string): BlobFolder {
  const incoming = join(folder, INCOMING);
  const pathOf = (hash: string): string => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`not the hash of a blob: "${hash}"`);
    return join(folder, hash.slice(0, 2), hash);
  };

  async function unfinished(): Promise<string> {
    await mkdir(incoming, { recursive: true });
    return join(incoming, `${crypto.randomUUID()}${UNFINISHED}`);
  }

  async function settle(from: string, hash: string): Promise<void> {
    const path = pathOf(hash);
    const made = await mkdir(dirname(path), { recursive: true });
    // A slow form may have written it long ago. To the sweeper it is new from here on.
    const now = new Date();
    await utimes(from, now, now);
    await rename(from, path);
    // A row that names the blob must not outlive it: the names are on disk before the row is.
    await syncFolder(dirname(path));
    if (made !== undefined) await syncFolder(folder);
  }

  return {
    folder,
    pathOf,
    unfinished,
    settle,

    async write(hash, bytes) {
      const path = await unfinished();
      try {
        await writeFile(path, bytes, { flag: "wx", flush: true });
        await settle(path, hash);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    async remove(hash, modifiedAt) {
      // First out of the way, then looked at: what an upload settles meanwhile is another file and stays.
      const swept = join(incoming, `${hash}${SWEPT}`);
      await mkdir(incoming, { recursive: true });
      if (!(await renameIfThere(pathOf(hash), swept))) return true;
      if ((await stat(swept)).mtime > modifiedAt) {
        await rename(swept, pathOf(hash));
        return false;
      }
      await rm(swept, { force: true });
      return true;
    },

    async clearLeftovers(now) {
      for (const name of await namesIn(incoming)) {
        const path = join(incoming, name);
        if (name.endsWith(SWEPT)) await renameIfThere(path, pathOf(basename(name, SWEPT)));
        else if (now.getTime() - (await stat(path)).mtimeMs > LEFTOVER_AFTER) await rm(path, { force: true });
      }
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames; false if there was nothing. */
async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The names in a folder, in order; none if it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Whether an error says that a file is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
