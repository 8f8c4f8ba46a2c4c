import { logAccount, updateAccount } from "../data/accounts.ts";
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

    async setRoles(id: string, roles: readonly string[], actor: string): Promise<void> {
      const account = await existing(id);
      await change(actor, "set roles", id, { roles }, { before: account.roles, after: roles });
    },

    /** Ends the account's sessions and refresh tokens in the same batch; the API refuses its access tokens from now on. */
    async block(id: string, actor: string): Promise<void> {
      await existing(id);
      const at = now().toISOString();
      await database.atomic([
        updateAccount(id, { blockedAt: at }),
        deleteRecordsOf(id),
        logAccount({ at, actor, action: "block", account: id, details: null }),
      ]);
    },

    async unblock(id: string, actor: string): Promise<void> {
      await existing(id);
      await change(actor, "unblock", id, { blockedAt: null });
    },
  };
}
