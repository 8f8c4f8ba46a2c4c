import { type CompiledQuery, sql } from "kysely";
import { SYSTEM } from "./changes.ts";
import { type Database, sqlite } from "./database.ts";
import { PRIVATE } from "./tags.ts";

/** The noun of entries about the log itself, as a whole. */
const LOG_NOUN = "log";
const WHOLE = "all";

/**
 * The statement that records that the log was put back to where it is now. Later entries are numbered from the clock,
 * in milliseconds, above every lost entry's number: that tells apart readers who had followed lost entries.
 */
export function insertLogBreak(at: Date): CompiledQuery<unknown> {
  return sql`insert into change (seq, at, actor, action, noun, noun_id, before)
    select max(last + 1, ${at.getTime()}), ${at.toISOString()}, ${SYSTEM}, 'restore', ${LOG_NOUN}, ${WHOLE},
      json_object('last', last)
    from (select coalesce(max(seq), 0) as last from change)`.compile(sqlite);
}

/** The statement that says, in one row, whether a log that was followed up to this number is this log. */
export const ofThisLogStatement = (seq: number): CompiledQuery<{ isOfLog: number }> =>
  sql<{ isOfLog: number }>`select coalesce((select max(seq) from change), 0) >= ${seq} and not exists (
      select 1 from change
      where noun = ${LOG_NOUN} and noun_id = ${WHOLE} and seq > ${seq} and before ->> '$.last' < ${seq}
    ) as "isOfLog"`.compile(sqlite);

/**
 * Whether a reader who followed a log up to this number followed this log: the log has come that far, and the number is
 * not one that was lost when the log was put back.
 */
export async function isOfThisLog(database: Database, seq: number): Promise<boolean> {
  const [found] = await database.query(PRIVATE, ofThisLogStatement(seq));
  return found?.isOfLog === 1;
}
