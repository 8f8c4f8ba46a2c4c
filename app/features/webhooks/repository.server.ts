import { sql } from "kysely";
import { type Database, firstOf, sqlite, wroteAny } from "../../../server/db/database.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";

/** How far a receiver is in the log. */
export interface WebhookPosition {
  /** The number of the last change that it received, or that did not concern it. */
  readonly seq: number;
  /** Failures since the last success. */
  readonly attempts: number;
  /** The earliest time of the next attempt, ISO 8601; null: at once. */
  readonly nextAt: string | null;
  /** How many of the failures at the end, in a row, were refusals of the message itself. */
  readonly refusals: number;
  /** Why the last attempt failed. */
  readonly lastError: string | null;
}

const COLUMNS = ["seq", "attempts", "refusals", "next_at as nextAt", "last_error as lastError"] as const;

export function webhookPositions(database: Database) {
  return {
    find: (receiver: string): Promise<WebhookPosition | null> =>
      firstOf(
        database,
        NO_TAGS,
        sqlite.selectFrom("webhook_position").select(COLUMNS).where("receiver", "=", receiver).compile(),
      ),

    /** Records a new receiver, with everything up to this change delivered. One that is known stays where it is. */
    async start(receiver: string, seq: number): Promise<void> {
      await database.atomic([
        sqlite
          .insertInto("webhook_position")
          .values({ receiver, seq, attempts: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .compile(),
      ]);
    },

    /**
     * Leases a receiver until a time (ISO 8601), so that only one of several senders tells it. Returns its position;
     * null: somebody else holds it, or its wait is not over.
     *
     * @param never what was put off beyond this moment was so while the clock was ahead, and is not waited for
     */
    async lease(
      receiver: string,
      until: string,
      now: string,
      never: string,
    ): Promise<WebhookPosition | null> {
      const isOver = (column: "leased_until" | "next_at") =>
        sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${never})`;
      const [[row] = []] = await database.atomic([
        sqlite
          .updateTable("webhook_position")
          .set({ leased_until: until })
          .where("receiver", "=", receiver)
          .where(isOver("leased_until"))
          .where(isOver("next_at"))
          .returning(COLUMNS)
          .compile(),
      ]);
      return (row ?? null) as WebhookPosition | null;
    },

    /**
     * Saves the position of a receiver that is leased until `held`. Returns whether it still was: a process that leased it
     * since then leased it until later, so that time says whose the lease is.
     *
     * @param until until when the lease continues, ISO 8601; null: it is given back
     */
    save: (
      receiver: string,
      { seq, attempts, refusals, nextAt, lastError }: WebhookPosition,
      held: string,
      until: string | null,
    ): Promise<boolean> =>
      wroteAny(database, [
        sqlite
          .updateTable("webhook_position")
          .set({ seq, attempts, refusals, next_at: nextAt, last_error: lastError, leased_until: until })
          .where("receiver", "=", receiver)
          .where("leased_until", "=", held)
          .returning("receiver")
          .compile(),
      ]),
  };
}

export type WebhookPositions = ReturnType<typeof webhookPositions>;
