import { sql } from "kysely";
import { insertChangeOf, type LogEntry } from "../../../server/db/changes.ts";
import { type Database, firstOf, statement } from "../../../server/db/database.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";

/** Whether codes of old completions are asked for, as the log keeps it. */
export interface BackfillState {
  readonly is_on: 0 | 1;
}

export const CODE_BACKFILL = "code-backfill";
/** The version of its shape in the log. */
export const BACKFILL_SHAPE = 1;

/** The write that switches it. It fails where that is done already. */
export const switchBackfill = ({ is_on }: BackfillState, entry: LogEntry) => [
  insertChangeOf(
    {
      ...entry,
      noun: CODE_BACKFILL,
      shape: BACKFILL_SHAPE,
      before: { is_on: 1 - is_on },
      after: { is_on },
    },
    sql`(select id from code_backfill where is_on <> ${is_on})`,
  ),
  statement`update code_backfill set is_on = ${is_on}, stop_reason = null`,
];

export const backfillReads = (database: Database) => ({
  /** Whether it is on, and why the server could not be asked the last time; null: it could. */
  async find(): Promise<{ readonly isOn: boolean; readonly stopReason: string | null }> {
    const row = await firstOf(
      database,
      NO_TAGS,
      statement<{ is_on: number; stop_reason: string | null }>`select is_on, stop_reason from code_backfill`,
    );
    return { isOn: row?.is_on === 1, stopReason: row?.stop_reason ?? null };
  },

  /** Records why the server could not be asked; null: it could. */
  async saveStop(why: string | null): Promise<void> {
    await database.atomic([
      statement`update code_backfill set stop_reason = ${why} where stop_reason is not ${why}`,
    ]);
  },
});
