import { type CompiledQuery, sql } from "kysely";
import { SYSTEM } from "./changes.ts";
import { type Database, sqlite } from "./database.ts";

/** The noun under which the log speaks of itself, all of it. */
const LOG_NOUN = "log";
const WHOLE = "all";

/**
 * The statement that says that the log was put back to where it is now. What comes next is numbered by the clock, in
 * milliseconds, above all numbers that the lost entries had: those who have followed them are known by that.
 */
export function insertLogBreak(at: Date): CompiledQuery<unknown> {
  return sql`insert into change (seq, at, actor, action, noun, noun_id, before)
    select max(last + 1, ${at.getTime()}), ${at.toISOString()}, ${SYSTEM}, 'restore', ${LOG_NOUN}, ${WHOLE},
      json_object('last', last)
    from (select coalesce(max(seq), 0) as last from change)`.compile(sqlite);
}

/** Whether a log that was followed up to this number is this log, in one row. */
export const ofThisLogStatement = (seq: number): CompiledQuery<{ isOfLog: number }> =>
  sql<{ isOfLog: number }>`select coalesce((select max(seq) from change), 0) >= ${seq} and not exists (
      select 1 from change
      where noun = ${LOG_NOUN} and noun_id = ${WHOLE} and seq > ${seq} and before ->> '$.last' < ${seq}
    ) as "isOfLog"`.compile(sqlite);

/**
 * Whether whoever has followed the log up to this number has followed this log: it has come that far, and the number is none
 * of those that were lost when it was put back.
 */
export async function isOfThisLog(database: Database, seq: number): Promise<boolean> {
  const [found] = await database.query(ofThisLogStatement(seq));
  return found?.isOfLog === 1;
}
