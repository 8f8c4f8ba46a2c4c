import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./sqlite-errors.ts";

/** An empty SQLite file: nothing is ever in it, but whoever dies gives its locks back, which no file of ours would. */
const NAME = ".lock";

/** Held locks: node closes a database that nothing refers to any more, and with it the lock would be gone. */
const held = new Set<DatabaseSync>();

/**
 * `shared`: any number of processes work on the folder. `starting`: one of them, at a time, makes what a first start
 * makes, while others go on. `alone`: nobody else has it.
 */
export type Hold = "shared" | "starting" | "alone";

/** What SQLite calls them: a shared, a reserved and an exclusive lock. */
const BEGIN: Readonly<Record<Hold, string>> = {
  // A transaction that has read holds a shared lock until it ends.
  shared: "begin; select count(*) from sqlite_schema",
  starting: "begin immediate",
  alone: "begin exclusive",
};

/** Gives a lock back. */
export type Release = () => void;

/** Whether a folder was ever locked: whoever works on it has begun with that. */
export const wasLocked = (folder: string): boolean => existsSync(join(folder, NAME));

/**
 * Locks a folder for as long as this process lives, or until the lock is given back.
 *
 * @param patience how long others are waited for, in milliseconds
 * @returns null where others are in the way until then
 */
export function lockFolder(folder: string, how: Hold, patience = 0): Release | null {
  const sqlite = new DatabaseSync(join(folder, NAME), { timeout: patience });
  try {
    sqlite.exec(BEGIN[how]);
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
