/** The user who asks, as the server knows them from the token and the browser from the session. */
interface Asker {
  readonly id: string;
  readonly isVerifier: boolean;
  readonly isHelper: boolean;
}

/**
 * Returns whose a completion is: of the user in `pending`, or of the submitter of a rejected one (SPEC section 6, "Row
 * owner"). Null: no one's. A row of the API is never deleted, so its owner is its `pending`.
 */
export const ownerOf = (stored: {
  readonly pending: string | null;
  readonly deleted_at: string | null;
  readonly rejection: string | null;
  readonly submitted_by: string | null;
}): string | null => {
  if (stored.deleted_at === null) return stored.pending;
  return stored.rejection === null ? null : stored.submitted_by;
};

/** Whether a completion of anybody may be changed by this user. */
export const mayChangeAll = ({ isVerifier }: Pick<Asker, "isVerifier">): boolean => isVerifier;

/** Edit: verifiers any completion, members their own. The SQL of the write rechecks it. */
export const mayChange = ({ id, isVerifier }: Asker, owner: unknown): boolean => isVerifier || owner === id;

/** Delete: helpers any completion, all others their own. */
export const mayDelete = ({ id, isHelper }: Asker, owner: unknown): boolean => isHelper || owner === id;

/**
 * Verify or reject a completion that is pending: verifiers. It still holds when the write happens, which requires the
 * completion as it was read.
 */
export const mayGiveVerdict = (
  { isVerifier }: Pick<Asker, "isVerifier">,
  { pending, deleted_at = null }: { readonly pending?: unknown; readonly deleted_at?: string | null },
): boolean => isVerifier && pending !== null && deleted_at === null;

const HOUR = 60 * 60_000;

/** For how long a person leaves what is about them to others where nobody knows whether there are any, in hours. */
const HOURS_FOR_OTHERS = 24;

/** Something that helpers decide on, and whom it is about. */
export interface Concern {
  /** The ids of the people whom it is about: who submitted, verified or rejected it, or owns the name; null: not known. */
  readonly people: readonly (string | null)[];
  /** Since when it waits for a decision: ISO 8601, UTC. */
  readonly at: string;
}

/**
 * Whether a decision is another's than this user's, because it is about them: an appeal of what they rejected, a report or a
 * doubt of what they submitted, verified or played, a request for a name, their own submission at the desk. Nobody judges
 * themselves where somebody else can.
 * @param others how many others may decide; null: not known, because the accounts are elsewhere
 */
export const isForOthers = (
  { id }: Pick<Asker, "id">,
  { people, at }: Concern,
  others: number | null,
  now: Date,
): boolean => people.includes(id) && at > forOthersSince(others, now);

/** Returns the time since which what is about somebody is for others (see `isForOthers`). ISO 8601, UTC. */
export function forOthersSince(others: number | null, now: Date): string {
  if (others === null) return new Date(now.getTime() - HOURS_FOR_OTHERS * HOUR).toISOString();
  return others > 0 ? "" : "9";
}

/** What a verdict meets besides the completion itself. */
interface Met {
  /** An appeal that nobody has decided on: about whoever rejected it. */
  readonly appeal: Concern | null;
  /** The submission itself, where whoever submitted it may not decide on it (see docs/api.md). */
  readonly submission: Concern | null;
  readonly others: number | null;
  /** Who else is looking at the completion; null: nobody, or it is taken over from them. */
  readonly holder: string | null;
  readonly now: Date;
}

/**
 * Returns why a user may not give a verdict on a completion, by whichever way: a completion's page, the desk, several at once,
 * an edit that verifies, a report, a deletion, an undo. Null: they may.
 */
export function verdictRefusal(
  user: Asker,
  completion: Parameters<typeof mayGiveVerdict>[1],
  { appeal, submission, others, holder, now }: Met,
): "not-authorized" | "own-rejection" | "own-submission" | "held-by" | null {
  if (!mayGiveVerdict(user, completion)) return "not-authorized";
  if (appeal && isForOthers(user, appeal, others, now)) return "own-rejection";
  if (submission && isForOthers(user, submission, others, now)) return "own-submission";
  return holder === null ? null : "held-by";
}

/**
 * Which verified completions another helper has to look at: the originals, those that hold a record, and those that
 * their own submitter verified.
 */
export const SECOND_LOOKS = ["og", "record", "self"] as const;
export type SecondLook = (typeof SECOND_LOOKS)[number];
