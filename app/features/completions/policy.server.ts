import type { User } from "../../../server/auth/user.ts";
import type { CompletionState } from "./repository/stored-completion.server.ts";

/** The owner of a row is the user in `pending`, or the submitter of a rejected one (SPEC section 6, "Row owner"). */
function isOwn(user: User, { pending, deleted_at, rejection, submitted_by }: CompletionState): boolean {
  return deleted_at === null ? pending === user.id : rejection !== null && submitted_by === user.id;
}

/** Whether a completion of anybody may be changed by this user. */
export const mayChangeAll = ({ isVerifier }: User): boolean => isVerifier;

/** Edit: verifiers any completion, members their own. The SQL of the write rechecks it. */
export function mayChange(user: User, state: CompletionState): boolean {
  return mayChangeAll(user) || isOwn(user, state);
}

/** Delete: helpers any completion, all others their own. */
export const mayDelete = (user: User, state: CompletionState): boolean => user.isHelper || isOwn(user, state);

/** Verify and reject. The SQL of the write rechecks it. */
export const mayVerify = ({ isVerifier }: User): boolean => isVerifier;
