import { constants, DatabaseSync } from "node:sqlite";
import { MOST_ROWS } from "../../../app/features/import/csv.server.ts";
import {
  type OldRow,
  type OldTable,
  type OldValue,
  oldTable,
} from "../../../app/features/import/tables.server.ts";
import { BadDump } from "./statements.ts";

/** The longest value, in bytes. Notes have 10,000 characters. */
const LONGEST_VALUE = 4 * 1024 * 1024;

/** What a dump may do in the scratch database: create tables and fill them with its own values. */
const ALLOWED = new Set([
  ...[
    constants.SQLITE_CREATE_TABLE,
    constants.SQLITE_INSERT,
    constants.SQLITE_UPDATE,
    constants.SQLITE_SELECT,
  ],
  ...[constants.SQLITE_READ, constants.SQLITE_CREATE_INDEX, constants.SQLITE_REINDEX],
]);

/** Functions by which dumps write texts with characters that no quoted string can hold. */
const FUNCTIONS = new Set(["replace", "char", "unistr"]);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** SQLite's message, as of a dump that cannot be read. */
const badDump = (error: unknown): BadDump =>
  new BadDump(error instanceof Error ? error.message : String(error));

/** A separate database in which statements of others are run, and from which their rows are read. */
export class Scratch {
  readonly #sqlite: DatabaseSync;
  readonly #made = new Set<string>();

  constructor() {
    this.#sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
    this.#sqlite.exec(
      "pragma trusted_schema = off; pragma cell_size_check = on; pragma ignore_check_constraints = on",
    );
    this.#sqlite.limits.length = LONGEST_VALUE + 64 * 1024 * 1024;
    this.#sqlite.limits.attach = 0;
    this.#sqlite.limits.exprDepth = 50;
    this.#sqlite.limits.triggerDepth = 1;
  }

  /**
   * Runs a statement of a dump that fills a table, or one that `makes` a table. Throws BadDump with SQLite's message.
   */
  run(sql: string, makes = false): void {
    this.#sqlite.setAuthorizer((action, first, second) => {
      if (action === constants.SQLITE_FUNCTION)
        return FUNCTIONS.has(second ?? "") ? constants.SQLITE_OK : constants.SQLITE_DENY;
      // Existing rows cannot be read, so no statement grows by what others put in. Creating a table reads its key's
      // columns.
      if (action === constants.SQLITE_READ && !makes && !first?.startsWith("sqlite_"))
        return constants.SQLITE_DENY;
      return ALLOWED.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY;
    });
    try {
      this.#sqlite.exec(sql);
    } catch (error) {
      throw badDump(error);
    } finally {
      this.#sqlite.setAuthorizer(null);
    }
  }

  /** Runs the dump's own statement that creates a table. */
  create(table: OldTable, sql: string): void {
    if (this.#made.has(table.name)) return;
    this.run(sql, true);
    this.#made.add(table.name);
  }

  /** Creates a table as the community's index has it, unless the dump did. */
  provide(table: OldTable): void {
    if (this.#made.has(table.name)) return;
    this.#sqlite.exec(`create table ${quoted(table.name)} (${table.columns.map(quoted).join()})`);
    this.#made.add(table.name);
  }

  /**
   * Adds rows that came as JSON. Columns that the table does not have are dropped; those that a row lacks are null.
   * Throws BadDump with SQLite's message, such as for a table that a statement of the dump made without these columns.
   */
  add(table: OldTable, rows: readonly Readonly<Record<string, OldValue>>[]): void {
    this.provide(table);
    try {
      const insert = this.#sqlite.prepare(
        `insert into ${quoted(table.name)} (${table.columns.map(quoted).join()}) values (${table.columns.map(() => "?").join()})`,
      );
      this.transaction(() => {
        for (const row of rows) insert.run(...table.columns.map((column) => row[column] ?? null));
      });
    } catch (error) {
      throw badDump(error);
    }
  }

  transaction(work: () => void): void {
    this.#sqlite.exec("begin");
    try {
      work();
    } finally {
      this.#sqlite.exec("commit");
    }
  }

  begin = (): void => this.#sqlite.exec("begin");
  commit = (): void => this.#sqlite.exec("commit");

  /** Returns the rows of all tables, in the order in which they came. */
  read(): Map<string, OldRow[]> {
    return readTables(this.#sqlite, [...this.#made]);
  }

  close(): void {
    this.#sqlite.close();
  }
}

/** Returns the rows of these tables of a database, ordered by rowid. Throws BadDump for more than an index has. */
export function readTables(sqlite: DatabaseSync, names: readonly string[]): Map<string, OldRow[]> {
  const found = new Map<string, OldRow[]>();
  for (const name of names) {
    const table = oldTable(name);
    if (!table) continue;
    const has = sqlite
      .prepare("select name from pragma_table_info(?)")
      .all(name)
      .map((each) => String(each.name));
    const columns = table.columns.filter((column) => has.includes(column));
    const missing = table.columns.filter((column) => !has.includes(column));
    if (columns.length === 0)
      throw new BadDump(`the table ${name} has none of the columns ${missing.join(", ")}`);
    found.set(table.name, readRows(sqlite, table, name, columns));
  }
  return found;
}

function readRows(sqlite: DatabaseSync, table: OldTable, name: string, columns: readonly string[]): OldRow[] {
  const statement = selectIn(sqlite, name, columns);
  statement.setReadBigInts(true);
  const rows: OldRow[] = [];
  for (const row of statement.iterate()) {
    if (rows.length >= MOST_ROWS) throw new BadDump(`the table ${name} has more than ${MOST_ROWS} rows`);
    const values = Object.fromEntries(columns.map((column) => [column, toOldValue(row[column], name)]));
    const number = typeof row["#"] === "bigint" ? Number(row["#"]) : rows.length + 1;
    rows.push({ table: table.name, row: number, values });
  }
  return rows;
}

/** Selects in the order of insertion if there is one: a table without rowids is read in the order of its key. */
function selectIn(sqlite: DatabaseSync, name: string, columns: readonly string[]) {
  const list = columns.map(quoted).join();
  try {
    return sqlite.prepare(`select rowid as "#", ${list} from ${quoted(name)} order by rowid`);
  } catch {
    return sqlite.prepare(`select null as "#", ${list} from ${quoted(name)}`);
  }
}

/**
 * Converts a value to text or number. Bytes are text that was written as a blob; whole numbers beyond 2^53 stay as
 * text.
 */
function toOldValue(value: unknown, table: string): OldValue {
  if (value instanceof Uint8Array) return checked(Buffer.from(value).toString("utf8"), table);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "string") return checked(value, table);
  return typeof value === "number" ? value : null;
}

function checked(text: string, table: string): string {
  if (text.length > LONGEST_VALUE)
    throw new BadDump(`a value in the table ${table} has more than ${LONGEST_VALUE} characters`);
  return text;
}
