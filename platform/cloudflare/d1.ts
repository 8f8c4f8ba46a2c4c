import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import type { CompiledQuery } from "kysely";
import { ConstraintError, constraintIn, type Database } from "../../server/data/database.ts";
import { type SourceRow, versionsOf, versionsStatement } from "../../server/data/versions.ts";

/** The port on D1. A batch is a transaction there; `versions` is a query of a few rows. */
export function openD1(d1: D1Database): Database {
  const prepare = ({ sql, parameters }: CompiledQuery<unknown>): D1PreparedStatement =>
    d1.prepare(sql).bind(...parameters);
  return {
    async query<Row>(statement: CompiledQuery<Row>) {
      const { results } = await prepare(statement).all<Row>();
      return results;
    },
    async atomic(statements) {
      try {
        const results = await d1.batch<Record<string, unknown>>(statements.map(prepare));
        return results.map((result) => result.results);
      } catch (error) {
        const constraint = error instanceof Error ? constraintIn(error.message) : null;
        throw constraint === null ? error : new ConstraintError(constraint, { cause: error });
      }
    },
    async ready() {
      await d1.prepare("select 1").first();
    },
    async versions() {
      const { results } = await prepare(versionsStatement()).all<SourceRow>();
      return versionsOf(results);
    },
  };
}
