import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * The folder of uploads in progress and of blobs that the sweeper is about to remove, and the endings of their files.
 */
const INCOMING = "incoming";
const UNFINISHED = ".part";
const SWEPT = ".swept";

/** What may be another process's unfinished file is removed if it was not written to for this long, in milliseconds. */
const LEFTOVER_AFTER = 60 * 60 * 1000;

/** The unfinished files of this process, by path. None of them is a leftover, however long it takes. */
const underWay = new Set<string>();

/** A new file of an upload. It is not a blob until it is settled, and must be settled or discarded. */
export interface UnfinishedFile {
  readonly path: string;
  append(chunk: Uint8Array): Promise<void>;
  /** Ends the writing: the file is complete, and safely on disk unless `isSafe` is false. */
  finish(isSafe?: boolean): Promise<void>;
  /** Moves the finished file to the name of its blob in one step, replacing any file that was there. */
  commit(hash: string): Promise<void>;
  /** Removes it, unless it is settled. */
  discard(): Promise<void>;
}

/** A folder of blobs: each a file under its hash, in 256 subfolders by the first two digits. */
export interface BlobFolder {
  readonly folder: string;
  /** The path of a blob. Throws if this is not a hash, since a path must not be built from anything else. */
  pathOf(hash: string): string;
  begin(): Promise<UnfinishedFile>;
  /** Writes a blob whose bytes are in memory. */
  write(hash: string, bytes: Uint8Array): Promise<void>;
  /** Removes a blob unless it was resettled after `modifiedAt`; returns whether it is gone. */
  remove(hash: string, modifiedAt: Date): Promise<boolean>;
  /**
   * Removes what dead processes left unfinished, and puts back blobs whose removal was interrupted. If other processes
   * may be at work (`isAlone` is false), their files stay for as long as they may still be written.
   */
  clearLeftovers(now: Date, isAlone?: boolean): Promise<void>;
  /** Removes at once what this process has begun and not settled, because the process is ending. */
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
      async commit(hash) {
        await commit(path, hash);
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

  async function commit(from: string, hash: string): Promise<void> {
    const path = pathOf(hash);
    const made = await mkdir(dirname(path), { recursive: true });
    // A slow form may have written it long ago. For the sweeper its age counts from now.
    const now = new Date();
    await utimes(from, now, now);
    await rename(from, path);
    // A row must not name a blob that a crash could lose, so these names go to disk before the row does.
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
        await file.commit(hash);
      } finally {
        await file.discard();
      }
    },

    async remove(hash, modifiedAt) {
      // Moved aside first, then examined: a blob that an upload commits meanwhile is another file, and stays.
      const swept = join(incoming, `${hash}${SWEPT}`);
      await mkdir(incoming, { recursive: true });
      if (!(await renameIfThere(pathOf(hash), swept))) return true;
      const { mtime } = await stat(swept).catch(ifMissing(() => ({ mtime: null })));
      // Another process that was clearing leftovers has put it back.
      if (mtime === null) return false;
      if (mtime > modifiedAt) {
        await rename(swept, pathOf(hash));
        return false;
      }
      await rm(swept, { force: true });
      return true;
    },

    async clearLeftovers(now, isAlone = false) {
      for (const name of await namesIn(incoming)) {
        const path = join(incoming, name);
        if (name.endsWith(SWEPT)) await putBack(path, pathOf(basename(name, SWEPT)));
        else if (!underWay.has(path) && (isAlone || (await ageOf(path, now)) > LEFTOVER_AFTER))
          await rm(path, { force: true });
      }
    },

    abandon() {
      for (const path of underWay) if (dirname(path) === incoming) rmSync(path, { force: true });
    },
  };
}

/** Puts a swept blob back, unless an upload has settled the same one since: that one is newer, and stays. */
async function putBack(swept: string, path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    ifMissing(() => false),
  );
  if (isThere) await rm(swept, { force: true });
  else await renameIfThere(swept, path);
}

/** Handles the error of a missing file with a substitute value. */
const ifMissing =
  <Instead>(instead: () => Instead) =>
  (error: unknown): Instead => {
    if (isMissing(error)) return instead();
    throw error;
  };

/** How long ago a file was written to, in milliseconds; 0 if it no longer exists. */
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

/** Renames a file; false if there was none. */
async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The names in a folder, in order; none if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Whether an error of the file system has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly unknown[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(error.code);

/** Whether an error says that a file does not exist. */
export const isMissing = (error: unknown): boolean => hasCode(error, "ENOENT");

/** Whether an error says that there is no space left, on the disk or in this user's quota. */
export const isFull = (error: unknown): boolean => hasCode(error, "ENOSPC", "EDQUOT");
