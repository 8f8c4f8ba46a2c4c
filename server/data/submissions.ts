import type { CompiledQuery } from "kysely";
import { type Database, sqlite } from "./database.ts";

/** A press of a form's button: whose, and the id that the form gave it. */
export interface SubmissionId {
  readonly account: string;
  /** UUID. */
  readonly id: string;
}

/** What submissions came to. An id means nothing to anybody but the account that made it up. */
export function submissionAnswers(database: Database) {
  return {
    /** The answer as JSON; null: nothing was recorded under this id. */
    async findAnswer({ account, id }: SubmissionId): Promise<string | null> {
      const [row] = await database.query(
        sqlite
          .selectFrom("submission")
          .select("answer")
          .where("account", "=", account)
          .where("id", "=", id)
          .compile(),
      );
      return row?.answer ?? null;
    },

    /** Deletes what was recorded before then; ISO 8601, UTC. */
    async deleteBefore(at: string): Promise<void> {
      await database.atomic([sqlite.deleteFrom("submission").where("at", "<", at).compile()]);
    },
  };
}

/** Notes what a submission comes to, in the batch that records it. One that was recorded breaks the key: ConstraintError. */
export const insertSubmission = (
  { account, id }: SubmissionId,
  answer: string,
  at: string,
): CompiledQuery<unknown> => sqlite.insertInto("submission").values({ account, id, answer, at }).compile();
