/** The user who asks, as the server knows them from the token and the browser from the session. */
interface Asker {
  readonly id: string;
  readonly isVerifier: boolean;
  readonly isHelper: boolean;
}

/**
 * Returns whose a completion is: of the user in `pending`, or of the submitter of a rejected one (SPEC section 6, "Row
 * owner"). Null: nobody's. A row of the API is never deleted, so its owner is its `pending`.
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
 * Verify or reject a completion that is pending: verifiers. The API and the pages ask this, but for the desk, which says
 * what the API refuses. It still holds when the write happens, which requires the completion as it was read.
 */
export const mayGiveVerdict = (
  { isVerifier }: Asker,
  { pending, deleted_at = null }: { readonly pending?: unknown; readonly deleted_at?: string | null },
): boolean => isVerifier && pending !== null && deleted_at === null;
