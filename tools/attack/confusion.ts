import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { importJWK, type JWK, SignJWT } from "jose";
import { api, pages, signInForms } from "../../domain/contract/routes.ts";
import { claimsOf, Visitor } from "../../test/node/visitor.ts";
import { type Answer, type Attack, CONTRACT, each, judge, oneOfEach, type Sent } from "./target.ts";

const EVIL = "elsewhere.example";

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Whatever is not an access token of this site, used as if it were; and good ones where none is looked for. */
export const tokens: Attack = async (site, found) => {
  const { administrator, ada, bob } = site.people;
  const { access_token, id_token, refresh_token } = administrator.tokens;
  const keys = JSON.parse((await site.ask("/.well-known/jwks.json")).text).keys as readonly JWK[];
  const claims = claimsOf(access_token);
  const [head = "", payload = "", signature = ""] = access_token.split(".");
  const kid = String(keys[0]?.kid);
  const publicPart = Buffer.from(JSON.stringify(keys[0]));
  const shared = (secret: Uint8Array): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid }).sign(secret);
  const sqlite = new DatabaseSync(join(site.dataDir, "index.sqlite"), { readOnly: true });
  const own = JSON.parse(
    String(sqlite.prepare("select secret from sign_in_key where use = 'token'").get()?.secret),
  );
  sqlite.close();
  const key = await importJWK(own, "RS256");
  const signed = (changed: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: "RS256", kid, ...header }).sign(key);
  const signOutVisitor = new Visitor(site.origin);
  const ended = await signOutVisitor.signIn(ada.email, ada.password);
  await signOutVisitor.get(
    `/v2/logout?client_id=btd6-index&returnTo=${encodeURIComponent(`${site.origin}/`)}`,
    {
      "sec-fetch-site": "same-origin",
      "sec-fetch-dest": "document",
    },
  );
  const other = claimsOf(bob.tokens.access_token);
  const bad: Record<string, string> = {
    "an id token": id_token,
    "a refresh token": refresh_token,
    "no signature": `${head}.${payload}.`,
    "alg none": `${base64({ alg: "none" })}.${payload}.`,
    "alg None": `${base64({ alg: "None", kid })}.${payload}.${signature}`,
    "HS256 with the public key": await shared(publicPart),
    "HS256 with the modulus": await shared(Buffer.from(String(keys[0]?.n))),
    "HS256 with an empty-looking key": await shared(new Uint8Array(32)),
    "a key in its header": `${base64({ alg: "RS256", jwk: keys[0] })}.${payload}.${signature.slice(0, -2)}AA`,
    "a key elsewhere": `${base64({ alg: "RS256", kid, jku: `http://${EVIL}/` })}.${payload}.${signature}`,
    "another payload": `${head}.${base64({ ...other, sub: administrator.id })}.${signature}`,
    "another subject's signature": `${bob.tokens.access_token.split(".").slice(0, 2).join(".")}.${signature}`,
    "another audience": await signed({ aud: `http://${EVIL}/api` }),
    "the client as audience": await signed({ aud: "btd6-index" }),
    "another issuer": await signed({ iss: `http://${EVIL}/` }),
    "an issuer without its slash": await signed({ iss: String(claims.iss).replace(/\/$/, "") }),
    "no expiry": await signed({ exp: undefined }),
    "not valid yet": await signed({ nbf: Math.floor(Date.now() / 1_000) + 3_600 }),
    "an account that is not there": await signed({ sub: "nobody" }),
    "no grant": await signed({ grant_id: undefined }),
    "a grant that was never given": await signed({ grant_id: "made up" }),
    "a grant that ended": ended.access_token,
    "critical headers": await signed({}, { crit: ["x"], x: 1 }).catch(
      () => `${base64({ alg: "RS256", kid, crit: ["x"], x: 1 })}.${payload}.${signature}`,
    ),
    "two tokens": `${access_token}, ${access_token}`,
    "a token in quotes": `"${access_token}"`,
  };
  const closed = CONTRACT.endpoints.filter(({ method, access }) => method === "GET" && access !== "public");
  // The answer to the token itself, so that a refusal of the others says something.
  const control = await site.ask(api.accounts(), { as: administrator });
  if (control.status !== 200) found(api.accounts(), `${control.status} for the administrator's own token`);
  const expect = (where: string, { status, text }: Answer): void => {
    if (![401, 403].includes(status)) found(where, `${status}: ${text.slice(0, 100)}`);
  };
  for (const { path } of closed) {
    await each(Object.entries(bad), async ([what, token]) => {
      const answer = await site.ask(path, { as: token });
      judge(site, found, `${path} with ${what}`, answer);
      expect(`${path} with ${what}`, answer);
    });
    const elsewhere: readonly [string, string, Record<string, string>][] = [
      ["in the query", `${path}?access_token=${access_token}&token=${access_token}`, {}],
      ["in a cookie", path, { cookie: `access_token=${access_token}; token=${access_token}` }],
      ["as Basic", path, { authorization: `Basic ${access_token}` }],
      [
        "in another header",
        path,
        { "x-authorization": `Bearer ${access_token}`, "x-access-token": access_token },
      ],
      ["behind a session", path, { cookie: administrator.visitor.cookieFor("/") }],
      [
        "as a user that a proxy names",
        path,
        { "x-forwarded-user": administrator.id, "x-remote-user": administrator.id },
      ],
    ];
    for (const [what, address, headers] of elsewhere)
      expect(`${path}, a token ${what}`, await site.ask(address, { headers }));
  }
  return `${Object.keys(bad).length} tokens at ${closed.length} addresses`;
};

