import { logAccount, updateAccount, withdrawInvitationsOf } from "../data/accounts.ts";
import { deleteRecordsOf } from "../data/sign-in-records.ts";
import type { AccountStore } from "./store.ts";

/** What administrators, and their command line, do with others' accounts. */
export function administering({ database, passwords, now, change, existing }: AccountStore) {
  return {
    /** Sets a password that the index made up, and signs the account out everywhere. */
    async setGeneratedPassword(id: string, password: string, actor: string): Promise<void> {
      const passwordHash = await passwords.hash(password);
      const at = now().toISOString();
      await database.atomic([
        updateAccount(id, { passwordHash, passwordGenerated: true, blockedAt: null }),
        deleteRecordsOf(id),
        logAccount({ at, actor, action: "new password", account: id, details: null }),
      ]);
    },

    /** Whoever loses a role gives none any more: their open invitations to one are withdrawn in the same batch. */
    async setRoles(id: string, roles: readonly string[], actor: string): Promise<void> {
      const { roles: before } = await existing(id);
      const at = now().toISOString();
      await database.atomic([
        updateAccount(id, { roles }),
        ...(before.every((role) => roles.includes(role)) ? [] : [withdrawInvitationsOf(id, at)]),
        logAccount({ at, actor, action: "set roles", account: id, details: { before, after: roles } }),
      ]);
    },

    /** Ends the account's sessions and refresh tokens in the same batch; the API refuses its access tokens from now on. */
    async block(id: string, actor: string): Promise<void> {
      await existing(id);
      const at = now().toISOString();
      await database.atomic([
        updateAccount(id, { blockedAt: at }),
        deleteRecordsOf(id),
        withdrawInvitationsOf(id, at),
        logAccount({ at, actor, action: "block", account: id, details: null }),
      ]);
    },

    async unblock(id: string, actor: string): Promise<void> {
      await existing(id);
      await change(actor, "unblock", id, { blockedAt: null });
    },
  };
}
