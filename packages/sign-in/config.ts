import type { SignInConfig } from "../../domain/contract/site.ts";
import type { SettingsOfSignIn } from "./settings.ts";

/** The embedded provider's id for its one client, the site. */
export const CLIENT_ID = "btd6-index";

/** What the browser needs for signing in, with the embedded provider's client id where the settings name none. */
export const configOf = ({ site, signIn }: SettingsOfSignIn): SignInConfig => ({
  domain: signIn.domain,
  clientId: signIn.mode === "embedded" ? CLIENT_ID : (signIn.clientId ?? ""),
  audience: signIn.audience,
  rolesClaim: signIn.rolesClaim,
  siteHost: new URL(site.origin).host,
  helperRoles: signIn.helperRoles,
  verifierRoles: signIn.verifierRoles,
  administratorRole: signIn.administratorRole,
  accounts: signIn.mode === "embedded",
});

/** Argon2id with the parameters of OWASP's password storage guide for 19 MiB; about 20 to 70 ms of one core. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
