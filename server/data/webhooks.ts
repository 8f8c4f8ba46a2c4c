import { type Database, sqlite } from "./database.ts";

/** How far a receiver has got. */
export interface WebhookPosition {
  /** The number of the last change it was told of, or that is none of its business. */
  readonly seq: number;
  /** Failures since the last success. */
  readonly attempts: number;
  /** Not before then, ISO 8601; null: at once. */
  readonly nextAt: string | null;
}

/** How far each receiver has got in the log. */
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
     * Takes a receiver for oneself until then (ISO 8601), so that of several who tell at once one does. Answers where it is;
     * null: somebody else has it.
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

    /** @param leasedUntil for how long it stays one's own, ISO 8601; null: it is given back */
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
