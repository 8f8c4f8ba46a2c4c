import { insertSubmission } from "../data/submissions.ts";
import { BadForm } from "../errors.ts";
import type { WriteContext } from "../write-context.ts";
import type { Recorded } from "./writes.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id of a form's submission; null where it has none, as programs of today. Throws BadForm. */
export function submissionIdIn(text: string): string | null {
  if (text === "") return null;
  if (!UUID.test(text)) throw new BadForm("not-a-uuid", { subject: { field: "submission-id" } });
  return text.toLowerCase();
}

/**
 * Records a submission once, however often it is sent: whoever got no answer, or pressed again after a sign-in, gets the
 * answer of the first time. What was refused is not remembered: sent again, it is judged again.
 */
export async function once(
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
    // The same submission may have come in a second time meanwhile, and what it recorded be in the way of this one.
    const meanwhile = await answered();
    if (meanwhile === null) throw error;
    return meanwhile;
  }
}

/** What a write's batch holds besides, so that the submission is answered alike from then on. */
export const remember = (id: string | null, recorded: NonNullable<Recorded>, { user, now }: WriteContext) =>
  id === null
    ? []
    : [insertSubmission({ account: user.id, id }, JSON.stringify(recorded), now.toISOString())];
