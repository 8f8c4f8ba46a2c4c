import { pages } from "../../domain/contract/routes.ts";
import { roleNamesOf, rolesOfAdministrator } from "../../server/auth/user.ts";
import { SYSTEM } from "../../server/db/changes.ts";
import { newPassword } from "./accounts/secrets.ts";
import type { AccountService } from "./accounts/service.ts";
import type { Settings } from "./settings.ts";

/**
 * Makes an administrator at the first start, who can let others in. Of several simultaneous starts on one shared
 * database, only one does.
 */
export async function ensureAdministrator(
  accounts: AccountService,
  { signIn }: Settings,
  say: (line: string) => void,
): Promise<void> {
  if ((await accounts.listByRole(signIn.administratorRole)).length > 0) return;
  const password = signIn.adminPassword ?? newPassword();
  try {
    await accounts.create(
      {
        email: signIn.adminEmail,
        password,
        roles: rolesOfAdministrator(roleNamesOf(signIn)),
        generated: signIn.adminPassword === null,
      },
      SYSTEM,
    );
  } catch (error) {
    if ((await accounts.listByRole(signIn.administratorRole)).length > 0) return;
    throw error;
  }
  say(`made the administrator ${signIn.adminEmail}`);
  if (signIn.adminPassword === null)
    say(`its password, shown only this once: ${password} (change it under ${pages.account()})`);
}
