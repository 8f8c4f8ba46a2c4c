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
import { columnsOf, type NounFields } from "../../domain/nouns/define.ts";
import type { Schema } from "./schema.ts";
import { addTags, NO_TAGS, type Tag } from "./tags.ts";

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

/** Functions without their first argument. */
type Bound<First, Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (
    first: First,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Returns functions of a repository with their first argument given: the database, or that and what they share. */
export const bind = <
  First,
  Functions extends Readonly<Record<string, (first: First, ...rest: never[]) => unknown>>,
>(
  first: First,
  functions: Functions,
) =>
  Object.fromEntries(
    Object.entries(functions).map(([name, each]) => [name, each.bind(null, first)]),
  ) as Bound<First, Functions>;

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

/** Returns what a template writes, as sql`…` does, as a statement for the port. */
export const statement = <Row = unknown>(
  texts: TemplateStringsArray,
  ...values: readonly unknown[]
): CompiledQuery<Row> => sql<Row>(texts, ...values).compile(sqlite);

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

/** Most values that D1 binds in one statement. */
const MOST_VALUES = 100;

/** Largest JSON of rows in one statement, in characters; D1 accepts a text of 2 MB. */
export const LARGEST_TEXT = 400_000;

/** Returns rows as JSON arrays, each to be bound as one value: none is larger than D1 takes, unless one row is. */
export function inTexts(rows: readonly unknown[]): string[] {
  const texts: string[] = [];
  let together: string[] = [];
  let length = 0;
  for (const row of [...rows.map((each) => JSON.stringify(each)), null]) {
    if (together.length > 0 && (row === null || length + row.length > LARGEST_TEXT)) {
      texts.push(`[${together.join()}]`);
      [together, length] = [[], 0];
    }
    if (row === null) break;
    together.push(row);
    length += row.length;
  }
  return texts;
}

/** The queries of one turn, and their results, in the same order. */
interface Turn<Query, Result> {
  readonly queries: Query[];
  readonly results: Promise<readonly Result[]>;
}

/**
 * Batches the queries of one turn, such as all that a page needs, into one statement, or into as few as fit D1's
 * limit on bound values. `tagsOf` says what a query reads; `statementOf` gets the queries in order, and `read` finds
 * the result to each in the rows. If the statement fails, each query runs by itself, so that nobody gets the
 * error of another's query. Queries of readers who see different states are never batched together.
 */
export function batched<Query, Row, Result>(
  database: Pick<Database, "query" | "reader">,
  tagsOf: (query: Query) => readonly Tag[],
  statementOf: (queries: readonly Query[]) => CompiledQuery<Row>,
  read: (rows: readonly Row[], queries: readonly Query[]) => readonly Result[],
): (query: Query) => Promise<Result> {
  async function runAll(queries: readonly Query[]): Promise<readonly Result[]> {
    const statement = statementOf(queries);
    if (queries.length === 1 || statement.parameters.length <= MOST_VALUES)
      return read(await database.query(NO_TAGS, statement), queries);
    const middle = Math.ceil(queries.length / 2);
    return (await Promise.all([runAll(queries.slice(0, middle)), runAll(queries.slice(middle))])).flat();
  }

  const turns = new Map<object | undefined, Turn<Query, Result>>();
  function begin(reader: object | undefined): Turn<Query, Result> {
    const queries: Query[] = [];
    // Runs at the end of this turn.
    const results = Promise.resolve().then(() => {
      turns.delete(reader);
      return runAll(queries);
    });
    const turn = { queries, results };
    turns.set(reader, turn);
    return turn;
  }
  return async (each) => {
    // Each is tagged for whoever sends it: the statement is shared with others.
    addTags(tagsOf(each));
    const reader = database.reader?.();
    const { queries, results } = turns.get(reader) ?? begin(reader);
    const place = queries.push(each) - 1;
    try {
      return (await results)[place] as Result;
    } catch (error) {
      if (queries.length === 1) throw error;
      return (await runAll([each]))[0] as Result;
    }
  };
}

/** Groups rows by the query that their `at` refers to. */
export function rowsOfEach<Row extends { readonly at: number }>(
  rows: readonly Row[],
  queries: readonly unknown[],
): readonly (readonly Row[])[] {
  const found = Map.groupBy(rows, ({ at }) => at);
  return queries.map((_, at) => found.get(at) ?? []);
}

/** Selects the columns of a definition, each under its field's wire name. */
export const selectionOf = (table: string, fields: NounFields) =>
  columnsOf(fields).map(([name, column]) => sql.ref<unknown>(`${table}.${column}`).as(name));

/** Returns SQL for a JSON object of a row's values under their fields' wire names, and of the values in `more`. */
export function jsonOf(
  table: string,
  fields: NounFields,
  more: Readonly<Record<string, RawBuilder<unknown>>> = {},
): RawBuilder<string> {
  const own = columnsOf(fields).map(([name, column]) => [name, sql.ref(`${table}.${column}`)] as const);
  return sql`json_object(${sql.join([...own, ...Object.entries(more)].flatMap(([name, value]) => [sql.lit(name), value]))})`;
}
