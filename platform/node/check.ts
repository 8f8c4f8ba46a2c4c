import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { findMiscounts, type Miscount } from "../../server/db/counters.ts";
import type { NodeDatabase } from "./sqlite.ts";
import { findDamage } from "./sqlite-file.ts";

/** Returns what is wrong with the file or with its stored counts, one line each. Reads the whole file. */
export async function findWrong(file: string, database: NodeDatabase): Promise<string[]> {
  const damage = findDamage(file);
  if (damage !== null) return [`The file is damaged: ${damage}`];
  const miscounts = await findMiscounts(database);
  return miscounts.map(miscountLine);
}

/** Describes a miscount. */
export const miscountLine = ({ table, row, isStored }: Miscount): string =>
  `${table} ${isStored ? "has, though it should not," : "should have"} ${row}`;

/** A check in progress. */
export interface RunningCheck {
  /** Resolves when the file has been read, or the check was ended. */
  readonly done: Promise<unknown>;
  end(): void;
}

/**
 * Reads the whole file once in a worker thread and notes what is damaged. With a million completions this takes some
 * seconds, which neither a start nor a reader waits for.
 */
export function checkInBackground(file: string, database: Pick<NodeDatabase, "noteDamage">): RunningCheck {
  const worker = new Worker(new URL("./check-worker.ts", import.meta.url), { workerData: file });
  worker.unref();
  worker.on("message", (found: string | null) => {
    if (found !== null) database.noteDamage(found);
  });
  worker.on("error", (error) => console.error("Checking the database did not work:", error));
  return { done: once(worker, "exit"), end: () => void worker.terminate() };
}
