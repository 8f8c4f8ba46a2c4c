import type { D1Database, D1DatabaseSession } from "@cloudflare/workers-types";
import type { Database } from "../../server/db/database.ts";
import { databaseOn, type Listener, type Row } from "../shared/d1/database.ts";

/** Opens the port on a bound D1 database, or on a session of it. */
export function openD1(d1: D1Database | D1DatabaseSession, listener: Listener = {}): Database {
  return databaseOn(async (statements) => {
    const results = await d1.batch<Row>(
      statements.map(({ sql, parameters }) => d1.prepare(sql).bind(...parameters)),
    );
    return {
      rows: results.map((result) => result.results),
      rowsRead: results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0),
      rowsWritten: results.reduce((sum, { meta }) => sum + (meta.rows_written ?? 0), 0),
    };
  }, listener);
}
