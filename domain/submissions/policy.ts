/** The user who asks, as the server knows them from the token and the browser from the session. */
interface Asker {
  readonly id: string;
  readonly isVerifier: boolean;
  readonly isHelper: boolean;
}

/** What of a completion decides: of a stored one, or of a row of the API, which is never deleted. */
interface Asked {
  /** The id of who submitted it, while it is pending; null: it is verified. */
  readonly pending?: unknown;
  readonly deleted_at?: string | null;
  readonly rejection?: string | null;
  readonly submitted_by?: string | null;
}

/** The owner of a row is the user in `pending`, or the submitter of a rejected one (SPEC section 6, "Row owner"). */
function isOwn(
  { id }: Asker,
  { pending, deleted_at = null, rejection = null, submitted_by }: Asked,
): boolean {
  return deleted_at === null ? pending === id : rejection !== null && submitted_by === id;
}

/** Whether a completion of anybody may be changed by this user. */
export const mayChangeAll = ({ isVerifier }: Pick<Asker, "isVerifier">): boolean => isVerifier;

/** Edit: verifiers any completion, members their own. The SQL of the write rechecks it. */
export const mayChange = (user: Asker, completion: Asked): boolean =>
  mayChangeAll(user) || isOwn(user, completion);

/** Delete: helpers any completion, all others their own. */
export const mayDelete = (user: Asker, completion: Asked): boolean =>
  user.isHelper || isOwn(user, completion);

/**
 * Verify or reject a completion that is pending: verifiers. The API and the pages ask this, but for the desk, which says
 * what the API refuses. It still holds when the write happens, which requires the completion as it was read.
 */
export const mayGiveVerdict = ({ isVerifier }: Asker, { pending, deleted_at = null }: Asked): boolean =>
  isVerifier && pending !== null && deleted_at === null;
