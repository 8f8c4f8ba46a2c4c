import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Counters } from "../../server/counters.ts";
import { countersInDatabase } from "../../server/data/attempts.ts";
import { attemptSweep } from "../../server/jobs/attempt-sweep.ts";
import type { Job } from "../../server/jobs/job.ts";
import { type NodeDatabase, openSqlite } from "./sqlite.ts";
import { isDamage } from "./sqlite-errors.ts";

const NAME = "counters.sqlite";

/** Counters that all processes of a data folder share, and what is to be done beside them. */
export interface SharedCounters {
  readonly counters: Counters;
  readonly job: Job;
  close(): void;
}

/**
 * Opens what is counted on a data folder, in a file of its own: a count waits for no disk and for no write of the index,
 * and makes no kept answer look old. `index` is the database of the index, whose table it is. A damaged file is begun
 * anew: there is nothing in it to keep.
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
        await database.giveRoomBack();
      },
    },
    close: database.close,
  };
}

function opened(file: string, index: DatabaseSync): NodeDatabase {
  try {
    return openWithTable(file, index);
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    return openWithTable(file, index);
  }
}

function openWithTable(file: string, index: DatabaseSync): NodeDatabase {
  const database = openSqlite(file, { isSynced: false });
  try {
    const wanted = tableIn(index);
    if (wanted.join() !== tableIn(database.sqlite).join())
      database.sqlite.exec(`begin immediate; drop table if exists attempt; ${wanted.join(";")}; commit`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The table of counts and its index, as they are made. */
function tableIn(sqlite: DatabaseSync): string[] {
  const made =
    "select sql from sqlite_schema where tbl_name = 'attempt' and sql is not null order by type desc";
  return sqlite
    .prepare(made)
    .all()
    .map(({ sql }) => String(sql));
}
