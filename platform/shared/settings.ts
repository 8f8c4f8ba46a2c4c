import { z } from "zod";
import type { Receiver } from "../../app/features/webhooks/deliver.server.ts";
import type { Channel } from "../../app/features/webhooks/message.server.ts";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { DumpLicence } from "../../domain/contract/dumps.ts";
import type { SiteSettings } from "../../domain/contract/page-context.ts";
import type { KeepingAnswer } from "../../domain/contract/privacy.ts";
import { type NameStyle, SPELLINGS } from "../../domain/game/community-names.ts";
import { DUMP_DAYS } from "../../domain/limits.ts";
import { LINK_HOSTS } from "../../domain/media/link-hosts.ts";
import type { SecondLook } from "../../domain/submissions/policy.ts";
import { SECOND_LOOKS } from "../../domain/submissions/policy.ts";
import type { SignInSettings } from "../../packages/sign-in/settings.ts";
import type { HostAddresses, HostHeaders } from "../../server/other-hosts.ts";
import { readPlace, type S3Access, type S3Place } from "./s3/place.ts";

/** Every setting as the site uses it; the table below says where each comes from. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Where the command line finds the index: in the data folder, there by the emulation of Cloudflare. */
  readonly database: "folder" | "edge";
  readonly sampleData: boolean;
  /** Scheduled backups; null: none. */
  readonly backups: { readonly dir: string; readonly everyHours: number; readonly keep: number } | null;
  /** Where media are stored; null: in the data folder. */
  readonly mediaStore: S3Place | null;
  /** How buckets are reached; null: not set. */
  readonly s3: S3Access | null;
  /** Memory for cached answers, in bytes. */
  readonly answerCacheBytes: number;
  /** How long after it was last current an overview may be sent while it is refreshed, in milliseconds. */
  readonly cacheStaleMs: number;
  readonly site: SiteSettings;
  /** Whether responses say what they cost. */
  readonly tellsCost: boolean;
  /** Worker threads that make answers; null: as many as there are cores besides the first, and at least one. */
  readonly answerThreads: number | null;
  /** How the API names towers and maps if a request asks for no spelling. */
  readonly apiNames: NameStyle;
  /** Which verified completions another helper has to look at. */
  readonly secondLook: readonly SecondLook[];
  /** Whether to trust the client address that a reverse proxy forwards. */
  readonly trustProxy: boolean;
  /** How much of each rate a network may send, in percent; 0: any number. */
  readonly ratesPercent: number;
  /** Null: nothing is measured. */
  readonly metricsPort: number | null;
  /** Open connections per address; 0: any number. */
  readonly connectionsPerAddress: number;
  readonly signIn: SignInSettings;
  /** The licence of the public dumps; null: not set. */
  readonly dumpLicence: DumpLicence;
  /** Where other hosts are asked. */
  readonly hosts: HostAddresses;
  /** What is sent to them besides. */
  readonly hostHeaders: HostHeaders;
  /** Whether links to proof are watched. */
  readonly watchesLinks: boolean;
  /** Who is notified of what happens. */
  readonly webhooks: readonly Receiver[];
}

/**
 * What the site keeps of people, and for how long.
 * @param timeTravelDays for how long the engine can put the database back; null: it cannot
 */
export const retentionOf = (
  { signIn, webhooks, backups, hosts }: Settings,
  timeTravelDays: number | null,
): KeepingAnswer => ({
  issuer: signIn.mode === "external" ? signIn.domain : null,
  sendsMail: signIn.smtpUrl !== null,
  hasWebhooks: webhooks.length > 0,
  codesHost: hosts.challengeCodes && new URL(hosts.challengeCodes).host,
  linkHosts: (["youtube", "imgur", "streamable", "twitch", "bilibili"] as const)
    .filter((host) => hosts[host] !== null)
    .map((host) => LINK_HOSTS[host]),
  keepsCopies: hosts.imgurFiles !== null,
  dumpDays: DUMP_DAYS,
  backupDays: backups && Math.ceil((backups.everyHours * backups.keep) / 24),
  timeTravelDays,
});

