import type { UploadLimits } from "../derive/upload-limits.ts";
import type { Channel } from "../server/events/message.ts";
import type { Site } from "../ui/context.ts";

/** Every setting, from environment variables, all with defaults; docs/operating.md lists them. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly sampleData: boolean;
  /** Memory for whole answers, in bytes. */
  readonly answerCacheBytes: number;
  readonly site: Site;
  /** Whether the address that a reverse proxy forwards is believed. */
  readonly trustProxy: boolean;
  readonly signIn: SignInSettings;
  /** Addresses that are told of what happens, by what they want to know. */
  readonly webhooks: Readonly<Record<Channel, readonly string[]>>;
}

/** How people sign in. */
export interface SignInSettings {
  /** Accounts kept here, or an Auth0 tenant's. */
  readonly mode: "embedded" | "external";
  /** Scheme and host of the issuer, without a slash at the end; the site's own origin when embedded. */
  readonly issuerOrigin: string;
  /** As the browser's SDK takes it: a host, with its scheme where that is not https. */
  readonly domain: string;
  /** Null where the embedded provider names its one client itself. */
  readonly clientId: string | null;
  readonly audience: string;
  readonly rolesClaim: string;
  readonly helperRoles: readonly string[];
  readonly administratorRole: string;
  readonly signUp: "open" | "invitation" | "closed";
  /** Whole addresses to which a logout may lead, besides the site's own. */
  readonly returnTo: readonly string[];
  /** Null: no mail is sent. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Of the administrator that the first start makes. */
  readonly adminEmail: string;
  /** Null: one is made up and printed once. */
  readonly adminPassword: string | null;
  readonly broker: {
    readonly name: string;
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string | null;
  } | null;
}

/** A setting that cannot be used; the message names it and says what it takes. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

type Environment = Readonly<Record<string, string | undefined>>;

function wholeNumber(env: Environment, name: string, fallback: number, most: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new SettingsError(`${name} takes a whole number from 0 to ${most}, not "${text}".`);
  return value;
}

/** Scheme and host of an http(s) address, without a slash at the end. */
function origin(env: Environment, name: string): string | null {
  const text = env[name];
  if (!text) return null;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash) {
    throw new SettingsError(`${name} takes an address such as https://index.example, not "${text}".`);
  }
  return url.origin;
}

function choice<const Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = env[name] || choices[0];
  const found = choices.find((each) => each === text);
  if (found === undefined) throw new SettingsError(`${name} takes ${choices.join(" or ")}, not "${text}".`);
  return found;
}

const list = (env: Environment, name: string): string[] =>
  (env[name] ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** Whole http(s) addresses, separated by commas. */
function addresses(env: Environment, name: string): string[] {
  const found = list(env, name);
  for (const each of found) {
    const url = URL.parse(each);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new SettingsError(
        `${name} takes addresses such as https://chat.example/hook, separated by commas.`,
      );
  }
  return found;
}

function needed(env: Environment, name: string, because: string): string {
  const text = env[name];
  if (!text) throw new SettingsError(`${name} must be set when ${because}.`);
  return text;
}

/** Scheme and host of AUTH_DOMAIN, which may come without a scheme. */
function issuerOrigin(domain: string): string {
  const url = URL.parse(/^https?:\/\//.test(domain) ? domain : `https://${domain}`);
  if (url?.pathname !== "/" || url.search || url.hash)
    throw new SettingsError(`AUTH_DOMAIN takes a host such as tenant.eu.auth0.com, not "${domain}".`);
  return url.origin;
}

function wholeAddress(name: string, text: string): void {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ""))
    throw new SettingsError(`${name} takes an address such as https://index.example/, not "${text}".`);
}

