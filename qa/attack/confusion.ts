import { SignJWT } from "jose";
import { api, pages, signInForms } from "../../domain/contract/routes.ts";
import { claimsOf, Visitor } from "../../test/node/visitor.ts";
import { type Answer, type Attack, CONTRACT, judge, oneOfEach, type Sent } from "./target.ts";

const EVIL = "elsewhere.example";

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Whatever is not an access token of this site, used as if it were; and good ones where none is looked for. */
export const tokens: Attack = async (site, found, progress) => {
  const { administrator, ada, bob } = site.people;
  const { access_token, id_token, refresh_token } = administrator.tokens;
  const [published] = (await site.json("/.well-known/jwks.json")).keys;
  const claims = claimsOf(access_token);
  const [head = "", payload = "", signature = ""] = access_token.split(".");
  const kid = String(published.kid);
  const shared = (secret: Uint8Array): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid }).sign(secret);
  const signed = await site.forger(claims);
  const leaver = new Visitor(site.origin);
  const ended = await leaver.signIn(ada.email, ada.password);
  const home = encodeURIComponent(`${site.origin}/`);
  await leaver.get(`/v2/logout?client_id=btd6-index&returnTo=${home}`, {
    "sec-fetch-site": "same-origin",
    "sec-fetch-dest": "document",
  });
  const bobs = bob.tokens.access_token;
  const bad: Record<string, string> = {
    "an id token": id_token,
    "a refresh token": refresh_token,
    "no signature": `${head}.${payload}.`,
    "alg none": `${base64({ alg: "none" })}.${payload}.`,
    "alg None": `${base64({ alg: "None", kid })}.${payload}.${signature}`,
    "HS256 with the public key": await shared(Buffer.from(JSON.stringify(published))),
    "HS256 with the modulus": await shared(Buffer.from(String(published.n))),
    "HS256 with an empty-looking key": await shared(new Uint8Array(32)),
    "a key in its header": `${base64({ alg: "RS256", jwk: published })}.${payload}.${signature.slice(0, -2)}AA`,
    "a key elsewhere": `${base64({ alg: "RS256", kid, jku: `http://${EVIL}/` })}.${payload}.${signature}`,
    "another payload": `${head}.${base64({ ...claimsOf(bobs), sub: administrator.id })}.${signature}`,
    "another subject's signature": `${bobs.split(".").slice(0, 2).join(".")}.${signature}`,
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
  // Answers to tokens that are good, so that a refusal of the others says something.
  const { status } = await site.ask(api.accounts(), { as: administrator });
  if (status !== 200) found(api.accounts(), `${status} for the administrator's own token`);
  const unchanged = await site.ask(api.accounts(), { as: await signed({}) });
  if (unchanged.status !== 200) found(api.accounts(), `${unchanged.status} for a token signed here`);

  const elsewhere: readonly [what: string, headers: Record<string, string>, query?: string][] = [
    ["in the query", {}, `?access_token=${access_token}&token=${access_token}`],
    ["in a cookie", { cookie: `access_token=${access_token}; token=${access_token}` }],
    ["as Basic", { authorization: `Basic ${access_token}` }],
    ["in another header", { "x-authorization": `Bearer ${access_token}`, "x-access-token": access_token }],
    ["behind a session", { cookie: administrator.visitor.cookieFor("/") }],
    ["of a proxy's user", { "x-forwarded-user": administrator.id, "x-remote-user": administrator.id }],
  ];
  const ways: readonly (readonly [what: string, how: Sent, query?: string | undefined])[] = [
    ...Object.entries(bad).map(([what, as]) => [`with ${what}`, { as }] as const),
    ...elsewhere.map(([what, headers, query]) => [`, a token ${what}`, { headers }, query] as const),
  ];
  const closed = CONTRACT.endpoints.filter(({ method, access }) => method === "GET" && access !== "public");
  const requests = closed.flatMap(({ path }) => ways.map((way) => [path, ...way] as const));
  progress.expect(requests.length);
  await progress.each(requests, async ([path, what, how, query = ""]) => {
    const answer = await site.ask(path + query, how);
    judge(site, found, `${path} ${what}`, answer);
    if (![401, 403].includes(answer.status))
      found(`${path} ${what}`, `${answer.status}: ${answer.text.slice(0, 100)}`);
  });
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

const COMPARED = "content-type location content-security-policy access-control-allow-origin link".split(" ");

/** To a process that has kept nothing yet: an odd request first, then a plain one, which gets what it always gets. */
export const cache: Attack = async (site, found, progress) => {
  const paths = [
    ...oneOfEach(CONTRACT.pages).map(({ path }) => path),
    ...oneOfEach(CONTRACT.endpoints).flatMap(({ method, access, parameters, path }) => {
      const isPlain = !Object.values(parameters).some(({ isRequired }) => isRequired);
      // Health is of one process.
      const isShared = method === "GET" && access === "public" && !path.startsWith(api.health());
      return isShared && isPlain ? [path] : [];
    }),
    ...[api.list("2tc", { map: "Quad", count: 3 }), pages.list("2tc", { map: "Quad" })],
    api.preview({ of: "/2tc" }),
    // By itself it shows something else each time.
  ].map((path) => (path === pages.undone() ? pages.undone({ seed: 1 }) : path));
  const seen = ({ status, headers, text }: Answer): string =>
    JSON.stringify([status, ...COMPARED.map((name) => headers[name]), text]);
  const fresh = new Map<string, string>();
  const withMore = (path: string): string => {
    const [bare = path, query = ""] = path.split("?");
    return `${bare}?__proto__=1&callback=x&utm_source=${EVIL}&${query}`;
  };
  const ways: (readonly [what: string, how: Sent, odd?: (path: string) => string])[] = [
    ...UNKEYED.map((headers) => [JSON.stringify(headers), { headers }] as const),
    ["a token", { as: site.people.administrator }],
    ["a body", { body: "a=b", headers: { "content-type": "text/plain" } }],
    ["HEAD", { method: "HEAD" }],
    ["other parameters first", {}, withMore],
    ["capitals and a slash", {}, (path) => path.replace(/^[^?]*/, (bare) => `${bare.toUpperCase()}/`)],
  ];
  progress.expect(paths.length * (1 + ways.length));
  await progress.each(paths, async (path) => {
    fresh.set(path, seen(await site.ask(path, { to: site.uncached })));
  });
  for (const [what, how, odd = (path: string) => path] of site.random.shuffle(ways)) {
    if (progress.isOver) break;
    const to = await site.another();
    await progress.each(paths, async (path) => {
      const first = await site.ask(odd(path), { to, ...how });
      judge(site, found, `${path} with ${what}`, first);
      const plain = await site.ask(path, { to });
      if (seen(plain) !== fresh.get(path))
        found(path, `is answered otherwise after ${what}: ${plain.status}`);
      if (seen(plain).includes(EVIL)) found(path, `names ${EVIL} after ${what}`);
      if (String(first.headers.location ?? "").includes(`//${EVIL}`))
        found(path, `leads to ${EVIL} by ${what}`);
    });
    to.child.kill("SIGTERM");
    await to.ended;
  }
  return `${ways.length} ways at ${paths.length} addresses`;
};

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
  ...[`https:${EVIL}`, `http:/\\${EVIL}`, "javascript:alert(1)//", "data:text/html,x", `/%2f${EVIL}`],
  `/.//${EVIL}`,
];

