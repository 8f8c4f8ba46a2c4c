import { expect, test } from "vitest";
import { readSettings, retentionOf } from "./settings.ts";

const EXTERNAL = {
  AUTH_MODE: "external",
  AUTH_DOMAIN: "tenant.eu.auth0.com",
  AUTH_CLIENT_ID: "client",
  AUTH_AUDIENCE: "https://index.example/api",
};
const BUCKET = {
  ...{ MEDIA_STORE: "s3://media/of/site/", S3_ENDPOINT: "https://s3.example/" },
  ...{ S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" },
};

const BROKER = { AUTH_BROKER_ISSUER: "https://issuer.example/realm", AUTH_BROKER_CLIENT_ID: "index" };

test("by default, people sign in with the site's own accounts", () => {
  expect(readSettings({}).signIn).toEqual({
    mode: "embedded",
    issuerOrigin: "http://localhost:3000",
    domain: "http://localhost:3000",
    clientId: null,
    audience: "http://localhost:3000/api",
    rolesClaim: "http://localhost:3000/roles",
    helperRoles: ["Index Helper", "Admin"],
    verifierRoles: ["Index Verifier"],
    administratorRole: "Admin",
    signUp: "open",
    returnTo: [],
    popupOrigins: [],
    smtpUrl: null,
    mailFrom: "BTD6 Index <index@localhost>",
    adminEmail: "admin@localhost",
    adminPassword: null,
    broker: null,
    discord: null,
  });
});

test.each([
  [undefined, null],
  ["CC0", { text: "CC0", address: null }],
  ["CC BY 4.0 https://example.org/by/4.0/", { text: "CC BY 4.0", address: "https://example.org/by/4.0/" }],
  ["https://example.org/by", { text: "https://example.org/by", address: "https://example.org/by" }],
  ["  Ask  us first javascript:alert(1) ", { text: "Ask us first javascript:alert(1)", address: null }],
])("DUMP_LICENCE %s is read as a name and an optional address", (DUMP_LICENCE, licence) => {
  expect(readSettings({ DUMP_LICENCE }).dumpLicence).toEqual(licence);
});

test.each([
  ["tenant.eu.auth0.com", "tenant.eu.auth0.com", "https://tenant.eu.auth0.com"],
  ["https://tenant.eu.auth0.com/", "tenant.eu.auth0.com", "https://tenant.eu.auth0.com"],
  ["http://localhost:4000", "http://localhost:4000", "http://localhost:4000"],
])("AUTH_DOMAIN %s is read as the SDK reads it", (AUTH_DOMAIN, domain, issuerOrigin) => {
  expect(readSettings({ ...EXTERNAL, AUTH_DOMAIN }).signIn).toMatchObject({ domain, issuerOrigin });
});

test("media are stored in the data folder, or under a prefix of a bucket", () => {
  expect(readSettings({})).toMatchObject({ mediaStore: null, s3: null });
  expect(readSettings(BUCKET)).toMatchObject({
    mediaStore: { bucket: "media", prefix: "of/site/" },
    s3: {
      endpoint: "https://s3.example/",
      region: "us-east-1",
      accessKeyId: "key",
      secretAccessKey: "secret",
    },
  });
});

test("lists are separated by commas, with or without spaces", () => {
  const { signIn } = readSettings({
    AUTH_HELPER_ROLES: "Verifier, Admin,",
    AUTH_VERIFIER_ROLES: "Reader,Second Reader",
    AUTH_RETURN_TO: "https://a.example/, https://b.example/bye?x=1",
  });
  expect(signIn.helperRoles).toEqual(["Verifier", "Admin"]);
  expect(signIn.verifierRoles).toEqual(["Reader", "Second Reader"]);
  expect(signIn.returnTo).toEqual(["https://a.example/", "https://b.example/bye?x=1"]);
});

test("another issuer is named by its host, unless a name is given", () => {
  expect(readSettings(BROKER).signIn.broker).toEqual({
    name: "issuer.example",
    issuer: "https://issuer.example/realm",
    clientId: "index",
    clientSecret: null,
  });
  expect(readSettings({ ...BROKER, AUTH_BROKER_NAME: "the Guild" }).signIn.broker?.name).toBe("the Guild");
});

test("Discord is another button if both its settings are there", () => {
  expect(readSettings({ DISCORD_CLIENT_ID: "1", DISCORD_CLIENT_SECRET: "secret" }).signIn.discord).toEqual({
    ...{ clientId: "1", clientSecret: "secret" },
  });
});

test.each([
  ["PORT", { PORT: "80a" }],
  ["PORT", { PORT: "65536" }],
  ["SITE_ORIGIN", { SITE_ORIGIN: "example.org" }],
  ["SAMPLE_DATA", { SAMPLE_DATA: "maybe" }],
  ["MEDIA_STORE", { ...BUCKET, MEDIA_STORE: "media" }],
  ["MEDIA_STORE", { ...BUCKET, MEDIA_STORE: "s3://media/../other" }],
  ["S3_ENDPOINT", { ...BUCKET, S3_ENDPOINT: "" }],
  ["S3_ACCESS_KEY_ID", { ...BUCKET, S3_ACCESS_KEY_ID: "" }],
  ["S3_SECRET_ACCESS_KEY", { ...BUCKET, MEDIA_STORE: "", S3_SECRET_ACCESS_KEY: "" }],
  ["DATABASE", { DATABASE: "cloudflare" }],
  ["WEBHOOKS", { WEBHOOKS: "https://chat.example/a, chat.example" }],
  ["WEBHOOKS", { WEBHOOKS: "https://chat.example/a;https://chat.example/b" }],
  ["AUTH_HELPER_ROLES", { AUTH_HELPER_ROLES: "Helper;Admin" }],
  ["LINK_CHAT", { LINK_CHAT: "discord.gg/x" }],
  ["LINK_VIDEO", { LINK_VIDEO: "javascript:alert(1)" }],
  ["CHALLENGE_CODES", { CHALLENGE_CODES: "yes" }],
  ["CHALLENGE_CODES_URL", { CHALLENGE_CODES_URL: "https://game.example" }],
  ["CHALLENGE_CODES_URL", { CHALLENGE_CODES_URL: "game.example/" }],
  ["VIDEO_PLAYLIST", { VIDEO_PLAYLIST: "https://video.example/playlist?list=PL1" }],
  ["MAIL_FROM", { MAIL_FROM: "noreply" }],
  ["MAIL_FROM", { MAIL_FROM: "Index <noreply>" }],
  ["AUTH_MODE", { AUTH_MODE: "auth0" }],
  ["AUTH_SIGNUP", { AUTH_SIGNUP: "yes" }],
  ["AUTH_DOMAIN", { ...EXTERNAL, AUTH_DOMAIN: "" }],
  ["AUTH_DOMAIN", { ...EXTERNAL, AUTH_DOMAIN: "tenant.eu.auth0.com/login" }],
  ["AUTH_DOMAIN", { ...EXTERNAL, AUTH_DOMAIN: "not a host" }],
  ["AUTH_CLIENT_ID", { ...EXTERNAL, AUTH_CLIENT_ID: "" }],
  ["AUTH_AUDIENCE", { ...EXTERNAL, AUTH_AUDIENCE: "" }],
  ["AUTH_AUDIENCE", { AUTH_AUDIENCE: "the index" }],
  ["AUTH_RETURN_TO", { AUTH_RETURN_TO: "https://a.example/, somewhere" }],
  ["AUTH_BROKER_ISSUER", { ...BROKER, AUTH_BROKER_ISSUER: "issuer.example" }],
  ["AUTH_BROKER_CLIENT_ID", { ...BROKER, AUTH_BROKER_CLIENT_ID: "" }],
  ["DISCORD_CLIENT_ID must be set when DISCORD_CLIENT_SECRET is.", { DISCORD_CLIENT_SECRET: "secret" }],
  ["DISCORD_CLIENT_SECRET must be set when DISCORD_CLIENT_ID is.", { DISCORD_CLIENT_ID: "1" }],
  ["SMTP_URL", { SMTP_URL: "mail.example:587" }],
  ["SMTP_URL", { SMTP_URL: "smtp://" }],
  ["ADMIN_EMAIL", { ADMIN_EMAIL: "the boss" }],
])("an invalid %s is refused by name", (name, env) => {
  expect(() => readSettings(env)).toThrow(expect.objectContaining({ name: "SettingsError" }));
  expect(() => readSettings(env)).toThrow(name);
});

test("all faults are named at once, a line each", () => {
  expect(() => readSettings({ PORT: "80a", ADMIN_EMAIL: "the boss", AUTH_SIGNUP: "" })).toThrow(
    /^PORT takes a whole number from 0 to 65535, not "80a"\.\nADMIN_EMAIL takes an e-mail address, not "the boss"\.$/,
  );
});

test("a list is written with commas or as JSON", () => {
  const urlsIn = (WEBHOOKS: string) =>
    readSettings({ WEBHOOKS }).webhooks.map(({ name, url }) => [name, url]);
  const both = [
    ["WEBHOOKS 0", "https://chat.example/a"],
    ["WEBHOOKS 1", "https://chat.example/b"],
  ];
  for (const list of [
    "https://chat.example/a,https://chat.example/b",
    " https://chat.example/a , https://chat.example/b ,",
    '["https://chat.example/a","https://chat.example/b"]',
    ' [ "https://chat.example/a",\n"https://chat.example/b" ] ',
  ])
    expect(urlsIn(list)).toEqual(both);
  expect(urlsIn("[]")).toEqual([]);
  for (const list of [
    '["https://chat.example/a"',
    '["ftp://chat.example/a"]',
    "[1]",
    '[["https://chat.example/a"]]',
  ])
    expect(() => readSettings({ WEBHOOKS: list })).toThrow(/^WEBHOOKS takes addresses .* as a JSON list\.$/);
});

test("an error does not repeat a value that may hold a secret", () => {
  expect(() => readSettings({ SMTP_URL: "ftp://me:secret@mail.example" })).toThrow(
    "SMTP_URL takes an address such as smtp://user:password@mail.example:587.",
  );
  expect(() => readSettings({ WEBHOOKS: "chat.example/secret" })).toThrow(
    "WEBHOOKS takes addresses such as https://chat.example/hook, separated by commas or as a JSON list.",
  );
});

const NAMES_AN_ADDRESS = [
  "https:one.example",
  "https:/one.example",
  "https://user:secret@one.example",
  "https://good.example@one.example",
  "https://user:12#secret@one.example",
  "https://one.example\\two.example",
  " https://one.example",
  "https://1.1",
  "https://0x7f000001",
  "https://one%2eexample",
];
test.each(NAMES_AN_ADDRESS)("an address that would be read as another one is refused: %s", (address) => {
  for (const [name, env] of [
    ["SITE_ORIGIN", { SITE_ORIGIN: address }],
    ["MEDIA_ORIGIN", { MEDIA_ORIGIN: address }],
    ["S3_ENDPOINT", { ...BUCKET, S3_ENDPOINT: address }],
    ["AUTH_BROKER_ISSUER", { ...BROKER, AUTH_BROKER_ISSUER: address }],
    [
      "AUTH_POPUP_ORIGINS",
      { AUTH_POPUP_ORIGINS: `https://one.example,${address.trim() === address ? address : "x y"}` },
    ],
    ["WEBHOOKS", { WEBHOOKS: address.trim() === address ? address : "https://a b" }],
  ] as const) {
    expect(() => readSettings(env), name).toThrow(`${name} takes`);
    expect(() => readSettings(env), name).not.toThrow("secret");
  }
});

test("an address may have a port, a path, another alphabet and numbers", () => {
  for (const address of [
    "http://localhost:3000",
    "https://[::1]:8443",
    "http://127.0.0.1:80",
    "https://bücher.example",
  ])
    expect(readSettings({ SITE_ORIGIN: address }).site.origin).toBe(new URL(address).origin);
  const hook = "https://chat.example:8443/api/hooks/1/a_B-c?wait=true";
  expect(readSettings({ WEBHOOKS: hook }).webhooks).toMatchObject([{ url: hook }]);
});

test.each([
  "smtp://me:se@cret@mail.example:587",
  "smtp://me@here.example:secret@mail.example:587",
  "smtp://me:12#secret@mail.example:587",
  "smtp://me:12/secret@mail.example:587",
  "smtp://me:12?secret@mail.example:587",
  "smtp://me:se:cret@mail.example:587",
  "smtp://me:se%cret@mail.example:587",
  "smtp://me:se cret@mail.example:587",
  "smtp://#secret@mail.example",
  "smtp:mail.example",
])("a mail server whose password divides its address is refused with what to write: %s", (SMTP_URL) => {
  expect(() => readSettings({ SMTP_URL })).toThrow(
    "In user and password write @ as %40, # as %23, : as %3A, / as %2F, ? as %3F and % as %25.",
  );
  expect(() => readSettings({ SMTP_URL })).not.toThrow("secret");
});

test("a mail server may have a user and password with signs that are written so, a port and options", () => {
  for (const SMTP_URL of [
    "smtp://mail.example",
    "smtps://me%40here.example:%23%3A%2F%3F%25@mail.example:465",
    "smtp://me:p!$&'()*+,;=~@mail.example:587/?requireTLS=true",
    "smtp://[::1]:25",
  ])
    expect(readSettings({ SMTP_URL }).signIn.smtpUrl).toBe(SMTP_URL);
});

test("the command line finds the index in the data folder, or in the emulation", () => {
  expect(readSettings({}).database).toBe("folder");
  expect(readSettings({ DATABASE: "edge" }).database).toBe("edge");
});

const MEGABYTE = 1024 * 1024;

test("uploads have default limits, which settings override", () => {
  expect(readSettings({}).site.uploads).toEqual({
    ...{ fileBytes: 100 * MEGABYTE, pictureBytes: 25 * MEGABYTE },
    ...{ files: 10, totalBytes: 250 * MEGABYTE },
  });
  const set = {
    MEDIA_MAX_FILE_MB: "1",
    MEDIA_MAX_PICTURE_MB: "2",
    MEDIA_MAX_FILES: "3",
    MEDIA_MAX_TOTAL_MB: "4",
  };
  expect(readSettings(set).site.uploads).toEqual({
    ...{ fileBytes: MEGABYTE, pictureBytes: 2 * MEGABYTE },
    ...{ files: 3, totalBytes: 4 * MEGABYTE },
  });
});

test.each(["MEDIA_MAX_FILE_MB", "MEDIA_MAX_PICTURE_MB", "MEDIA_MAX_FILES", "MEDIA_MAX_TOTAL_MB"])(
  "%s takes a number",
  (name) => {
    expect(() => readSettings({ [name]: "many" })).toThrow(name);
  },
);

test("media may have a host of their own, but not the site's", () => {
  expect(readSettings({}).site.mediaOrigin).toBeNull();
  expect(readSettings({ MEDIA_ORIGIN: "https://media.example" }).site.mediaOrigin).toBe(
    "https://media.example",
  );
  expect(() =>
    readSettings({ SITE_ORIGIN: "https://a.example", MEDIA_ORIGIN: "http://a.example:443" }),
  ).not.toThrow();
  expect(() => readSettings({ MEDIA_ORIGIN: "http://localhost:3000" })).toThrow("MEDIA_ORIGIN");
});

test("an address may have 512 connections by default; behind a trusted proxy there is no limit", () => {
  const ofAddress = (env: Record<string, string>) => readSettings(env).connectionsPerAddress;
  expect(ofAddress({})).toBe(512);
  expect(ofAddress({ MAX_CONNECTIONS_PER_ADDRESS: "20" })).toBe(20);
  expect(ofAddress({ MAX_CONNECTIONS_PER_ADDRESS: "0" })).toBe(0);
  expect(ofAddress({ MAX_CONNECTIONS_PER_ADDRESS: "20", TRUST_PROXY: "on" })).toBe(0);
  expect(() => ofAddress({ MAX_CONNECTIONS_PER_ADDRESS: "many" })).toThrow("MAX_CONNECTIONS_PER_ADDRESS");
});

test("the game's server is asked unless that is switched off, and /privacy names its host", () => {
  const told = (env: Record<string, string>) => {
    const settings = readSettings(env);
    return [settings.hosts.challengeCodes, retentionOf(settings, null).codesHost];
  };
  expect(told({})).toEqual([expect.stringMatching(/^https:.*\/$/), "data.ninjakiwi.com"]);
  const CHALLENGE_CODES_URL = "http://127.0.0.1:9/a?code=";
  expect(told({ CHALLENGE_CODES_URL })).toEqual([CHALLENGE_CODES_URL, "127.0.0.1:9"]);
  expect(told({ CHALLENGE_CODES_URL, CHALLENGE_CODES: "off" })).toEqual([null, null]);
});

test("hosts of links are asked by default where that needs no key, Twitch with one, and none where that is off", () => {
  const { challengeCodes: _, ...asked } = readSettings({}).hosts;
  expect(
    Object.entries(asked).flatMap(([host, url]) => (url === null ? [] : [[host, new URL(url).host]])),
  ).toEqual([
    ["youtube", "www.youtube.com"],
    ["imgur", "i.imgur.com"],
    ["streamable", "api.streamable.com"],
    ["imgurFiles", "i.imgur.com"],
    ["discordFiles", "cdn.discordapp.com"],
  ]);
  const twitch = { TWITCH_CLIENT_ID: "abc", TWITCH_TOKEN: "def" };
  const { hosts, hostHeaders, watchesLinks } = readSettings(twitch);
  expect([hosts.twitch, hostHeaders, watchesLinks]).toEqual([
    "https://api.twitch.tv/helix/videos?id=",
    { twitch: { "Client-Id": "abc", Authorization: "Bearer def" } },
    true,
  ]);
  const off = readSettings({ ...twitch, WATCH_LINKS: "off", KEEP_COPIES: "off", CHALLENGE_CODES: "off" });
  expect([...Object.values(off.hosts), off.watchesLinks]).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    false,
  ]);
  expect(() => readSettings({ TWITCH_TOKEN: "def" })).toThrow("TWITCH_CLIENT_ID");
  expect(() => readSettings({ ...twitch, TWITCH_TOKEN: "secret\n" })).toThrow(/^(?!.*secret)/);
});

