import { pages } from "../../domain/contract/routes.ts";
import { roleNamesOf, rolesOfAdministrator } from "../../server/auth/user.ts";
import { SYSTEM } from "../../server/db/changes.ts";
import { createAccount } from "./accounts/authentication.ts";
import { listByRole } from "./accounts/repository/accounts.ts";
import { newPassword } from "./accounts/secrets.ts";
import type { AccountStore } from "./accounts/store.ts";
import type { SettingsOfSignIn } from "./settings.ts";

/**
 * Makes an administrator at the first start, who can let others in. Of several simultaneous starts on one shared
 * database, only one does.
 */
export async function ensureAdministrator(
  store: AccountStore,
  { signIn }: Pick<SettingsOfSignIn, "signIn">,
  say: (line: string) => void,
): Promise<void> {
  const isThere = async () => (await listByRole(store.database, signIn.administratorRole)).length > 0;
  if (await isThere()) return;
  const password = signIn.adminPassword ?? newPassword();
  try {
    await createAccount(
      store,
      {
        email: signIn.adminEmail,
        password,
        roles: rolesOfAdministrator(roleNamesOf(signIn)),
        generated: signIn.adminPassword === null,
      },
      SYSTEM,
    );
  } catch (error) {
    if (await isThere()) return;
    throw error;
  }
  say(`made the administrator ${signIn.adminEmail}`);
  if (signIn.adminPassword === null)
    say(`its password, shown only this once: ${password} (change it under ${pages.account()})`);
}