/** What a shared cache does not tell apart, and an answer must not follow. */
const UNKEYED: readonly Readonly<Record<string, string>>[] = [
  { host: EVIL },
  {
    "x-forwarded-host": EVIL,
    "x-forwarded-proto": "https",
    "x-forwarded-port": "1",
    "x-forwarded-prefix": `//${EVIL}`,
  },
  { forwarded: `for=1.2.3.4;host=${EVIL};proto=https`, origin: `http://${EVIL}`, referer: `http://${EVIL}/` },
  { "x-original-url": "/admin/list-accounts", "x-rewrite-url": "/admin/list-accounts" },
  {
    "x-http-method-override": "POST",
    "x-method-override": "DELETE",
    "x-requested-with": EVIL,
    "user-agent": EVIL,
  },
  {
    cookie: "session=of-somebody",
    "accept-language": EVIL,
    accept: "text/x-nothing",
    "accept-encoding": "br",
  },
  { range: "bytes=0-9" },
  { "if-none-match": "*" },
];

const HEADERS = [
  "content-type",
  "location",
  "content-security-policy",
  "access-control-allow-origin",
  "link",
];

/** To a process with an empty cache: an odd request first, then a plain one, which gets what it always gets. */
export const cache: Attack = async (site, found) => {
  const paths = [
    ...oneOfEach(CONTRACT.pages).map(({ path }) =>
      path === pages.undone() ? pages.undone({ seed: 1 }) : path,
    ),
    ...oneOfEach(CONTRACT.endpoints)
      .filter(
        ({ method, access, parameters }) =>
          method === "GET" &&
          access === "public" &&
          !Object.values(parameters).some(({ isRequired }) => isRequired),
      )
      .map(({ path }) => path)
      // Of one process.
      .filter((path) => !path.startsWith(api.health())),
    ...[
      api.list("2tc", { map: "Quad", count: 3 }),
      pages.list("2tc", { map: "Quad" }),
      api.preview({ of: "/2tc" }),
    ],
  ];
  const seen = ({ status, headers, text }: Answer): string =>
    JSON.stringify([status, ...HEADERS.map((name) => headers[name]), text]);
  const fresh = new Map<string, string>();
  await each(paths, async (path) => void fresh.set(path, seen(await site.ask(path, { to: site.uncached }))));
  const withMore = (path: string): string => {
    const [bare = path, query = ""] = path.split("?");
    return `${bare}?__proto__=1&callback=x&utm_source=${EVIL}&${query}`;
  };
  const ways: (readonly [what: string, how: Sent, addressOf?: (path: string) => string])[] = [
    ...UNKEYED.map((headers) => [JSON.stringify(headers), { headers }] as const),
    ["a token", { as: site.people.administrator }],
    ["a body", { body: "a=b", headers: { "content-type": "text/plain" } }],
    ["HEAD", { method: "HEAD" }],
    ["other parameters first", {}, withMore],
    ["capitals and a slash", {}, (path) => path.replace(/^[^?]*/, (bare) => `${bare.toUpperCase()}/`)],
  ];
  for (const [what, how, addressOf = (path: string) => path] of ways) {
    const to = await site.another();
    await each(paths, async (path) => {
      const odd = await site.ask(addressOf(path), { to, ...how });
      judge(site, found, `${path} with ${what}`, odd);
      const plain = await site.ask(path, { to });
      if (seen(plain) !== fresh.get(path))
        found(path, `is answered otherwise after ${what}: ${plain.status}`);
      if (seen(plain).includes(EVIL)) found(path, `names ${EVIL} after ${what}`);
      if (String(odd.headers.location ?? "").includes(`//${EVIL}`))
        found(path, `leads to ${EVIL} by ${what}`);
    });
    await site.end(to);
  }
  return `${ways.length} ways at ${paths.length} addresses`;
};

