import { readEmail } from "../../server/auth/texts.ts";
import { roleNamesOf, rolesOfAdministrator } from "../../server/auth/user.ts";
import { COMMAND_LINE } from "../../server/db/changes.ts";
import type { Database } from "../../server/db/database.ts";
import { StartError } from "../../server/errors.ts";
import { testMail } from "../../server/mail.ts";
import { setGeneratedPassword, setRoles } from "./accounts/administration.ts";
import { createAccount } from "./accounts/authentication.ts";
import { tell } from "./accounts/mails.ts";
import { findByEmail, listByRole } from "./accounts/repository/accounts.ts";
import { newPassword } from "./accounts/secrets.ts";
import { type AccountParts, type AccountStore, openAccounts } from "./accounts/store.ts";
import { mailThrough } from "./mail-through.ts";
import type { SettingsOfSignIn } from "./settings.ts";

// What the command line does with accounts. Each function returns what to print.

export async function listAdministrators(
  database: Database,
  { administratorRole }: SettingsOfSignIn["signIn"],
): Promise<string> {
  const found = await listByRole(database, administratorRole);
  return found.map(({ id, email, blocked }) => `${email ?? id}${blocked ? " (blocked)" : ""}`).join("\n");
}

/** Gives the account of an address, a new one if there is none, an administrator's roles and a new password. */
export async function recoverAdministrator(
  parts: AccountParts,
  settings: Pick<SettingsOfSignIn, "site" | "signIn">,
  email: string,
): Promise<string> {
  const store = openAccounts(parts);
  const roles = rolesOfAdministrator(roleNamesOf(settings.signIn));
  const password = newPassword();
  const known = await findByEmail(store.database, email);
  if (known) {
    await setGeneratedPassword(store, known.id, password, COMMAND_LINE);
    await tellOfPassword(store, known.email, settings);
    if (!roles.every((role) => known.roles.includes(role)))
      await setRoles(store, known.id, roles, [], COMMAND_LINE);
  } else {
    await createAccount(store, { email, password, roles, generated: true }, COMMAND_LINE);
  }
  return `${email} is an administrator; its new password, shown only this once: ${password}`;
}

/** Tells the address of an account that its password is another one, if the site sends mail. */
async function tellOfPassword(
  store: AccountStore,
  to: string | null,
  { signIn, site }: Pick<SettingsOfSignIn, "site" | "signIn">,
): Promise<void> {
  if (signIn.smtpUrl === null) return;
  const sent: Promise<unknown>[] = [];
  const mailer = {
    ...store,
    origin: site.origin,
    siteName: site.shortName,
    mail: mailThrough(signIn.smtpUrl, signIn.mailFrom),
    afterResponse: (_: string, work: Promise<unknown>) => void sent.push(work),
  };
  tell(mailer, to, { kind: "password-changed" });
  await Promise.all(sent);
}

/** Throws StartError, if the mail server does not take it. */
export async function sendTestMail(
  { signIn, site }: Pick<SettingsOfSignIn, "site" | "signIn">,
  to: string,
): Promise<string> {
  if (signIn.smtpUrl === null) throw new StartError("SMTP_URL is not set, so no mail is sent.");
  const send = mailThrough(signIn.smtpUrl, signIn.mailFrom);
  const outcome = await send(testMail(readEmail(to), site.shortName));
  if (outcome !== "sent") throw new StartError("The mail was not sent; the line above says why.");
  return `the mail server took a mail to ${to}`;
}
