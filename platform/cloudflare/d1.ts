import type { D1Database, D1DatabaseSession, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";
import type { CompiledQuery } from "kysely";
import { ConstraintError, constraintIn, type Database } from "../../server/data/database.ts";
import { type SourceRow, versionsOf, versionsStatement } from "../../server/data/versions.ts";

/** What whoever opened a database hears of it. */
export interface Listener {
  /** Statements ran, and D1 read that many rows for them. */
  ran?(statements: number, rows: number): void;
  /** A batch was written; what the sources are then. Waited for before the writer hears of it. */
  wrote?(sources: readonly SourceRow[]): Promise<void>;
}

type Row = Record<string, unknown>;

/** The port on D1, or on a session of it. A batch is a transaction there; `versions` is a query of a few rows. */
export function openD1(d1: D1Database | D1DatabaseSession, { ran, wrote }: Listener = {}): Database {
  const prepare = ({ sql, parameters }: CompiledQuery<unknown>): D1PreparedStatement =>
    d1.prepare(sql).bind(...parameters);
  const count = (results: readonly D1Result<unknown>[]): void =>
    ran?.(
      results.length,
      results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0),
    );
  const query = async <Found>(statement: CompiledQuery<Found>): Promise<Found[]> => {
    const result = await prepare(statement).all<Found>();
    count([result]);
    return result.results;
  };
  const batch = async (statements: readonly CompiledQuery<unknown>[]): Promise<Row[][]> => {
    const results = await d1.batch<Row>(statements.map(prepare));
    count(results);
    return results.map((result) => result.results);
  };
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
      await d1.prepare("select 1").first();
    },
    versions: async () => versionsOf(await query(versionsStatement())),
  };
}
