import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./sqlite-errors.ts";

/** An empty SQLite file: nothing is ever in it, but whoever dies gives its locks back, which no file of ours would. */
const NAME = ".lock";

/** Held locks: node closes a database that nothing refers to any more, and with it the lock would be gone. */
const held = new Set<DatabaseSync>();

/** Gives a lock back. */
export type Release = () => void;

/**
 * Locks a folder for as long as this process lives, or until the lock is given back: any number of processes may share
 * it, or one has it alone.
 *
 * @param patience how long others are waited for, in milliseconds
 * @returns null where others are in the way until then
 */
export function lockFolder(folder: string, how: "shared" | "alone", patience = 0): Release | null {
  const sqlite = new DatabaseSync(join(folder, NAME), { timeout: patience });
  try {
    // A transaction that has read holds a shared lock until it ends.
    if (how === "shared") sqlite.exec("begin; select count(*) from sqlite_schema");
    else sqlite.exec("begin exclusive");
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
