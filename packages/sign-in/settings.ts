import type { SiteSettings } from "../../domain/contract/page-context.ts";

/** How people sign in. */
export interface SignInSettings {
  /** With accounts here, or with those of an Auth0 tenant. */
  readonly mode: "embedded" | "external";
  /** Scheme and host of the issuer, without a trailing slash; the site's own origin when embedded. */
  readonly issuerOrigin: string;
  /** As the browser's SDK takes it: a host, with its scheme if that is not https. */
  readonly domain: string;
  /** Null when embedded: that provider names its one client itself. */
  readonly clientId: string | null;
  readonly audience: string;
  readonly rolesClaim: string;
  readonly helperRoles: readonly string[];
  readonly verifierRoles: readonly string[];
  readonly administratorRole: string;
  readonly signUp: "open" | "invitation" | "closed";
  /** Full addresses to which a logout may lead, besides the site's own. */
  readonly returnTo: readonly string[];
  /** The origins of other hosts whose pages may sign people in here. */
  readonly popupOrigins: readonly string[];
  /** Null: no mail is sent. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** The address of the administrator that the first start makes. */
  readonly adminEmail: string;
  /** Null: one is generated and printed once. */
  readonly adminPassword: string | null;
  readonly broker: {
    readonly name: string;
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string | null;
  } | null;
  readonly discord: { readonly clientId: string; readonly clientSecret: string } | null;
}

/** The settings that the sign-in needs. */
export interface SettingsOfSignIn {
  readonly site: Pick<SiteSettings, "origin" | "shortName">;
  readonly signIn: SignInSettings;
  /** Whether to trust the client address that a reverse proxy forwards. */
  readonly trustProxy: boolean;
}
