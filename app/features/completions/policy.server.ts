import type { User } from "../../../server/auth/user.ts";
import type { CompletionState } from "./repository/stored-completion.server.ts";

/** The owner of a row is the user in `pending`, or the submitter of a rejected one (SPEC section 6, "Row owner"). */
function isOwn(user: User, { pending, deleted_at, rejection, submitted_by }: CompletionState): boolean {
  return deleted_at === null ? pending === user.id : rejection !== null && submitted_by === user.id;
}

/** Edit and delete: helpers any completion, members their own. The SQL of the write rechecks it. */
export function mayChange(user: User, state: CompletionState): boolean {
  return user.isHelper || isOwn(user, state);
}

/** Verify and reject. The SQL of the write rechecks it. */
export const mayVerify = ({ isHelper }: User): boolean => isHelper;
