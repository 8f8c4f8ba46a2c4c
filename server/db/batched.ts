import type { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";
import { addTags, PRIVATE, type Tag } from "./tags.ts";

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
      return read(await database.query(PRIVATE, statement), queries);
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