test("a webhook receiver is named after its setting, not after its address, which is a secret", () => {
  const { webhooks } = readSettings({
    WEBHOOKS_PENDING: "https://chat.example/hook/secret, https://other.example/hook",
    WEBHOOKS: "https://chat.example/hook/news",
  });
  expect(webhooks).toEqual([
    { name: "WEBHOOKS_PENDING 0", channel: "pending", url: "https://chat.example/hook/secret" },
    { name: "WEBHOOKS_PENDING 1", channel: "pending", url: "https://other.example/hook" },
    { name: "WEBHOOKS 0", channel: "verified", url: "https://chat.example/hook/news" },
  ]);
});

test("what is pending of a challenge goes to receivers of its own where there are some, under either of its names", () => {
  const of = (env: Record<string, string>) =>
    readSettings(env).webhooks.map(({ name, url, challenges }) => [name, url, challenges ?? "all"]);
  const [all, two, mp, mpc] = ["all", "2tc", "2mp", "2mpc"].map((path) => `https://chat.example/${path}`);
  expect(of({ WEBHOOKS_PENDING: all ?? "" })).toEqual([["WEBHOOKS_PENDING 0", all, "all"]]);
  expect(
    of({
      WEBHOOKS_PENDING: all ?? "",
      WEBHOOKS_2TC_PENDING: two ?? "",
      WEBHOOKS_2MP_PENDING: mp ?? "",
      WEBHOOKS_2MPC_PENDING: mpc ?? "",
      WEBHOOKS_LCC_PENDING: "",
      WEBHOOKS: all ?? "",
    }),
  ).toEqual([
    ["WEBHOOKS_PENDING 0", all, ["fttc", "lcc", "ltc", "lcd", "2tcc"]],
    ["WEBHOOKS_2TC_PENDING 0", two, ["2tc"]],
    ["WEBHOOKS_2MP_PENDING 0", mp, ["2mp"]],
    ["WEBHOOKS_2MPC_PENDING 0", mpc, ["2mp"]],
    ["WEBHOOKS 0", all, "all"],
  ]);
  expect(() => readSettings({ WEBHOOKS_FTTC_PENDING: "chat.example/secret" })).toThrow(
    "WEBHOOKS_FTTC_PENDING takes addresses such as https://chat.example/hook, separated by commas or as a JSON list.",
  );
});
