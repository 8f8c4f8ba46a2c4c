import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Counters } from "../../server/counters.ts";
import { attemptSweep, countersInDatabase } from "../../server/db/attempts.ts";
import type { Job } from "../../server/jobs/job.ts";
import { type NodeDatabase, openSqlite } from "./sqlite.ts";
import { isDamage, isFull } from "./sqlite-file.ts";

const NAME = "counters.sqlite";

/** Counters that all processes of a data folder share, and the job that goes with them. */
export interface SharedCounters {
  readonly counters: Counters;
  readonly job: Job;
  close(): void;
}

/**
 * Opens the counters of a data folder in a file of their own: a count waits neither for a disk nor for a write to the
 * index, and makes no cached answer stale. `index` is the database of the index, which defines the table. A damaged file
 * is replaced by an empty one: it holds nothing worth keeping.
 */
export function openCounters(dataDir: string, index: DatabaseSync, now: () => Date): SharedCounters {
  const file = join(resolve(dataDir), NAME);
  const database = opened(file, index);
  const sweep = attemptSweep(database, now);
  return {
    counters: countersInDatabase(database, () => now().getTime()),
    job: {
      ...sweep,
      async run(signal) {
        await sweep.run(signal);
        await database.vacuum();
      },
    },
    close: database.close,
  };
}

function opened(file: string, index: DatabaseSync): NodeDatabase {
  try {
    return openWithTable(file, index);
  } catch (error) {
    // Nothing can be written then that would have to be counted.
    if (isFull(error)) return openWithTable(":memory:", index);
    if (!isDamage(error)) throw error;
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    return openWithTable(file, index);
  }
}

function openWithTable(file: string, index: DatabaseSync): NodeDatabase {
  const database = openSqlite(file, { isSynced: false });
  try {
    const expected = tableIn(index);
    if (expected.join() !== tableIn(database.sqlite).join())
      database.sqlite.exec(`begin immediate; drop table if exists attempt; ${expected.join(";")}; commit`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The statements that create the table of counts and its index. */
function tableIn(sqlite: DatabaseSync): string[] {
  const made =
    "select sql from sqlite_schema where tbl_name = 'attempt' and sql is not null order by type desc";
  return sqlite
    .prepare(made)
    .all()
    .map(({ sql }) => String(sql));
}
