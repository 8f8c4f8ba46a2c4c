import { type Database, sqlite } from "./database.ts";

/** How far a receiver is in the log. */
export interface WebhookPosition {
  /** The number of the last change that it was told of, or that did not concern it. */
  readonly seq: number;
  /** Failures since the last success. */
  readonly attempts: number;
  /** The earliest time of the next attempt, ISO 8601; null: at once. */
  readonly nextAt: string | null;
}

/** How far each receiver is in the log. */
export function webhookPositions(database: Database) {
  return {
    async find(receiver: string): Promise<WebhookPosition | null> {
      const [row] = await database.query(
        sqlite
          .selectFrom("webhook_position")
          .select(["seq", "attempts", "next_at as nextAt"])
          .where("receiver", "=", receiver)
          .compile(),
      );
      return row ?? null;
    },

    /**
     * Leases a receiver until a time (ISO 8601), so that only one of several senders tells it. Returns its position;
     * null: somebody else holds it.
     */
    async lease(receiver: string, until: string, now: string): Promise<WebhookPosition | null> {
      const [[row] = []] = await database.atomic([
        sqlite
          .updateTable("webhook_position")
          .set({ leased_until: until })
          .where("receiver", "=", receiver)
          .where((where) => where.or([where("leased_until", "is", null), where("leased_until", "<=", now)]))
          .returning(["seq", "attempts", "next_at as nextAt"])
          .compile(),
      ]);
      return (row ?? null) as WebhookPosition | null;
    },

    /** @param leasedUntil until when the lease continues, ISO 8601; null: it is given back */
    async save(
      receiver: string,
      position: WebhookPosition,
      lastError: string | null,
      leasedUntil: string | null = null,
    ): Promise<void> {
      const values = {
        seq: position.seq,
        attempts: position.attempts,
        next_at: position.nextAt,
        last_error: lastError,
        leased_until: leasedUntil,
      };
      await database.atomic([
        sqlite
          .insertInto("webhook_position")
          .values({ receiver, ...values })
          .onConflict((conflict) => conflict.column("receiver").doUpdateSet(values))
          .compile(),
      ]);
    },
  };
}

export type WebhookPositions = ReturnType<typeof webhookPositions>;
