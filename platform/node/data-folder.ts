import { chmodSync, existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hasCode } from "./blob-folder.ts";
import { isBusy } from "./sqlite-file.ts";

/**
 * The umask of every program that writes an index, a backup or an export: they hold keys, password hashes and e-mail
 * addresses, and so do the files that SQLite makes beside a database.
 */
export const OWNER_ONLY = 0o077;

/** The bit of folders in which many users keep things, such as /tmp. */
const SHARED = 0o1000;

/**
 * Takes a folder, and everything in it, from all users but its owner: an earlier version, another program or a copy may
 * have made it. Links are not followed, and what many users share or another one owns is left as it is.
 */
export function makePrivate(path: string): void {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink() || (found.mode & SHARED) !== 0) return;
    if ((found.mode & OWNER_ONLY) !== 0) chmodSync(path, found.mode & 0o7777 & ~OWNER_ONLY);
    if (found.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
  } catch (error) {
    // ENOENT: another process has just removed it.
    if (!hasCode(error, "ENOENT", "EPERM", "EACCES")) throw error;
  }
}

/**
 * An empty SQLite file that never holds anything. Unlike a file of ours, it releases its locks when their process dies.
 */
const NAME = ".lock";

/** Held locks: Node closes a database that nothing refers to any more, which would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * `shared`: any number of processes work on the folder. `starting`: one process at a time makes what a first start
 * makes, while others carry on. `alone`: no other process has it.
 */
export type Hold = "shared" | "starting" | "alone";

/** The statements that take them, in SQLite a shared, a reserved and an exclusive lock. */
const BEGIN: Readonly<Record<Hold, string>> = {
  // A transaction that has read holds a shared lock until it ends.
  shared: "begin; select count(*) from sqlite_schema",
  starting: "begin immediate",
  alone: "begin exclusive",
};

/** Releases a lock. */
export type Release = () => void;

/** Whether a folder was ever locked: everybody who works on it begins with that. */
export const wasLocked = (folder: string): boolean => existsSync(join(folder, NAME));

/**
 * Locks a folder for as long as this process lives, or until the lock is released.
 *
 * @param timeoutMs how long to wait for others, in milliseconds
 * @returns null if others still hold it then
 */
export function lockFolder(folder: string, how: Hold, timeoutMs = 0): Release | null {
  const sqlite = new DatabaseSync(join(folder, NAME), { timeout: timeoutMs });
  try {
    // Nothing is ever written, so a lock can be had on a full disk, where a journal could not be begun.
    sqlite.exec(`pragma journal_mode = memory; ${BEGIN[how]}`);
  } catch (error) {
    sqlite.close();
    if (isBusy(error)) return null;
    throw error;
  }
  held.add(sqlite);
  return () => {
    if (held.delete(sqlite)) sqlite.close();
  };
}
