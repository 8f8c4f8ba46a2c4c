import { unpackAttributes } from "../../../domain/fields/attributes.ts";
import { Conflict, Forbidden } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/router.server.ts";
import type { CompletionState } from "./repository/stored-completion.server.ts";

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