/** Ways of writing an address elsewhere. */
const ELSEWHERE = [
  ...[
    `http://${EVIL}/`,
    `//${EVIL}`,
    `///${EVIL}`,
    `/\\${EVIL}`,
    `\\\\${EVIL}`,
    `/\t/${EVIL}`,
    `/%5c${EVIL}`,
  ],
  ...[
    `https:${EVIL}`,
    `http:/\\${EVIL}`,
    `javascript:alert(1)//`,
    `data:text/html,x`,
    `/%2f${EVIL}`,
    `/.//${EVIL}`,
  ],
];

const NAMES = [
  "returnTo",
  "return_to",
  "next",
  "redirect",
  "redirect_uri",
  "url",
  "to",
  "continue",
  "target",
  "of",
];

/** No answer leads to another site, however an address of one is given. */
export const redirects: Attack = async (site, found) => {
  let sent = 0;
  const leads = ({ headers }: Answer): string | null => {
    const location = String(headers.location ?? "");
    const refresh = /url=(.*)/i.exec(String(headers.refresh ?? ""))?.[1] ?? "";
    return (
      [location, refresh].find((each) => each !== "" && new URL(each, site.origin).origin !== site.origin) ??
      null
    );
  };
  const look = async (path: string, how: Parameters<typeof site.ask>[1] = {}): Promise<void> => {
    sent += 1;
    const answer = await site.ask(path, how);
    judge(site, found, path, answer);
    const to = leads(answer);
    if (to !== null) found(path, `${answer.status} leads to ${to}`);
  };
  const own = `${site.origin}/login-redirect`;
  const back = [
    ...[
      ...ELSEWHERE,
      `${own}.${EVIL}`,
      `${own}@${EVIL}`,
      `${site.origin}@${EVIL}/login-redirect`,
      `${own}/../../${EVIL}`,
    ],
    ...[
      `${own}?next=//${EVIL}`,
      `${own}#@${EVIL}`,
      own.replace("localhost", "LOCALHOST.evil"),
      "null",
      `${own}/`,
    ],
  ];
  const { visitor } = site.people.ada;
  const session = { headers: { cookie: visitor.cookieFor("/") } };
  for (const to of back) {
    const value = encodeURIComponent(to);
    for (const more of [
      "",
      "&prompt=none",
      "&response_mode=web_message",
      "&response_mode=form_post",
      "&response_type=id_token",
    ])
      await look(
        `/authorize?client_id=btd6-index&response_type=code&scope=openid&state=abcdefghijklmnopqrstuvwxyz&nonce=n&code_challenge=${"a".repeat(43)}&code_challenge_method=S256&redirect_uri=${value}${more}`,
        session,
      );
    for (const name of ["returnTo", "post_logout_redirect_uri"])
      await look(`/v2/logout?client_id=btd6-index&${name}=${value}`, session);
  }
  const places = [
    ...[pages.login(), pages.loginRedirect(), pages.home(), pages.list("2tc"), pages.ask(), pages.account()],
    ...[
      signInForms.login("x"),
      signInForms.askReset(),
      signInForms.brokerReturn(),
      signInForms.mail("x", "verdict"),
    ],
    ...[signInForms.reset("x"), signInForms.invitation("x"), signInForms.confirmEmail("x"), "/nothing"],
  ];
  for (const to of ELSEWHERE) {
    for (const path of places) await look(`${path}?${new URLSearchParams(NAMES.map((name) => [name, to]))}`);
    // The path itself, as servers that add or remove a slash lead on.
    for (const path of [
      `/${to}`,
      to.startsWith("/") ? to : `/${to}`,
      `//${EVIL}/2tc/`,
      `/2tc//${EVIL}`,
      `/${EVIL}/..`,
    ])
      for (const host of [new URL(site.origin).host, `127.0.0.1:${site.one.port}`])
        await look(encodeURI(path).replaceAll("%25", "%"), { headers: { host }, to: site.one });
  }
  return `${sent} addresses that name another site`;
};
