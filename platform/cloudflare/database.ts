import type { CompiledQuery } from "kysely";
import { ConstraintError, constraintIn, type Database, keyOf } from "../../server/db/database.ts";
import { addTags, NO_TAGS, type Tag } from "../../server/db/tags.ts";
import { highestStatement, type SourceRow, versionsOf, versionsStatement } from "../../server/db/versions.ts";

/** Callbacks to whoever opened a database. */
export interface Listener {
  /** After each call to D1: its number of statements, and the rows read and written for them. */
  called?(statements: number, rows: number, written: number): void;
  /** After each batch that was written: the sources as they are then. Awaited before the writer gets its result. */
  wrote?(sources: readonly SourceRow[]): Promise<void>;
}

export type Row = Record<string, unknown>;

/** The result of a call. */
export interface Called {
  /** The rows of each statement. */
  readonly rows: readonly Row[][];
  /** Rows the database read for all of them. */
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

/** One call to D1: the statements in order, all or none. */
export type Call = (statements: readonly CompiledQuery<unknown>[]) => Promise<Called>;

/** A statement waiting to be sent with others, for all who queried it. */
interface Waiting {
  readonly statement: CompiledQuery<unknown>;
  done(rows: Row[]): void;
  fail(error: unknown): void;
  readonly answer: Promise<Row[]>;
}

/** Statements per call. D1 takes any number, but limits the time for all of them together. */
const AT_ONCE = 25;

/**
 * The port on D1. A batch is a transaction; `versions` reads a few rows. A call goes to
 * another machine, so concurrent reads are coalesced into as few calls as possible, and identical ones are sent once.
 */
export function databaseOn(call: Call, { called, wrote }: Listener = {}): Database {
  const batch = async (statements: readonly CompiledQuery<unknown>[]): Promise<Row[][]> => {
    const { rows, rowsRead, rowsWritten } = await call(statements);
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
      const answers = await batch(some.map(({ statement }) => statement));
      for (const [at, { done }] of some.entries()) done(answers[at] ?? []);
    } catch (error) {
      // One of them failed the whole call: sent alone, each gets its own error.
      if (some.length === 1) some[0]?.fail(error);
      else for (const one of some) await send([one]);
    }
  }
  async function query<Found>(tags: readonly Tag[], statement: CompiledQuery<Found>): Promise<Found[]> {
    addTags(tags);
    // After everything that is ready to ask now.
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
        if (!wrote) return await batch(statements);
        const answers = await batch([...statements, versionsStatement()]);
        await wrote((answers.pop() ?? []) as unknown as SourceRow[]);
        return answers;
      } catch (error) {
        const constraint = error instanceof Error ? constraintIn(error.message) : null;
        throw constraint === null ? error : new ConstraintError(constraint, { cause: error });
      }
    },
    async ready() {
      await call([highestStatement()]);
    },
    versions: async () => versionsOf(await query(NO_TAGS, versionsStatement())),
  };
}
