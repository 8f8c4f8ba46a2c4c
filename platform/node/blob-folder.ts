import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Files of uploads that are under way, and blobs that the sweeper is about to remove. */
const INCOMING = "incoming";
const UNFINISHED = ".part";
const SWEPT = ".swept";

/** What another process left unfinished is removed when it was not written to for so long, in milliseconds. */
const LEFTOVER_AFTER = 60 * 60 * 1000;

/** The unfinished files of this process, by path: none of them is a leftover, however long it takes. */
const underWay = new Set<string>();

/** A new file of an upload. It is no blob until it is settled, and must be settled or discarded. */
export interface UnfinishedFile {
  readonly path: string;
  append(chunk: Uint8Array): Promise<void>;
  /** No more is appended: it is whole, and safe on disk unless `isSafe` says that it need not be. */
  finish(isSafe?: boolean): Promise<void>;
  /** Puts it, finished, under its blob name, in one step. It is a new file, whatever was there. */
  settle(hash: string): Promise<void>;
  /** Removes it, unless it is settled. */
  discard(): Promise<void>;
}

/** A folder of blobs: each a file under its hash, in 256 subfolders by the first two digits. */
export interface BlobFolder {
  readonly folder: string;
  /** The path of a blob. Throws for what is no hash: a path must not be made of anything else. */
  pathOf(hash: string): string;
  begin(): Promise<UnfinishedFile>;
  /** Writes a blob whose bytes are in memory. */
  write(hash: string, bytes: Uint8Array): Promise<void>;
  /** Removes a blob unless it was settled again after `modifiedAt`; answers whether it is gone. */
  remove(hash: string, modifiedAt: Date): Promise<boolean>;
  /** Removes unfinished files of an earlier run, and puts blobs back whose removal was cut off. */
  clearLeftovers(now: Date): Promise<void>;
  /** Removes what this process has begun and not settled, at once: it ends. */
  abandon(): void;
}

export function blobFolder(folder: string): BlobFolder {
  const incoming = join(folder, INCOMING);
  const pathOf = (hash: string): string => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`not the hash of a blob: "${hash}"`);
    return join(folder, hash.slice(0, 2), hash);
  };

  async function begin(): Promise<UnfinishedFile> {
    await mkdir(incoming, { recursive: true });
    const path = join(incoming, `${randomUUID()}${UNFINISHED}`);
    const file = await open(path, "wx");
    underWay.add(path);
    let isOpen = true;
    async function close(): Promise<void> {
      if (!isOpen) return;
      isOpen = false;
      await file.close();
    }
    return {
      path,
      append: (chunk) => file.appendFile(chunk),
      async finish(isSafe = true) {
        if (isSafe) await file.sync();
        await close();
      },
      async settle(hash) {
        await settle(path, hash);
        underWay.delete(path);
      },
      async discard() {
        try {
          await close();
        } finally {
          await rm(path, { force: true });
          underWay.delete(path);
        }
      },
    };
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
    begin,

    async write(hash, bytes) {
      const file = await begin();
      try {
        await file.append(bytes);
        await file.finish();
        await file.settle(hash);
      } finally {
        await file.discard();
      }
    },

    async remove(hash, modifiedAt) {
      // First out of the way, then looked at: what an upload settles meanwhile is another file and stays.
      const swept = join(incoming, `${hash}${SWEPT}`);
      await mkdir(incoming, { recursive: true });
      if (!(await renameIfThere(pathOf(hash), swept))) return true;
      const { mtime } = await stat(swept).catch(ifMissing(() => ({ mtime: null })));
      // Another process that clears leftovers has put it back.
      if (mtime === null) return false;
      if (mtime > modifiedAt) {
        await rename(swept, pathOf(hash));
        return false;
      }
      await rm(swept, { force: true });
      return true;
    },

    async clearLeftovers(now) {
      for (const name of await namesIn(incoming)) {
        const path = join(incoming, name);
        if (name.endsWith(SWEPT)) await putBack(path, pathOf(basename(name, SWEPT)));
        else if (!underWay.has(path) && (await ageOf(path, now)) > LEFTOVER_AFTER)
          await rm(path, { force: true });
      }
    },

    abandon() {
      for (const path of underWay) if (dirname(path) === incoming) rmSync(path, { force: true });
    },
  };
}

/** Puts a swept blob back, unless an upload has settled the same anew: that one is younger, and stays. */
async function putBack(swept: string, path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    ifMissing(() => false),
  );
  if (isThere) await rm(swept, { force: true });
  else await renameIfThere(swept, path);
}

/** What stands for a file that is not there. */
const ifMissing =
  <Instead>(instead: () => Instead) =>
  (error: unknown): Instead => {
    if (isMissing(error)) return instead();
    throw error;
  };

/** How long a file was not written to, in milliseconds; 0 if it is not there any more. */
async function ageOf(path: string, now: Date): Promise<number> {
  try {
    return now.getTime() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
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

const hasCode = (error: unknown, ...codes: readonly unknown[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(error.code);

/** Whether an error says that a file is not there. */
export const isMissing = (error: unknown): boolean => hasCode(error, "ENOENT");

/** Whether an error says that there is no room left: on the disk, or in what this user may take of it. */
export const isFull = (error: unknown): boolean => hasCode(error, "ENOSPC", "EDQUOT");
