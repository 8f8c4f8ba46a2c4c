import type { User } from "../auth/user.ts";
import type { CompletionState } from "../data/completions/states.ts";

/** The owner of a row is whoever stands in `pending`, or whose submission was rejected (SPEC section 6, "Row owner"). */
function isOwn(user: User, { pending, deleted_at, rejection, submitted_by }: CompletionState): boolean {
  return deleted_at === null ? pending === user.id : rejection !== null && submitted_by === user.id;
}

/** Edit and delete: helpers anything, members their own. The SQL that writes asks the same once more. */
export function mayChange(user: User, state: CompletionState): boolean {
  return user.isHelper || isOwn(user, state);
}

/** Verify and reject. The SQL that writes asks the same once more. */
export const mayVerify = ({ isHelper }: User): boolean => isHelper;
