import type { CompiledQuery } from "kysely";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";

/** One press of a form's button: who pressed it, and the id that the form gave it. */
export interface SubmissionId {
  readonly account: string;
  /** UUID. */
  readonly id: string;
}

/** The answers to submissions. An id means nothing to anybody but the account that made it up. */
export function submissionAnswers(database: Database) {
  return {
    /** Finds the answer, as JSON; null: nothing was recorded under this id. */
    async findAnswer({ account, id }: SubmissionId): Promise<string | null> {
      const [row] = await database.query(
        NO_TAGS,
        sqlite
          .selectFrom("submission")
          .select("answer")
          .where("account", "=", account)
          .where("id", "=", id)
          .compile(),
      );
      return row?.answer ?? null;
    },

    /** Deletes answers recorded before a time (ISO 8601, UTC). */
    async deleteBefore(at: string): Promise<void> {
      await database.atomic([sqlite.deleteFrom("submission").where("at", "<", at).compile()]);
    },
  };
}

/**
 * The statement that records the answer to a submission, in the batch that carries it out. It breaks the key
 * (ConstraintError) when the submission was recorded before.
 */
export const insertSubmission = (
  { account, id }: SubmissionId,
  answer: string,
  at: string,
): CompiledQuery<unknown> => sqlite.insertInto("submission").values({ account, id, answer, at }).compile();
