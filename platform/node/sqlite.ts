import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { CompiledQuery } from "kysely";
import { ConstraintError, constraintIn, type Database } from "../../server/data/database.ts";

/** Prepared statements kept at a time; lists have some hundred shapes. */
const MOST_PREPARED = 500;

/** How often another process's writes (the command line's) are looked for, in milliseconds. */
const FOREIGN_WRITES_EVERY = 500;

/** The port on node:sqlite. Statements run at once, in this process, on one connection. */
export interface NodeDatabase extends Database {
  readonly sqlite: DatabaseSync;
  /** `version()` without waiting: kept in memory, and right after every write of this process. */
  currentVersion(): number;
  close(): void;
}

/** Opens the database file, or ":memory:". */
export function openSqlite(file: string): NodeDatabase {
  const sqlite = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  sqlite.exec(
    "pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -65536",
  );

  const prepared = new Map<string, StatementSync>();
  function prepare(sql: string): StatementSync {
    const known = prepared.get(sql);
    if (known) return known;
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    const statement = sqlite.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }
  // Rows come without a prototype, which not everything that gets them expects.
  const all = ({ sql, parameters }: CompiledQuery<unknown>): Record<string, unknown>[] =>
    prepare(sql)
      .all(...(parameters as SQLInputValue[]))
      .map((row) => ({ ...row }));

  let version = -1;
  const readVersion = (): number => {
    const row = hasLog(sqlite) ? prepare("select max(seq) as version from change").get() : undefined;
    return Number(row?.version ?? 0);
  };
  let foreign = sqlite.prepare("pragma data_version").get()?.data_version;
  const watch = setInterval(() => {
    const seen = sqlite.prepare("pragma data_version").get()?.data_version;
    if (seen !== foreign) version = readVersion();
    foreign = seen;
  }, FOREIGN_WRITES_EVERY);
  watch.unref();

  const currentVersion = (): number => {
    if (version < 0) version = readVersion();
    return version;
  };

  return {
    sqlite,
    currentVersion,
    version: async () => currentVersion(),
    query: async <Row>(statement: CompiledQuery<Row>) => all(statement) as Row[],
    async atomic(statements) {
      sqlite.exec("begin immediate");
      try {
        const results = statements.map(all);
        sqlite.exec("commit");
        version = readVersion();
        return results;
      } catch (error) {
        if (sqlite.isTransaction) sqlite.exec("rollback");
        const constraint = error instanceof Error ? constraintIn(error.message) : null;
        throw constraint === null ? error : new ConstraintError(constraint, { cause: error });
      }
    },
    close() {
      clearInterval(watch);
      sqlite.close();
    },
  };
}

function hasLog(sqlite: DatabaseSync): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = 'change'").get() !== undefined
  );
}
