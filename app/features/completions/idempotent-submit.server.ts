import { BadForm } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/write-context.server.ts";
import { insertSubmission } from "./repository/submissions.server.ts";
import type { Recorded } from "./submission.server.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the id of a form's submission; null if it has none, as with existing programs. Throws BadForm. */
export function submissionIdIn(text: string): string | null {
  if (text === "") return null;
  if (!UUID.test(text)) throw new BadForm("not-a-uuid", { subject: { field: "submission-id" } });
  return text.toLowerCase();
}

/**
 * Records a submission once, however often it is sent: a client that got no response, or resends it after a
 * sign-in, gets the first answer. A refusal is not remembered: the submission is judged anew.
 */
export async function recordOnce(
  id: string | null,
  { data, user }: WriteContext,
  record: () => Promise<Recorded>,
): Promise<Recorded> {
  const answered = async (): Promise<Recorded> => {
    const answer = id === null ? null : await data.submissions.findAnswer({ account: user.id, id });
    return answer === null ? null : JSON.parse(answer);
  };
  const before = await answered();
  if (before !== null) return before;
  try {
    return (await record()) ?? (await answered());
  } catch (error) {
    // The same submission may have arrived twice, and what the other recorded may be in the way of this one.
    const meanwhile = await answered();
    if (meanwhile === null) throw error;
    return meanwhile;
  }
}

/** Returns what the batch of a write stores besides, so that the submission gets the same answer from then on. */
export const storeResult = (
  id: string | null,
  recorded: NonNullable<Recorded>,
  { user, now }: WriteContext,
) =>
  id === null
    ? []
    : [insertSubmission({ account: user.id, id }, JSON.stringify(recorded), now.toISOString())];
