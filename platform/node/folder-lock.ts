import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./sqlite-file.ts";

/**
 * An empty SQLite file that never holds anything. Unlike a file of ours, it releases its locks when their process dies.
 */
const NAME = ".lock";

/** Held locks: Node closes a database that nothing refers to any more, which would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * `shared`: any number of processes work on the folder. `starting`: one process at a time makes what a first start
 * makes, while others carry on. `alone`: nobody else has it.
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
 * @param patience how long to wait for others, in milliseconds
 * @returns null if others still hold it then
 */
export function lockFolder(folder: string, how: Hold, patience = 0): Release | null {
  const sqlite = new DatabaseSync(join(folder, NAME), { timeout: patience });
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
