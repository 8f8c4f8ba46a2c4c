import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { MOST_CLAIMS } from "../../../domain/limits.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { BadForm, Conflict } from "../../../server/errors.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { WriteContext } from "../../api/router.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import { isLimited } from "./repository/claims.server.ts";
import type { Event } from "./repository/effects.server.ts";
import {
  type CompletionState,
  GUARD,
  OG_TAKEN,
  OWN,
  OWN_OG,
  TAKEN,
} from "./repository/stored-completion.server.ts";
import { insertSubmission } from "./repository/submissions.server.ts";

/** The outcome of a write: done, or refused because the combination or the original is taken. */
export type SaveOutcome = "done" | "taken" | "original-taken";

/** A completion as a write leaves it, and as it was. */
export interface SavedCompletion {
  readonly id: string;
  readonly before: CompletionState | null;
  readonly state: CompletionState;
}

/** Finds out why a write was refused, whichever constraint the engine reported first. Throws Conflict, Stale. */
async function refusalOf(
  constraint: string,
  { id, before, state }: SavedCompletion,
  definition: ChallengeDefinition,
  { data, user }: WriteContext,
): Promise<SaveOutcome> {
  // A helper who edits somebody's claim gets that member's claims, not their own.
  const isOthers = state.pending !== null && state.pending !== user.id;
  const { label: challenge } = definition;
  const { isTaken, isClaimed, isRepeated, isOriginalTaken, hasTooMany } =
    await data.completions.findObstacles(state, id);
  // Both may be taken; that the completion already exists is the more useful answer.
  if (isTaken) return "taken";
  if (isClaimed || isRepeated || constraint === OWN) {
    if (isOthers) throw new Conflict("member-claims-it", { challenge });
    return "taken";
  }
  if (constraint === OWN_OG)
    throw new Conflict(isOthers ? "member-claims-original" : "original-claimed", { challenge });
  if (isOriginalTaken || constraint === OG_TAKEN) return "original-taken";
  if (hasTooMany && isLimited(before, state, user.id))
    throw new Conflict("too-many-claims", { most: MOST_CLAIMS });
  throw new Stale([], "completion");
}

/** Whether a map that the index listed has been deleted. A map that it never listed does not count. */
export async function isMapGone(id: number, { data }: Pick<WriteContext, "data">): Promise<boolean> {
  const map = await data.maps.findById(id);
  return map !== null && !map.isListed && map.state.difficulty !== null;
}

/** Thrown where a completion would be verified that names a tower or hero which nobody has listed yet. */
export class NotListed extends Conflict {
  constructor(name: string) {
    super("tower-not-listed", { name });
  }
}

/** Returns a name of a tower or hero in a completion that the catalogue does not have; null: all are known. */
const unknownName = ({ towers }: Pick<CompletionState, "towers">, catalogue: Catalogue): string | null =>
  (JSON.parse(towers) as string[]).find((name) => catalogue.find(name)?.name !== name) ?? null;

/**
 * Returns the name in each of these completions that was submitted although nobody had listed it, and still is not: they
 * cannot be verified. Imported ones may have names that nobody knows, and completions those of towers that were deleted.
 */
export async function unlistedNames(
  states: readonly { readonly id: string; readonly state: Pick<CompletionState, "towers"> }[],
  { data, catalogue }: Pick<WriteContext, "data" | "catalogue">,
): Promise<ReadonlyMap<string, string>> {
  const unknown = states.flatMap(({ id, state }) => {
    const name = unknownName(state, catalogue);
    return name === null ? [] : [[id, name] as const];
  });
  const sent = await data.completions.findSentUnlisted(unknown.map(([id]) => id));
  return new Map(unknown.filter(([id]) => sent.has(id)));
}

/** Throws NotListed where an event is a verdict on what names a tower or hero that nobody has listed yet. */
async function checkListed(events: readonly Event[], context: WriteContext): Promise<void> {
  const verified = events.flatMap((event) => {
    const isVerdict =
      event.kind === "completion" && event.after.pending === null && event.before?.pending != null;
    return isVerdict && event.after.deleted_at === null ? [{ id: event.id, state: event.after }] : [];
  });
  const [name] = (await unlistedNames(verified, context)).values();
  if (name !== undefined) throw new NotListed(name);
}

/** Runs the write of a completion; `written` is null for a write of several. Throws Conflict, Stale. */
export async function write(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  definition: ChallengeDefinition,
  written: SavedCompletion | null,
  context: WriteContext,
): Promise<SaveOutcome> {
  await checkListed(
    statements.flatMap((part) => ("events" in part ? part.events : [])),
    context,
  );
  try {
    await context.data.write(statements);
    return "done";
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    const { constraint } = error;
    if (constraint === TAKEN) return "taken";
    if (![GUARD, OG_TAKEN, OWN, OWN_OG].includes(constraint)) throw error;
    if (written) return refusalOf(constraint, written, definition, context);
    if (constraint === OG_TAKEN) return "original-taken";
    throw new Stale([], "completion");
  }
}

/** Whether the write was done; false if the combination is taken. Throws Conflict if the original is. */
export function isDone(outcome: SaveOutcome, definition: ChallengeDefinition): boolean {
  if (outcome === "original-taken") throw new Conflict("original-exists", { challenge: definition.label });
  return outcome === "done";
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The outcome of a submission: recorded under this filekey, or null if the combination already exists. */
export type Recorded = {
  readonly filekey: string;
  /** It claimed to be the original, but another was verified first, so it was verified as not original. */
  readonly notOriginal?: true;
  /** The filekeys of the other claims that the form could mean; absent if there are none. */
  readonly claims?: readonly string[];
} | null;

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

/** How long a repeated submission gets its first answer, in milliseconds: a day. */
const ANSWER_MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Deletes the stored answers of older submissions. */
export const submissionSweep = (data: Pick<Data, "submissions" | "history">, now: () => Date): Job => ({
  name: "sweeping the answers to submissions",
  every: 60 * 60 * 1000,
  async run() {
    const at = await data.history.timeOfAges(now());
    await data.submissions.deleteBefore(new Date(at.getTime() - ANSWER_MAX_AGE_MS).toISOString());
  },
});
