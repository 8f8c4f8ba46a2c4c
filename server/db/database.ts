import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Schema } from "./schema.ts";
import type { Tag } from "./tags.ts";

/**
 * When tags last moved, as of one moment: a tag that moves gets a number above all others. What was made when the
 * highest number was N is current while none of its tags has a higher one.
 */
export interface Versions {
  /** Returns the highest number of these tags; null: of all. `day` has none: whoever asks looks at the date. */
  of(tags: readonly Tag[] | null): number;
}

/**
 * The database port: the only form of access that in-process SQLite and D1 have in common. There are no interactive
 * transactions; a write is one atomic batch whose preconditions are part of its SQL (docs/decisions/001).
 */
export interface Database {
  /**
   * Runs one statement that only reads. `tags` say what it reads: whatever is being made from it is good until one of
   * them moves (`collectTags`). Throws Unavailable when the database cannot be read.
   */
  query<Row>(tags: readonly Tag[], statement: CompiledQuery<Row>): Promise<Row[]>;
  /**
   * Runs the statements in order, all or none, and returns the rows of each. Throws ConstraintError when a constraint
   * is broken, StorageFull when the disk is full, and Unavailable when another writer does not make way; then nothing
   * changes.
   */
  atomic(statements: readonly CompiledQuery<unknown>[]): Promise<Record<string, unknown>[][]>;
  /**
   * When tags last moved. Cheap: read for every request, and another process's write shows at the next one. Null while
   * that cannot be read: then no cached answer passes for current.
   */
  versions(): Promise<Versions | null>;
  /** Throws the error that a write would fail with now. Changes nothing, and does not wait long. */
  ready(): Promise<void>;
  /**
   * Overwrites what was deleted and is still in the engine's files. False: somebody reads it just now. Absent: there are
   * no such files.
   */
  overwriteDeleted?(): Promise<boolean>;
  /** Identifies the reader where readers may see different states, as sessions of D1 do. Absent: all see the same. */
  reader?(): object;
}

/**
 * A unique index or a check refused a write. `constraint` is what the engine names, such as "completion.challenge,
 * completion.identity".
 */
export class ConstraintError extends Error {
  override readonly name = "ConstraintError";
  readonly constraint: string;
  constructor(constraint: string, options?: ErrorOptions) {
    super(`constraint failed: ${constraint}`, options);
    this.constraint = constraint;
  }
}

/** What ConstraintError names when other rows still refer to a row: the engines do not say which constraint it was. */
export const FOREIGN_KEY = "FOREIGN KEY";

/**
 * Returns the constraint named in an engine's message ("… constraint failed: WHAT"); null: it is about something else.
 */
export function constraintIn(message: string): string | null {
  if (/foreign key constraint failed/i.test(message)) return FOREIGN_KEY;
  return /constraint failed: ([^\n]+?)(?:: SQLITE_\w+.*)?$/i.exec(message)?.[1] ?? null;
}

type Reading = Pick<Database, "query">;

/** Returns the first row that a statement reads; null if there is none. */
export const firstOf = async <Row>(
  database: Reading,
  tags: readonly Tag[],
  statement: CompiledQuery<Row>,
): Promise<Row | null> => (await database.query(tags, statement))[0] ?? null;

/** Returns the value that a statement with one column reads first; null if there is none. */
export const firstValue = async <Row extends object>(
  database: Reading,
  tags: readonly Tag[],
  statement: CompiledQuery<Row>,
): Promise<Row[keyof Row] | null> => {
  const [row] = await database.query(tags, statement);
  return row ? (Object.values(row)[0] as Row[keyof Row]) : null;
};

/** Runs a batch, and returns whether its first statement wrote a row. */
export const wroteAny = async (
  database: Database,
  statements: readonly CompiledQuery<unknown>[],
): Promise<boolean> => ((await database.atomic(statements))[0]?.length ?? 0) > 0;

/** Returns the key by which a statement with its values is known. */
export const keyOf = ({ sql, parameters }: CompiledQuery<unknown>): string =>
  `${sql}\n${JSON.stringify(parameters)}`;

/** Builds typed SQL and never runs it: `compile()` returns the statement for the port. */
export const sqlite = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Most selects that D1 accepts in one compound select. */
const MOST_IN_COMPOUND = 5;

/** Returns one select with all rows of any number of selects. Where there are more than D1 accepts, they are nested. */
export function unionAll<Row>(selects: readonly RawBuilder<Row>[]): RawBuilder<Row> {
  if (selects.length <= MOST_IN_COMPOUND) return sql`${sql.join(selects, sql` union all `)}`;
  const groups = Array.from({ length: Math.ceil(selects.length / MOST_IN_COMPOUND) }, (_, at) =>
    selects.slice(at * MOST_IN_COMPOUND, (at + 1) * MOST_IN_COMPOUND),
  );
  return unionAll(groups.map((group) => sql<Row>`select * from (${unionAll(group)})`));
}
