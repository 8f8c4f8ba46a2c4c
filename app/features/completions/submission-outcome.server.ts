import { VERDICT_LABELS } from "../../../domain/contract/history.ts";
import type { NamedCompletion, SubmissionOutcome } from "../../../domain/contract/notices.ts";
import { headingOf, playersOf, presentRow } from "../../../domain/lists/row.ts";
import type { Deps } from "../../api/deps.server.ts";
import { changesSince } from "../../audit/stale.server.ts";
import type { ReviewProgress } from "../review/repository/messages.server.ts";
import { completionLog, valuesOfCompletion } from "./audit.server.ts";
import { completionOf, type StoredCompletion } from "./repository/stored-completion.server.ts";

/** Returns a completion by what people call it; null if the site does not have its challenge. */
export function nameOf(
  stored: StoredCompletion | undefined,
  { challenges }: Pick<Deps, "challenges">,
): NamedCompletion | null {
  const definition = stored && challenges.get(stored.challenge);
  if (!definition) return null;
  const row = presentRow(definition, completionOf(stored));
  return {
    challenge: definition.key,
    filekey: stored.id,
    heading: headingOf(definition, row),
    players: playersOf(definition, row),
  };
}

/** What a verdict itself changes. */
const OF_A_VERDICT: readonly string[] = Object.values(VERDICT_LABELS);

/** How a submission stands. */
export const reviewStateOf = ({
  state: { deleted_at, pending },
}: Pick<StoredCompletion, "state">): "rejected" | "verified" | "pending" =>
  deleted_at !== null ? "rejected" : pending === null ? "verified" : "pending";

/** Whether what was rejected could be pending again as it is. */
export const mayAppeal = (
  { state: { deleted_at, rejection, og } }: StoredCompletion,
  { isAppealed, takenBy, original }: ReviewProgress,
): boolean =>
  deleted_at !== null &&
  rejection !== null &&
  !isAppealed &&
  takenBy === null &&
  (og === 0 || original === null);

/** Finds how these submissions stand, and what came of them besides. */
export async function findSubmissionOutcome(
  submissions: readonly StoredCompletion[],
  context: Pick<Deps, "data" | "challenges">,
): Promise<ReadonlyMap<string, { readonly progress: ReviewProgress; readonly came: SubmissionOutcome }>> {
  const { data } = context;
  const found = await data.messages.findReviewProgress(submissions.map(({ id }) => id));
  const others = [...found.values()].flatMap(({ takenBy, original }) =>
    [takenBy, original].filter((each) => each !== null),
  );
  const loaded = others.length === 0 ? [] : await data.completions.findAllByIds(others);
  const named = new Map(loaded.map((each) => [each.id, each]));
  const nameFor = (id: string | null) => nameOf(named.get(id ?? ""), context);
  const pairs = submissions.map(async (stored) => {
    const { id, state, revision } = stored;
    const progress = found.get(id);
    if (!progress) return [];
    const { takenBy, original, isSentAsOg, sent } = progress;
    const isVerified = reviewStateOf(stored) === "verified";
    // Of what is not the OG, its extras are hidden, too.
    const asSent = { ...state, og: isSentAsOg ? 1 : 0 };
    const differs =
      isVerified && sent !== null && sent < revision
        ? await changesSince(completionLog, id, sent, valuesOfCompletion(asSent, id, context), context)
        : [];
    const came: SubmissionOutcome = {
      takenBy: nameFor(takenBy),
      original: nameFor(original),
      isDenied: isVerified && isSentAsOg && state.og === 0,
      changed: differs.flatMap(({ label }) => (OF_A_VERDICT.includes(label) ? [] : [label])),
    };
    return [[id, { progress, came }] as const];
  });
  return new Map((await Promise.all(pairs)).flat());
}
