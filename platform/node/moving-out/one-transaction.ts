import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { CompiledQuery } from "kysely";
import { ConstraintError, constraintIn, type Database } from "../../../server/db/database.ts";
import { loadAtOnce } from "../../../server/db/load-at-once.ts";
import type { Tag } from "../../../server/db/tags.ts";
import type { ReportProgress } from "../../../server/jobs/job.ts";
import { START_PATIENCE } from "../sqlite.ts";

/** The database within one transaction, on a connection of its own. It must be closed, committed or not. */
export interface OneTransaction {
  readonly database: Database;
  /** Keeps what was written. */
  commit(): void;
  /** Closes it, and rolls back what was not committed. */
  close(): void;
}

/**
 * Opens a transaction on the file. "read": one state of the index for as long as it takes; writers are not held up, but
 * the write-ahead log is folded into the file only afterwards. "write": everything written appears at once or never;
 * others can read meanwhile, and wait with their writes.
 */
export function oneTransaction(file: string, use: "read" | "write"): OneTransaction {
  const sqlite = new DatabaseSync(file, {
    timeout: START_PATIENCE,
    enableForeignKeyConstraints: true,
    readOnly: use === "read",
  });
  function all({ sql, parameters }: CompiledQuery<unknown>): Record<string, unknown>[] {
    const statement = sqlite.prepare(sql);
    try {
      return statement.all(...(parameters as SQLInputValue[])).map((row) => ({ ...row }));
    } catch (error) {
      const constraint = error instanceof Error ? constraintIn(error.message) : null;
      throw constraint === null ? error : new ConstraintError(constraint, { cause: error });
    }
  }
  try {
    sqlite.exec("pragma temp_store = memory; pragma cache_size = -65536");
    sqlite.exec(use === "read" ? "begin" : "begin immediate");
    // A read transaction begins with its first read.
    sqlite.prepare("select 1 from sqlite_schema limit 1").get();
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return {
    database: {
      query: async <Row>(_: readonly Tag[], statement: CompiledQuery<Row>) => all(statement) as Row[],
      atomic: async (statements) => statements.map(all),
      versions: async () => null,
      ready: async () => {},
    },
    commit: () => sqlite.exec("commit"),
    close() {
      try {
        if (sqlite.isTransaction) sqlite.exec("rollback");
      } finally {
        sqlite.close();
      }
    },
  };
}

/**
 * Loads many rows into the file as one transaction: they appear all at once or not at all. Others can read meanwhile.
 */
export async function loadInOne(
  file: string,
  load: (database: Database) => Promise<void>,
  progress?: ReportProgress,
): Promise<void> {
  const writing = oneTransaction(file, "write");
  try {
    await loadAtOnce(writing.database, () => load(writing.database), progress);
    writing.commit();
  } finally {
    writing.close();
  }
}
