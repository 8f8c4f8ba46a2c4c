import { unpackAttributes } from "../../../domain/fields/attributes.ts";
import type { User } from "../../../server/auth/user.ts";
import { Conflict, Forbidden } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/router.server.ts";
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

/**
 * Verify and reject. The SQL of the write rechecks it, and buttons are there for whom it allows: pages/detail/HelperActions.tsx,
 * pages/list/Selection.tsx, pages/form/use-completion-form.ts, and review/pages/queue/Verdicts.tsx.
 */
export const mayGiveVerdicts = ({ isVerifier }: User): boolean => isVerifier;

/** Throws Forbidden where the account is that of a banned player, and Conflict where the completion is one's. */
export async function refuseBanned(
  { user, data: { players } }: WriteContext,
  state: CompletionState | null = null,
): Promise<void> {
  if (await players.isOwnerBanned(user.id)) throw new Forbidden("account-banned");
  for (const name of state ? unpackAttributes(state).people : [])
    if ((await players.findNamed(name)).isBanned)
      throw new Conflict("player-banned", { subject: { field: "Player" }, name });
}
