import type { CompiledQuery } from "kysely";
import { ConstraintError, constraintIn, type Database } from "../../server/data/database.ts";
import { keyOf } from "../../server/data/memo.ts";
import {
  highestStatement,
  type SourceRow,
  versionsOf,
  versionsStatement,
} from "../../server/data/versions.ts";

/** What whoever opened a database hears of it. */
export interface Listener {
  /** D1 was called once, with that many statements, and read and wrote that many rows for them. */
  called?(statements: number, rows: number, written: number): void;
  /** A batch was written; what the sources are then. Waited for before the writer hears of it. */
  wrote?(sources: readonly SourceRow[]): Promise<void>;
}

export type Row = Record<string, unknown>;

/** What a call came to. */
export interface Called {
  /** The rows of each statement. */
  readonly rows: readonly Row[][];
  /** How many the database read for all of them. */
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

/**
 * One call to D1: the statements in order, all or none. `isReading`: none of them writes, so that it does no harm to send
 * them twice.
 */
export type Call = (statements: readonly CompiledQuery<unknown>[], isReading: boolean) => Promise<Called>;

/** A statement that waits to be sent with others, for all who asked it. */
interface Waiting {
  readonly statement: CompiledQuery<unknown>;
  done(rows: Row[]): void;
  fail(error: unknown): void;
  readonly answer: Promise<Row[]>;
}

/** Statements of one call: D1 takes any number, in a time that all of them together are held to. */
const AT_ONCE = 25;

/**
 * The port on D1, however it is called. A batch is a transaction there; `versions` is a query of a few rows. A call goes to
 * another machine: reads that are asked for at once go together, in as few calls as they fit into, and the same read once.
 */
export function databaseOn(call: Call, { called, wrote }: Listener = {}): Database {
  const batch = async (
    statements: readonly CompiledQuery<unknown>[],
    isReading: boolean,
  ): Promise<Row[][]> => {
    const { rows, rowsRead, rowsWritten } = await call(statements, isReading);
    called?.(rows.length, rowsRead, rowsWritten);
    return [...rows];
  };

  let waiting = new Map<string, Waiting>();
  function flush(): void {
    const all = Array.from(waiting.values());
    waiting = new Map();
    for (let at = 0; at < all.length; at += AT_ONCE) void send(all.slice(at, at + AT_ONCE));
  }
  async function send(some: readonly Waiting[]): Promise<void> {
    try {
      const answers = await batch(
        some.map(({ statement }) => statement),
        true,
      );
      for (const [at, { done }] of some.entries()) done(answers[at] ?? []);
    } catch (error) {
      // One of them failed, and with it all: each is to hear what is wrong with its own.
      if (some.length === 1) some[0]?.fail(error);
      else for (const one of some) await send([one]);
    }
  }
  async function query<Found>(statement: CompiledQuery<Found>): Promise<Found[]> {
    // After whatever is ready to ask now.
    if (waiting.size === 0) setTimeout(flush, 0);
    const key = keyOf(statement);
    const known = waiting.get(key);
    if (known) return [...(await known.answer)] as Found[];
    const { promise: answer, resolve: done, reject: fail } = Promise.withResolvers<Row[]>();
    waiting.set(key, { statement, done, fail, answer });
    return (await answer) as Found[];
  }
  return {
    query,
    async atomic(statements) {
      try {
        if (!wrote) return await batch(statements, false);
        const answers = await batch([...statements, versionsStatement()], false);
        await wrote((answers.pop() ?? []) as unknown as SourceRow[]);
        return answers;
      } catch (error) {
        const constraint = error instanceof Error ? constraintIn(error.message) : null;
        throw constraint === null ? error : new ConstraintError(constraint, { cause: error });
      }
    },
    async ready() {
      await call([highestStatement()], true);
    },
    versions: async () => versionsOf(await query(versionsStatement())),
  };
}