/** Parameters by which sites say where to go on. */
const NAMES = "returnTo return_to next redirect redirect_uri url to continue target of".split(" ");

/** No answer leads to another site, however an address of one is given. */
export const redirects: Attack = async (site, found, progress) => {
  const { origin, host, one } = site;
  const requests: (readonly [path: string, how?: Sent])[] = [];
  const own = `${origin}/login-redirect`;
  const back = [
    ...ELSEWHERE,
    ...[`${own}.${EVIL}`, `${own}@${EVIL}`, `${origin}@${EVIL}/login-redirect`, `${own}/../../${EVIL}`],
    ...[`${own}?next=//${EVIL}`, `${own}#@${EVIL}`, own.replace("localhost", "LOCALHOST.evil"), "null"],
    `${own}/`,
  ];
  const session = { headers: { cookie: site.people.ada.visitor.cookieFor("/") } };
  const modes = "prompt=none response_mode=web_message response_mode=form_post response_type=id_token";
  for (const to of back) {
    const value = encodeURIComponent(to);
    for (const more of ["", ...modes.split(" ").map((mode) => `&${mode}`)])
      requests.push([
        `/authorize?client_id=btd6-index&response_type=code&scope=openid&state=abcdefghijklmnopqrstuvwxyz&nonce=n&code_challenge=${"a".repeat(43)}&code_challenge_method=S256&redirect_uri=${value}${more}`,
        session,
      ]);
    for (const name of ["returnTo", "post_logout_redirect_uri"])
      requests.push([`/v2/logout?client_id=btd6-index&${name}=${value}`, session]);
  }
  const { login, askReset, brokerReturn, mail, reset, invitation, confirmEmail } = signInForms;
  const places = [
    ...[pages.login(), pages.loginRedirect(), pages.home(), pages.list("2tc"), pages.ask(), pages.account()],
    ...[login("x"), askReset(), brokerReturn(), mail("x", "verdict"), reset("x"), invitation("x")],
    ...[confirmEmail("x"), "/nothing"],
  ];
  for (const to of ELSEWHERE) {
    for (const path of places)
      requests.push([`${path}?${new URLSearchParams(NAMES.map((name) => [name, to]))}`]);
    // The path itself, as servers that add or remove a slash lead on.
    const rooted = to.startsWith("/") ? to : `/${to}`;
    for (const path of [`/${to}`, rooted, `//${EVIL}/2tc/`, `/2tc//${EVIL}`, `/${EVIL}/..`])
      for (const named of [host, `127.0.0.1:${one.port}`])
        requests.push([encodeURI(path).replaceAll("%25", "%"), { headers: { host: named }, to: one }]);
  }
  progress.expect(requests.length);
  await progress.each(requests, async ([path, how = {}]) => {
    const answer = await site.ask(path, how);
    judge(site, found, path, answer);
    const refresh = /url=(.*)/i.exec(String(answer.headers.refresh ?? ""))?.[1] ?? "";
    for (const to of [String(answer.headers.location ?? ""), refresh])
      if (to !== "" && new URL(to, origin).origin !== origin) found(path, `${answer.status} leads to ${to}`);
  });
  return `${requests.length} addresses that name another site`;
};