/** A setting with an unusable value; the message names it and says what it takes. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What docs/operating.md says of a setting: its meaning, and its default as it is shown. */
export const SETTING_DOCS = z.registry<{ doc: string; shown: string }>();

/**
 * A text of the environment, read by `read`, which returns undefined for what it does not take.
 * @param takes what it takes, in words
 * @param options isSecret: the text may contain a secret, so that no message repeats it; hint: a sentence that says how to
 *   write what is often mistaken
 */
const parser = <Value>(
  takes: string,
  read: (text: string) => Value | undefined,
  { isSecret = false, hint = "" } = {},
) =>
  z.string().transform((text, context): Value => {
    const value = read(text);
    if (value !== undefined) return value;
    // Where a user may be, a password may be.
    const given = isSecret || /[:/].*@/s.test(text) ? "" : `, not "${text}"`;
    context.addIssue(`takes ${takes}${given}.${hint && ` ${hint}`}`);
    return z.NEVER;
  });

/** A setting of the table below; `fallback` is its value if it is not set. */
const setting = <Value, const Default>(
  of: z.ZodType<Value, string>,
  fallback: Default,
  doc: string,
  shown = fallback === null ? "none" : `\`${fallback}\``,
) =>
  of
    .optional()
    .transform((value): Value | Default => value ?? fallback)
    .register(SETTING_DOCS, { doc, shown });

const text = z.string();

const number = (most: number, least = 0) =>
  parser(`a whole number from ${least} to ${most}`, (given) => {
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  });

const MEGABYTE = 1024 * 1024;

/** Set in MB of 1024 by 1024 bytes, read as bytes. */
const megabytes = (fallback: number, most: number, doc: string) =>
  setting(
    number(most).transform((count) => count * MEGABYTE),
    fallback * MEGABYTE,
    `${doc}, in MB`,
    `\`${fallback}\``,
  );

const oneOf = <const Choice extends string>(...choices: readonly Choice[]) =>
  parser(choices.join(" or "), (given) => choices.find((each) => each === given));

/** A switch: `on` or `off`, its default the first. */
const onOrOff = (fallback: "on" | "off", doc: string) =>
  setting(
    oneOf(...(fallback === "on" ? (["on", "off"] as const) : (["off", "on"] as const))).transform(
      (given) => given === "on",
    ),
    fallback === "on",
    doc,
    `\`${fallback}\``,
  );

/** Longer than any address that is meant. */
const LONGEST_URL = 2_000;