function signInSettings(env: Environment, siteOrigin: string): SignInSettings {
  const mode = choice(env, "AUTH_MODE", ["embedded", "external"]);
  const external = mode === "external";
  const because = "AUTH_MODE is external";
  const domain = external ? needed(env, "AUTH_DOMAIN", because) : siteOrigin;
  const issuer = issuerOrigin(domain);
  const brokerIssuer = env.AUTH_BROKER_ISSUER;
  if (brokerIssuer) wholeAddress("AUTH_BROKER_ISSUER", brokerIssuer);
  // The embedded provider takes only an address for an audience; nothing has to answer there.
  if (env.AUTH_AUDIENCE && !external) wholeAddress("AUTH_AUDIENCE", env.AUTH_AUDIENCE);
  const returnTo = list(env, "AUTH_RETURN_TO");
  for (const each of returnTo) wholeAddress("AUTH_RETURN_TO", each);
  // Its text is not repeated: there is a password in it.
  if (env.SMTP_URL && !/^smtps?:\/\/./.test(URL.parse(env.SMTP_URL)?.href ?? ""))
    throw new SettingsError("SMTP_URL takes an address such as smtp://user:password@mail.example:587.");
  if (env.ADMIN_EMAIL && !/^[^\s@]+@[^\s@]+$/.test(env.ADMIN_EMAIL))
    throw new SettingsError(`ADMIN_EMAIL takes an e-mail address, not "${env.ADMIN_EMAIL}".`);
  return {
    mode,
    issuerOrigin: issuer,
    domain: issuer.replace(/^https:\/\//, ""),
    clientId: external ? needed(env, "AUTH_CLIENT_ID", because) : null,
    audience: external ? needed(env, "AUTH_AUDIENCE", because) : env.AUTH_AUDIENCE || `${siteOrigin}/api`,
    rolesClaim: env.AUTH_ROLES_CLAIM || `${siteOrigin}/roles`,
    helperRoles: env.AUTH_HELPER_ROLES ? list(env, "AUTH_HELPER_ROLES") : ["Index Helper", "Admin"],
    administratorRole: "Admin",
    signUp: choice(env, "AUTH_SIGNUP", ["open", "invitation", "closed"]),
    returnTo,
    smtpUrl: env.SMTP_URL || null,
    mailFrom: env.MAIL_FROM || `BTD6 Index <index@${new URL(siteOrigin).hostname}>`,
    adminEmail: env.ADMIN_EMAIL || "admin@localhost",
    adminPassword: env.ADMIN_PASSWORD || null,
    broker: brokerIssuer
      ? {
          name: env.AUTH_BROKER_NAME || new URL(brokerIssuer).hostname,
          issuer: brokerIssuer,
          clientId: needed(env, "AUTH_BROKER_CLIENT_ID", "AUTH_BROKER_ISSUER is"),
          clientSecret: env.AUTH_BROKER_CLIENT_SECRET || null,
        }
      : null,
  };
}

/** What one form may carry; the numbers of MB are of 1024 by 1024 bytes. */
function uploadLimits(env: Environment): UploadLimits {
  const megabytes = (name: string, fallback: number): number =>
    wholeNumber(env, name, fallback, 100_000) * 1024 * 1024;
  return {
    fileBytes: megabytes("MEDIA_MAX_FILE_MB", 100),
    pictureBytes: megabytes("MEDIA_MAX_PICTURE_MB", 25),
    files: wholeNumber(env, "MEDIA_MAX_FILES", 10, 100),
    totalBytes: megabytes("MEDIA_MAX_TOTAL_MB", 250),
  };
}

/** The host of media, which must not be the site's: it serves nothing else. */
function mediaOrigin(env: Environment, siteOrigin: string): string | null {
  const found = origin(env, "MEDIA_ORIGIN");
  if (found !== null && new URL(found).host === new URL(siteOrigin).host)
    throw new SettingsError("MEDIA_ORIGIN takes a host of its own, another than SITE_ORIGIN's.");
  return found;
}

/** Reads the settings; throws SettingsError. */
export function readSettings(env: Environment): Settings {
  const port = wholeNumber(env, "PORT", 3000, 65_535);
  const siteOrigin = origin(env, "SITE_ORIGIN") ?? `http://localhost:${port}`;
  return {
    port,
    host: env.HOST || "127.0.0.1",
    dataDir: env.DATA_DIR || "./data",
    sampleData: choice(env, "SAMPLE_DATA", ["on", "off"]) === "on",
    answerCacheBytes: wholeNumber(env, "ANSWER_CACHE_MB", 64, 65_536) * 1024 * 1024,
    trustProxy: choice(env, "TRUST_PROXY", ["off", "on"]) === "on",
    signIn: signInSettings(env, siteOrigin),
    webhooks: {
      pending: addresses(env, "WEBHOOKS_PENDING"),
      verified: addresses(env, "WEBHOOKS"),
      audit: addresses(env, "WEBHOOKS_AUDIT"),
    },
    site: {
      shortName: env.SITE_NAME || "BTD6 Index",
      tagline:
        env.SITE_TAGLINE ||
        "What has been done in Bloons TD 6's hardest challenges, and what is still waiting for you.",
      origin: siteOrigin,
      mediaOrigin: mediaOrigin(env, siteOrigin),
      creatorCode: env.CREATOR_CODE || "BTD6INDEX",
      uploads: uploadLimits(env),
      playlist: env.VIDEO_PLAYLIST || "UULFFbnVzrtC3yShaAqwbAsyPw",
      links: {
        video: env.LINK_VIDEO || "https://www.youtube.com/@btd6index",
        chat: env.LINK_CHAT || "https://discord.gg/RAGfmAB",
        source: env.LINK_SOURCE || "https://github.com/BTD6Index",
      },
    },
  };
}
