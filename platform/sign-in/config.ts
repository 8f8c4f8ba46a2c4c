import type { SignInConfig } from "../../domain/contract/site.ts";
import type { Settings } from "../shared/settings.ts";

/** The embedded provider's id for its one client, the site. */
export const CLIENT_ID = "btd6-index";

/** What the browser needs for signing in, with the embedded provider's client id where the settings name none. */
export const configOf = ({ site, signIn }: Settings): SignInConfig => ({
  domain: signIn.domain,
  clientId: signIn.mode === "embedded" ? CLIENT_ID : (signIn.clientId ?? ""),
  audience: signIn.audience,
  rolesClaim: signIn.rolesClaim,
  siteHost: new URL(site.origin).host,
  helperRoles: signIn.helperRoles,
  administratorRole: signIn.administratorRole,
  accounts: signIn.mode === "embedded",
});
