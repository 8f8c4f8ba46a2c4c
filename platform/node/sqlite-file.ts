import { accessSync, constants, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** SQLite's errors, by their result codes: https://sqlite.org/rescode.html */

const BUSY = 5;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const PROTOCOL = 15;
const NOTADB = 26;

/** The index of the write-ahead log could not get its size. A full disk shows as this when the file is opened. */
const IOERR_SHMSIZE = 4874;

function resultCode(error: unknown): number | null {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : null;
}

/** The lower byte says what happened, the rest says where. */
const isOneOf = (error: unknown, ...codes: readonly number[]): boolean => {
  const code = resultCode(error);
  return code !== null && codes.includes(code & 0xff);
};

/** Whether another process is using it, usually for a moment. */
export const isBusy = (error: unknown): boolean => isOneOf(error, BUSY, PROTOCOL);

/** Whether there is no space on the disk. */
export const isFull = (error: unknown): boolean =>
  isOneOf(error, FULL) || resultCode(error) === IOERR_SHMSIZE;

/** Whether the file cannot be written to. */
export const isReadOnly = (error: unknown): boolean => isOneOf(error, READONLY);

/** Whether the file is not, or is no longer, what SQLite wrote. */
export const isDamage = (error: unknown): boolean => isOneOf(error, CORRUPT, NOTADB);

/** What the operator reads about a damaged database; `what` is SQLite's own wording. */
export const damaged = (file: string, what: string): string =>
  `The database ${file} is damaged (${what}). Stop the site and restore it from a backup: npm run index -- restore DIR --overwrite. docs/operating.md says how.`;

/**
 * Opens a database file for reading at least. On a full disk SQLite may have no room for the index of its log, which
 * processes share beside the file. It is then in the memory of this process, whose other connections find it there, and
 * no other process can open the file meanwhile.
 */
export function openFile(file: string, options: DatabaseSyncOptions): DatabaseSync {
  const sqlite = new DatabaseSync(file, options);
  try {
    sqlite.prepare("select 1 from sqlite_schema").get();
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (!isFull(error) || process.platform === "win32") throw error;
  }
  const alone = pathToFileURL(file);
  alone.searchParams.set("vfs", "unix-excl");
  // A file that is opened read-only cannot be locked like this.
  return new DatabaseSync(alone, { ...options, readOnly: false });
}

/** Whether files beside this one can be written; a disk that failed may have become one that is only read. */
export function isWritable(file: string): boolean {
  if (file === ":memory:") return true;
  try {
    accessSync(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function freeBytesAt(file: string): number {
  if (file === ":memory:") return Number.POSITIVE_INFINITY;
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/** How long the check waits for another process, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Returns what is damaged in the file, in SQLite's words; null: nothing. */
export function findDamage(file: string): string | null {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: TIMEOUT_MS });
  try {
    const found = sqlite.prepare("pragma quick_check(1)").get()?.quick_check;
    return found === "ok" ? null : String(found).replaceAll("\n", " ");
  } catch (error) {
    if (error instanceof Error && isDamage(error)) return error.message;
    throw error;
  } finally {
    sqlite.close();
  }
}