/** Scheme, user and password, host with its port, and what follows; nothing of these is left to a guess. */
const URL_PARTS = /^([a-z][a-z0-9+.-]*):\/\/(?:([^@:/?#]*)(?::([^@:/?#]*))?@)?([^@/?#]+)([/?#].*)?$/i;

/**
 * Reads an address as it is written, or returns null. `URL` alone reads on where a sign divides what it should not: a "#" in
 * a password ends the address before its host, "https:one" is another host's, and "https://1.1" is "https://1.0.0.1".
 */
function urlOf(given: string, schemes: RegExp, mayHaveUser: boolean): URL | null {
  if (given.length > LONGEST_URL || /[\s\\\p{Cc}]/u.test(given)) return null;
  const [, scheme = "", user, password, host = "", rest = ""] = URL_PARTS.exec(given) ?? [];
  if (!schemes.test(scheme.toLowerCase()) || (user !== undefined && !mayHaveUser)) return null;
  // An "@" after the host may be the end of a password.
  if (rest.includes("@") && (mayHaveUser || /[?#].*@/.test(rest))) return null;
  if (/%(?![0-9a-f]{2})/i.test(`${user ?? ""}${password ?? ""}`)) return null;
  const url = URL.parse(given);
  // Other alphabets become Punycode, and a port that is the scheme's own is left out.
  const isAsWritten =
    !/^[\x21-\x7e]*$/.test(host) || url?.hostname === host.replace(/:\d+$/, "").toLowerCase();
  return url && url.hostname !== "" && isAsWritten ? url : null;
}

const webAddress = (given: string): URL | null => urlOf(given, /^https?$/, false);

const address = parser("an address such as https://index.example/", (given) =>
  webAddress(given) ? given : undefined,
);

/** An address that goes on with what is asked for. */
const beginning = parser(
  "an address that ends with / or =, such as https://game.example/challenges/",
  (given) => (/[/=]$/.test(given) ? address.safeParse(given).data : undefined),
);

/** Scheme and host, without a trailing slash. */
const origin = parser("an address such as https://index.example", (given) => {
  const url = webAddress(given);
  return url?.pathname === "/" && !url.search && !url.hash ? url.origin : undefined;
});

/** An origin whose scheme may be left out. */
const host = parser(
  "a host such as tenant.eu.auth0.com",
  (given) => origin.safeParse(/^https?:\/\//.test(given) ? given : `https://${given}`).data,
);

/**
 * Returns the texts of a list; undefined if it begins like one of JSON, and is none of texts, or has semicolons: with these
 * as dividing signs it would be one text.
 */
function partsOf(list: string): readonly string[] | undefined {
  if (!list.trim().startsWith("["))
    return list.includes(";") ? undefined : list.split(",").map((part) => part.trim());
  try {
    const parts: unknown = JSON.parse(list);
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** Values separated by commas, with or without blanks, or as a JSON list. */
const listOf = (each: z.ZodType<string, string>, takes: string, { isSecret = false } = {}) =>
  parser(
    `${takes}, separated by commas or as a JSON list`,
    (given): readonly string[] | undefined =>
      z.array(each).safeParse(partsOf(given)?.filter((part) => part !== "")).data,
    { isSecret },
  );

// The address of a webhook is itself a secret.
const webhooks = listOf(address, "addresses such as https://chat.example/hook", { isSecret: true });

/** The settings that stand in the place of WEBHOOKS_PENDING for a challenge, by its key and by its name in the navigation. */
const pendingSettings = ({ key, navLabel = key }: ChallengeDefinition): readonly string[] =>
  [...new Set([key, navLabel])].map((name) => `WEBHOOKS_${name.toUpperCase()}_PENDING`);

const pendingOfChallenges = Object.fromEntries(
  Array.from(CHALLENGES.values()).flatMap((definition) =>
    pendingSettings(definition).map((name) => {
      const doc = `the same in its place, for ${definition.label} alone`;
      return [name, setting(webhooks, [], doc, "`WEBHOOKS_PENDING`")] as const;
    }),
  ),
);

const mailServer = parser(
  "an address such as smtp://user:password@mail.example:587",
  (given) => (urlOf(given, /^smtps?$/, true) ? given : undefined),
  {
    isSecret: true,
    hint: "In user and password write @ as %40, # as %23, : as %3A, / as %2F, ? as %3F and % as %25.",
  },
);

const secondLooks = parser(
  `off, or of ${SECOND_LOOKS.join(", ")} one or more, separated by commas`,
  (given): readonly SecondLook[] | undefined => {
    const parts = given === "off" ? [] : given.split(",").map((part) => part.trim());
    const kinds = SECOND_LOOKS.filter((each) => parts.includes(each));
    return parts.every((part) => SECOND_LOOKS.some((each) => each === part)) ? kinds : undefined;
  },
);

const bucket = parser(
  "a bucket such as s3://name or s3://name/folder",
  (given) => readPlace(given) ?? undefined,
);

const database = parser("edge, or nothing", (given) => (given === "edge" ? given : undefined));

const emailAddress = parser("an e-mail address", (given) =>
  /^[^\s@]+@[^\s@]+$/.test(given) ? given : undefined,
);

const sender = parser("an e-mail address, or a name with one: BTD6 Index <index@index.example>", (given) =>
  /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(given) ? given : undefined,
);

/** What goes into the head of a request as it is. */
const key = parser("letters and digits", (given) => (/^[\w-]{1,200}$/.test(given) ? given : undefined), {
  isSecret: true,
});

/** A name, which its address may follow. */
const licence = text.transform((given): DumpLicence => {
  const words = given.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  return webAddress(last)
    ? { text: words.slice(0, -1).join(" ") || last, address: last }
    : { text: words.join(" "), address: null };
});

const playlist = parser("the id of a playlist, which is behind list= in its address", (given) =>
  /^[\w-]{1,100}$/.test(given) ? given : undefined,
);

/**
 * All settings: each an environment variable with its default and meaning. The table in docs/operating.md is generated
 * from this one (`npm run docs`).
 */
export const SETTINGS = {
  PORT: setting(number(65_535), 3000, "where to listen"),
  HOST: setting(text, "127.0.0.1", "address to listen on; `0.0.0.0` for all"),
  DATA_DIR: setting(text, "./data", "the data folder"),
  DATABASE: setting(
    database,
    null,
    "where the command line finds the index: `edge`, what `npm run start:edge` keeps in the data folder. The site itself goes by where it runs",
    "the data folder",
  ),
  BACKUP_DIR: setting(
    text,
    null,
    "where scheduled backups go, on another disk if possible; the folder must exist",
  ),
  BACKUP_EVERY: setting(number(8_760, 1), 24, "hours between these backups"),
  BACKUP_KEEP: setting(
    number(100_000, 1),
    14,
    "how many complete backups to keep in that folder; older ones are removed",
  ),
  SITE_ORIGIN: setting(
    origin,
    null,
    "the address people use, scheme and host. Pages asked for under another local name are redirected to it: a sign-in has one origin",
    "`http://localhost:PORT`",
  ),
  MEDIA_ORIGIN: setting(
    origin,
    null,
    "a host of its own for media, `https://media.index.example`; without it media are under `/media`",
  ),
  TRUST_PROXY: onOrOff(
    "off",
    "`on` behind a reverse proxy that sets `X-Forwarded-For` and `X-Forwarded-Proto`: rate limits then count the address that it forwards",
  ),
  RATE_LIMITS: setting(
    number(10_000),
    100,
    "how much of the rates in docs/api.md a network may send, in percent; `0`: any number, where a proxy counts. On Cloudflare the numbers are those of wrangler.jsonc",
  ),
  METRICS_PORT: setting(
    number(65_535),
    null,
    "where Prometheus gets `/metrics`, on `HOST`; without it nothing is counted for that",
  ),
  MAX_CONNECTIONS_PER_ADDRESS: setting(
    number(1_000_000),
    512,
    "connections that one address may have at a time; `0`: any number, as with `TRUST_PROXY=on`",
  ),
  MEDIA_STORE: setting(
    bucket,
    null,
    "a bucket for media, `s3://BUCKET/FOLDER`, at an S3-compatible service; it needs the four `S3_` settings",
    "the data folder",
  ),
  S3_ENDPOINT: setting(
    address,
    null,
    "the service's address, without the bucket, which is put into the path",
  ),
  S3_REGION: setting(text, "us-east-1", "its region; `auto` where it has none"),
  S3_ACCESS_KEY_ID: setting(text, null, "the access key id"),
  S3_SECRET_ACCESS_KEY: setting(text, null, "the secret access key"),
  MEDIA_MAX_FILE_MB: megabytes(100, 100_000, "largest video"),
  MEDIA_MAX_PICTURE_MB: megabytes(25, 100_000, "largest picture"),
  MEDIA_MAX_FILES: setting(number(100), 10, "files of one submission"),
  MEDIA_MAX_TOTAL_MB: megabytes(250, 100_000, "all files of one submission together"),
  SAMPLE_DATA: onOrOff("on", "`off`: an empty index gets no sample completions"),
  ANSWER_CACHE_MB: megabytes(64, 65_536, "memory for whole answers"),
  CACHE_STALE_SECONDS: setting(
    number(3_600),
    5,
    "how many seconds after a write a list, a search and the home page may still be sent as they were, while they are made again; never to who wrote",
  ),
  ANSWER_THREADS: setting(
    number(64),
    null,
    "threads that make answers, so that none holds up another; `0`: the main thread makes them",
    "cores less one, one at least",
  ),
  TELL_COST: onOrOff(
    "off",
    "for measurements. `on`: what may be kept says in `Cache-Status` how it was come by; on Cloudflare each answer says in `Server-Timing` what it cost the database",
  ),
  API_NAMES: setting(
    oneOf(...SPELLINGS),
    "community",
    "how the API spells towers, upgrades and maps where nobody asks for `names`: as the community's index does, or, with `game`, as the game and the pages do",
  ),
  CONFIRM: setting(
    secondLooks,
    ["self"],
    "which verified completions another helper is asked to look at a second time, `og,record,self`: originals, records, and what somebody verified of their own; `off`: none. Where fewer than three people may verify, it is off",
    "`self`",
  ),
  SITE_NAME: setting(text, "BTD6 Index", "short name, in titles"),
  SITE_TAGLINE: setting(
    text,
    "What has been done in Bloons TD 6's hardest challenges, and what is still waiting for you.",
    "tagline, and description of every page",
  ),
  CREATOR_CODE: setting(text, "BTD6INDEX", "shown on the home page"),
  VIDEO_PLAYLIST: setting(playlist, "UULFFbnVzrtC3yShaAqwbAsyPw", "playlist on the home page"),
  LINK_VIDEO: setting(address, "https://www.youtube.com/@btd6index", "video channel, under “Join Us”"),
  LINK_CHAT: setting(address, "https://discord.gg/RAGfmAB", "invitation to the chat, under “Join Us”"),
  LINK_SOURCE: setting(address, "https://github.com/BTD6Index", "the source, under “Join Us”"),
  DUMP_LICENCE: setting(
    licence,
    null,
    "the licence of the public dumps, and its address: `CC BY 4.0 https://creativecommons.org/licenses/by/4.0/`; without it the dumps say that no licence was chosen",
  ),
  AUTH_MODE: setting(
    oneOf("embedded", "external"),
    "embedded",
    "`external`: people sign in at an Auth0 tenant",
  ),
  AUTH_DOMAIN: setting(host, null, "the tenant's host; needed when external"),
  AUTH_CLIENT_ID: setting(text, null, "the application's id at the tenant; needed when external"),
  // Any text if the tenant is external, an address if the provider is our own.
  AUTH_AUDIENCE: setting(text, null, "audience of access tokens; needed when external", "`SITE_ORIGIN/api`"),
  AUTH_ROLES_CLAIM: setting(text, null, "the claim of tokens that lists roles", "`SITE_ORIGIN/roles`"),
  AUTH_HELPER_ROLES: setting(
    listOf(text, "names of roles"),
    ["Index Helper", "Admin"],
    "roles that make a helper; `Admin` alone manages accounts",
  ),
  AUTH_VERIFIER_ROLES: setting(
    listOf(text, "names of roles"),
    ["Index Verifier"],
    "roles that make a verifier, who can verify, reject and edit everybody's completions, but delete only their own; tokens of helpers have the first of them, too",
  ),
  AUTH_SIGNUP: setting(
    oneOf("open", "invitation", "closed"),
    "open",
    "`invitation` or `closed`: who may create an account",
  ),
  AUTH_RETURN_TO: setting(
    listOf(address, "addresses such as https://index.example/"),
    [],
    "whole addresses to which a logout may lead besides the site's own, separated by commas",
    "none",
  ),
  AUTH_POPUP_ORIGINS: setting(
    listOf(origin, "addresses such as https://preview.example"),
    [],
    "other hosts whose pages may sign people in here, by popup, separated by commas; their redirect address is `HOST/login-redirect`",
    "none",
  ),
  AUTH_BROKER_ISSUER: setting(
    address,
    null,
    "another OpenID Connect issuer as a button on the login page; its redirect address is `SITE_ORIGIN/sign-in-elsewhere`",
  ),
  AUTH_BROKER_CLIENT_ID: setting(text, null, "the site's id there; needed with it"),
  AUTH_BROKER_CLIENT_SECRET: setting(text, null, "the site's secret there, if it has one"),
  AUTH_BROKER_NAME: setting(text, null, "what the button calls it", "its host"),
  DISCORD_CLIENT_ID: setting(
    text,
    null,
    "Discord as a button on the login page: the client id of an application there, whose redirect is `SITE_ORIGIN/sign-in-elsewhere`",
  ),
  DISCORD_CLIENT_SECRET: setting(text, null, "the application's client secret; needed with it"),
  SMTP_URL: setting(
    mailServer,
    null,
    "a mail server, `smtp://user:password@mail.example:587`, where user and password have `%40` for @, `%23` for #, `%3A` for :, `%2F` for / and `%3F` for ?; without it no mail is sent, and administrators hand out reset links",
  ),
  MAIL_FROM: setting(sender, null, "sender of mails", "`BTD6 Index <index@HOST>`"),
  ADMIN_EMAIL: setting(
    emailAddress,
    "admin@localhost",
    "e-mail address of the administrator that the first start makes",
  ),
  ADMIN_PASSWORD: setting(text, null, "its password; a generated one is printed once", "made up"),
  WEBHOOKS_PENDING: setting(
    webhooks,
    [],
    "Discord-style webhooks, separated by commas or as a JSON list: told what is submitted, and edited while it is pending",
    "none",
  ),
  // Read by their challenges; here they are listed.
  ...(pendingOfChallenges as Readonly<Record<never, never>>),
  WEBHOOKS: setting(webhooks, [], "the same, told what is verified, and edited since", "none"),
  WEBHOOKS_AUDIT: setting(webhooks, [], "the same, told everything, in a line each", "none"),
  CHALLENGE_CODES: onOrOff("on", "`off`: the game's server is not asked about challenge codes"),
  CHALLENGE_CODES_URL: setting(
    beginning,
    "https://data.ninjakiwi.com/btd6/challenges/challenge/",
    "its address up to the code",
  ),
  WATCH_LINKS: onOrOff("on", "`off`: no host is asked whether links to proof still lead to something"),
  YOUTUBE_URL: setting(
    beginning,
    "https://www.youtube.com/oembed?format=json&url=",
    "where YouTube is asked: its address up to that of a video",
  ),
  IMGUR_URL: setting(beginning, "https://i.imgur.com/", "where Imgur is asked, up to a file's name"),
  KEEP_COPIES: onOrOff("on", "`off`: no pictures behind links are copied, whoever wants that"),
  DISCORD_URL: setting(
    beginning,
    "https://cdn.discordapp.com/",
    "where pictures that were sent in Discord are fetched, up to their path",
  ),
  STREAMABLE_URL: setting(
    beginning,
    "https://api.streamable.com/videos/",
    "where Streamable is asked, up to a video's id",
  ),
  BILIBILI_URL: setting(
    beginning,
    null,
    "where bilibili is asked, up to a video's id: `https://api.bilibili.com/x/web-interface/view?bvid=`",
    "not asked",
  ),
  TWITCH_URL: setting(
    beginning,
    "https://api.twitch.tv/helix/videos?id=",
    "where Twitch is asked, up to a video's id; only with the next two",
  ),
  TWITCH_CLIENT_ID: setting(key, null, "the id of an application at Twitch", "not asked"),
  TWITCH_TOKEN: setting(key, null, "its app access token", "not asked"),
};

const SCHEMA = z.object(SETTINGS);

type Values = z.output<typeof SCHEMA>;

/** What a schema reads in the environment, where an empty text is not set; throws SettingsError with a line for each fault. */
function parse<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const texts = Object.keys(schema.shape).map((name) => [name, env[name] || undefined]);
  const { data, error } = schema.safeParse(Object.fromEntries(texts));
  if (error)
    throw new SettingsError(
      error.issues.map(({ path, message }) => `${path[0]?.toString()} ${message}`).join("\n"),
    );
  return data;
}

function needed(name: string, value: string | null, because: string): string {
  if (value === null) throw new SettingsError(`${name} must be set when ${because}.`);
  return value;
}

/**
 * The receivers that a setting lists. Each keeps its place in the log under the setting's name and its own index there,
 * because its address is a secret and goes into no database.
 */
const receivers = (setting: string, urls: readonly string[], channel: Channel): Receiver[] =>
  urls.map((url, place) => ({ name: `${setting} ${place}`, channel, url }));

/** The receivers of what is pending: those of a challenge where it has settings of its own, those of all for the others. */
function pendingReceivers({ WEBHOOKS_PENDING }: Values, env: Environment): Receiver[] {
  const ofChallenges = parse(z.object(pendingOfChallenges), env);
  const own = Array.from(CHALLENGES.values()).flatMap((definition) =>
    pendingSettings(definition).flatMap((name) => {
      return receivers(name, ofChallenges[name] ?? [], "pending").map((each) => ({
        ...each,
        challenges: [definition.key],
      }));
    }),
  );
  const all = receivers("WEBHOOKS_PENDING", WEBHOOKS_PENDING, "pending");
  if (own.length === 0) return all;
  const taken = new Set(own.flatMap(({ challenges }) => challenges));
  const challenges = [...CHALLENGES.keys()].filter((key) => !taken.has(key));
  return [...all.map((each) => ({ ...each, challenges })), ...own];
}

/** Reads the settings; throws SettingsError. */
export function readSettings(env: Environment): Settings {
  const of = parse(SCHEMA, env);
  const siteOrigin = of.SITE_ORIGIN ?? `http://localhost:${of.PORT}`;
  const trustProxy = of.TRUST_PROXY;
  // That host serves nothing else.
  if (of.MEDIA_ORIGIN !== null && new URL(of.MEDIA_ORIGIN).host === new URL(siteOrigin).host)
    throw new SettingsError("MEDIA_ORIGIN takes a host of its own, another than SITE_ORIGIN's.");
  return {
    port: of.PORT,
    host: of.HOST,
    dataDir: of.DATA_DIR,
    database: of.DATABASE ?? "folder",
    sampleData: of.SAMPLE_DATA,
    backups:
      of.BACKUP_DIR === null
        ? null
        : { dir: of.BACKUP_DIR, everyHours: of.BACKUP_EVERY, keep: of.BACKUP_KEEP },
    mediaStore: of.MEDIA_STORE,
    s3: s3Access(of),
    answerCacheBytes: of.ANSWER_CACHE_MB,
    cacheStaleMs: of.CACHE_STALE_SECONDS * 1_000,
    answerThreads: of.ANSWER_THREADS,
    tellsCost: of.TELL_COST,
    trustProxy,
    ratesPercent: of.RATE_LIMITS,
    metricsPort: of.METRICS_PORT,
    apiNames: of.API_NAMES,
    secondLook: of.CONFIRM,
    // All connections from a proxy come from its one address.
    connectionsPerAddress: trustProxy ? 0 : of.MAX_CONNECTIONS_PER_ADDRESS,
    signIn: signInSettings(of, siteOrigin),
    dumpLicence: of.DUMP_LICENCE,
    hosts: { challengeCodes: of.CHALLENGE_CODES ? of.CHALLENGE_CODES_URL : null, ...linkHosts(of) },
    hostHeaders: twitchHeaders(of),
    watchesLinks: of.WATCH_LINKS,
    webhooks: [
      ...pendingReceivers(of, env),
      ...receivers("WEBHOOKS", of.WEBHOOKS, "verified"),
      ...receivers("WEBHOOKS_AUDIT", of.WEBHOOKS_AUDIT, "audit"),
    ],
    site: {
      shortName: of.SITE_NAME,
      tagline: of.SITE_TAGLINE,
      origin: siteOrigin,
      mediaOrigin: of.MEDIA_ORIGIN,
      creatorCode: of.CREATOR_CODE,
      uploads: {
        fileBytes: of.MEDIA_MAX_FILE_MB,
        pictureBytes: of.MEDIA_MAX_PICTURE_MB,
        files: of.MEDIA_MAX_FILES,
        totalBytes: of.MEDIA_MAX_TOTAL_MB,
      },
      playlist: of.VIDEO_PLAYLIST,
      links: { video: of.LINK_VIDEO, chat: of.LINK_CHAT, source: of.LINK_SOURCE },
    },
  };
}

/** What Twitch tells an application by; nothing: it is not asked. */
function twitchHeaders({ TWITCH_CLIENT_ID: id, TWITCH_TOKEN: token }: Values): HostHeaders {
  if (id === null && token === null) return {};
  const headers = {
    "Client-Id": needed("TWITCH_CLIENT_ID", id, "TWITCH_TOKEN is"),
    Authorization: `Bearer ${needed("TWITCH_TOKEN", token, "TWITCH_CLIENT_ID is")}`,
  };
  return { twitch: headers };
}

/** Where the hosts of links to proof are asked. */
function linkHosts(of: Values): Omit<HostAddresses, "challengeCodes"> {
  const [isOn, copies] = [of.WATCH_LINKS, of.KEEP_COPIES];
  return {
    youtube: isOn ? of.YOUTUBE_URL : null,
    imgur: isOn ? of.IMGUR_URL : null,
    streamable: isOn ? of.STREAMABLE_URL : null,
    bilibili: isOn ? of.BILIBILI_URL : null,
    twitch: isOn && twitchHeaders(of).twitch ? of.TWITCH_URL : null,
    imgurFiles: copies ? of.IMGUR_URL : null,
    discordFiles: copies ? of.DISCORD_URL : null,
  };
}

function s3Access(of: Values): S3Access | null {
  const because = of.MEDIA_STORE === null ? "S3_ENDPOINT is" : "MEDIA_STORE is";
  if (of.MEDIA_STORE === null && of.S3_ENDPOINT === null) return null;
  return {
    endpoint: needed("S3_ENDPOINT", of.S3_ENDPOINT, because),
    region: of.S3_REGION,
    accessKeyId: needed("S3_ACCESS_KEY_ID", of.S3_ACCESS_KEY_ID, because),
    secretAccessKey: needed("S3_SECRET_ACCESS_KEY", of.S3_SECRET_ACCESS_KEY, because),
  };
}

function discordSettings({ DISCORD_CLIENT_ID: id, DISCORD_CLIENT_SECRET: secret }: Values) {
  if (id === null && secret === null) return null;
  return {
    clientId: needed("DISCORD_CLIENT_ID", id, "DISCORD_CLIENT_SECRET is"),
    clientSecret: needed("DISCORD_CLIENT_SECRET", secret, "DISCORD_CLIENT_ID is"),
  };
}

const OWN_AUDIENCE = z.object({ AUTH_AUDIENCE: address });

function signInSettings(of: Values, siteOrigin: string): SignInSettings {
  const external = of.AUTH_MODE === "external";
  const because = "AUTH_MODE is external";
  const issuerOrigin = external ? needed("AUTH_DOMAIN", of.AUTH_DOMAIN, because) : siteOrigin;
  // The embedded provider accepts only an address as an audience; nothing has to answer there.
  const ownAudience = () =>
    parse(OWN_AUDIENCE, { AUTH_AUDIENCE: of.AUTH_AUDIENCE ?? `${siteOrigin}/api` }).AUTH_AUDIENCE;
  return {
    mode: of.AUTH_MODE,
    issuerOrigin,
    domain: issuerOrigin.replace(/^https:\/\//, ""),
    clientId: external ? needed("AUTH_CLIENT_ID", of.AUTH_CLIENT_ID, because) : null,
    audience: external ? needed("AUTH_AUDIENCE", of.AUTH_AUDIENCE, because) : ownAudience(),
    rolesClaim: of.AUTH_ROLES_CLAIM ?? `${siteOrigin}/roles`,
    helperRoles: of.AUTH_HELPER_ROLES,
    verifierRoles: of.AUTH_VERIFIER_ROLES,
    administratorRole: "Admin",
    signUp: of.AUTH_SIGNUP,
    returnTo: of.AUTH_RETURN_TO,
    popupOrigins: of.AUTH_POPUP_ORIGINS,
    smtpUrl: of.SMTP_URL,
    mailFrom: of.MAIL_FROM ?? `BTD6 Index <index@${new URL(siteOrigin).hostname}>`,
    adminEmail: of.ADMIN_EMAIL,
    adminPassword: of.ADMIN_PASSWORD,
    broker:
      of.AUTH_BROKER_ISSUER === null
        ? null
        : {
            name: of.AUTH_BROKER_NAME ?? new URL(of.AUTH_BROKER_ISSUER).hostname,
            issuer: of.AUTH_BROKER_ISSUER,
            clientId: needed("AUTH_BROKER_CLIENT_ID", of.AUTH_BROKER_CLIENT_ID, "AUTH_BROKER_ISSUER is"),
            clientSecret: of.AUTH_BROKER_CLIENT_SECRET,
          },
    discord: discordSettings(of),
  };
}
