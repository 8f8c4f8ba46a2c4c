import type { CompiledQuery, RawBuilder } from "kysely";
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from "kysely";
import type { Schema } from "./schema.ts";
import type { Versions } from "./versions.ts";

/**
 * The database port: the only form of access that SQLite in the process and D1 both have. There are no interactive
 * transactions; a write is one atomic batch whose preconditions stand in its SQL (docs/decisions/001).
 */
export interface Database {
  /** Runs one reading statement. Throws Unavailable where the database cannot be read. */
  query<Row>(statement: CompiledQuery<Row>): Promise<Row[]>;
  /**
   * Runs the statements in order, all or none, and answers the rows that each returned. A broken constraint throws
   * ConstraintError and leaves everything as it was; so does a full disk (StorageFull), and another writer who does not
   * make way (Unavailable).
   */
  atomic(statements: readonly CompiledQuery<unknown>[]): Promise<Record<string, unknown>[][]>;
  /**
   * The versions of what answers are made from. Cheap: asked for with every request, and another process's write is in
   * them with the next. Null while they cannot be read: then nothing that was kept passes for current.
   */
  versions(): Promise<Versions | null>;
  /** Throws what a write would fail with now; changes nothing and waits for nobody long. */
  ready(): Promise<void>;
  /** Who reads just now, where readers may see different states, as sessions of D1 do. Absent: all see one. */
  reader?(): object;
}

/** A unique index or a check refused a write. `constraint` is what the engine names: "completion.challenge, completion.identity". */
export class ConstraintError extends Error {
  override readonly name = "ConstraintError";
  readonly constraint: string;
  constructor(constraint: string, options?: ErrorOptions) {
    super(`constraint failed: ${constraint}`, options);
    this.constraint = constraint;
  }
}

/** What ConstraintError names when something else still refers to a row: the engines do not say what. */
export const FOREIGN_KEY = "FOREIGN KEY";

/** Both engines say "… constraint failed: WHAT"; null if the message is about something else. */
export function constraintIn(message: string): string | null {
  if (/foreign key constraint failed/i.test(message)) return FOREIGN_KEY;
  return /constraint failed: ([^\n]+?)(?:: SQLITE_\w+.*)?$/i.exec(message)?.[1] ?? null;
}

/** Composes typed SQL and never runs it: `compile()` gives the statement for the port. */
export const sqlite = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Selects that D1 takes in one compound select. */
const MOST_IN_COMPOUND = 5;

/** All rows of any number of selects, as one select: where they are more than D1 takes beside one another, some stand within others. */
export function unionAll<Row>(selects: readonly RawBuilder<Row>[]): RawBuilder<Row> {
  if (selects.length <= MOST_IN_COMPOUND) return sql`${sql.join(selects, sql` union all `)}`;
  const groups = Array.from({ length: Math.ceil(selects.length / MOST_IN_COMPOUND) }, (_, at) =>
    selects.slice(at * MOST_IN_COMPOUND, (at + 1) * MOST_IN_COMPOUND),
  );
  return unionAll(groups.map((group) => sql<Row>`select * from (${unionAll(group)})`));
}
