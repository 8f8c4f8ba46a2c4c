import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { StorageFull, Unavailable } from "../../server/errors.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { claimsOf, newMember, Visitor } from "../../test/node/visitor.ts";
import { CLIENT_ID } from "./config.ts";

/** The hashes against which passwords were checked: what a login costs. */
const checked: string[] = [];
vi.mock("@node-rs/argon2", async (load) => {
  const argon2 = await load<typeof import("@node-rs/argon2")>();
  return {
    ...argon2,
    verify: (hash: string, password: string) => {
      checked.push(hash);
      return argon2.verify(hash, password);
    },
  };
});

let site: RunningSite;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test("a new person signs up, signs in and is identified by the tokens", async () => {
  const { visitor, tokens } = await newMember(site.origin, "ada@example.org");
  const account = await site.account("ada@example.org");
  expect(claimsOf(tokens.access_token)).toMatchObject({
    iss: `${site.origin}/`,
    aud: `${site.origin}/api`,
    sub: account.id,
    permissions: ["write:member"],
    [`${site.origin}/roles`]: [],
  });
  expect(claimsOf(tokens.id_token)).toMatchObject({
    iss: `${site.origin}/`,
    aud: "btd6-index",
    sub: account.id,
    nonce: "a-nonce",
    email: "ada@example.org",
    [`${site.origin}/roles`]: [],
  });
  expect(account.id).toMatch(/^usr_[\w-]{20}$/);
  expect((await visitor.call(api.account(), tokens)).json).toMatchObject({ email: "ada@example.org" });
  expect((await visitor.call(api.accounts(), tokens)).json).toEqual({
    error: "Only administrators can do this.",
  });
});

test("a helper's tokens have write:admin and the roles; the first administrator is an Index Helper, too", async () => {
  const tokens = await new Visitor(site.origin).signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const own = ["Index Helper", "Admin"];
  expect((await site.account(ADMINISTRATOR.email)).roles).toEqual(own);
  const roles = [...own, "Index Verifier"];
  expect(claimsOf(tokens.access_token)).toMatchObject({
    permissions: ["write:member", "write:admin"],
    [`${site.origin}/roles`]: roles,
  });
  expect(claimsOf(tokens.id_token)).toMatchObject({ [`${site.origin}/roles`]: roles });
});

test("the e-mail address may be in another letter case, with spaces around it", async () => {
  const tokens = await new Visitor(site.origin).signIn(" BOSS@Example.org ", ADMINISTRATOR.password);
  expect(claimsOf(tokens.id_token)).toMatchObject({ email: ADMINISTRATOR.email });
});

test("an unknown address and a wrong password get the same answer at the same cost", async () => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const form = signInForms.login(uid);
  // The hash that stands in for an unknown account is made on first use.
  await visitor.post(form, { email: "nobody@example.org", password: "a wrong password" });
  checked.length = 0;
  const email = (text: string): string => text.replaceAll(/nobody@example.org|boss@example.org/g, "EMAIL");
  const unknown = await visitor.post(form, { email: "nobody@example.org", password: "a wrong password" });
  const wrong = await visitor.post(form, { email: ADMINISTRATOR.email, password: "a wrong password" });
  expect(unknown.status).toBe(400);
  expect(unknown.form.problem).toBe("That e-mail address and password do not match an account.");
  expect(email(unknown.text)).toBe(email(wrong.text));
  const cost = (hash: string | undefined): string => String(hash?.split("$").slice(0, 4).join("$"));
  expect(checked).toHaveLength(2);
  expect(cost(checked[0])).toBe("$argon2id$v=19$m=19456,t=2,p=1");
  expect(cost(checked[0])).toBe(cost(checked[1]));
});

test("signing up with the address of an account leads to the login and leaves the account as it was", async () => {
  const visitor = new Visitor(site.origin);
  await visitor.signUp(await visitor.begin(), "fresh@example.org", "a very good password");
  const uid = await visitor.begin();
  const { status, form } = await visitor.signUp(uid, "FRESH@example.org", "another good password");
  expect({ status, action: form.form?.action }).toEqual({ status: 200, action: signInForms.login(uid) });
  expect(form.notice).toMatch(/^Now sign in with your e-mail address and password\./);
  expect((await visitor.tryPassword("fresh@example.org", "another good password")).status).toBe(400);
  await visitor.signIn("fresh@example.org", "a very good password");
});

test.each([
  ["too short", "new@example.org", "short"],
  ["too long", "new@example.org", "long".repeat(60)],
  ["of few characters", "new@example.org", "abababababababab"],
  ["the address itself", "new@example.org", "New@Example.org"],
])(
  "a password that is %s is refused with a sentence, and the form keeps the address",
  async (_what, email, password) => {
    const visitor = new Visitor(site.origin);
    const { status, form, text } = await visitor.signUp(await visitor.begin(), email, password);
    expect(status).toBe(400);
    expect(form.problem).toMatch(/^Please choose a password/);
    expect(form.form?.fields[0]?.value).toBe(email);
    expect(text).not.toContain(`"${password}"`);
  },
);

test.each([
  "",
  "nobody",
  "@",
  "a@",
  "a b@example.org",
  "a@example.org,b@example.org",
  "<a@example.org>",
  "a@example.org\nBcc: b@example.org",
  "a\u0000@example.org",
  `${"a".repeat(250)}@example.org`,
])("%j is not an e-mail address", async (email) => {
  const visitor = new Visitor(site.origin);
  const { status, form } = await visitor.signUp(await visitor.begin(), email, "a very good password");
  expect({ status, problem: form.problem }).toEqual({
    status: 400,
    problem: "Please enter a whole e-mail address.",
  });
});

test.each(["🦍@example.org", "עדה@דוגמה.example", "o'brien+index@example.org", "é@example.org"])(
  "%s is an e-mail address",
  async (email) => {
    const { tokens } = await newMember(site.origin, email);
    expect(claimsOf(tokens.id_token)).toMatchObject({ email });
  },
);

test("an address is one account's, whether its accents are typed as one character or as two", async () => {
  await newMember(site.origin, "zoe\u0308@example.org", "a very good password");
  for (const email of ["zo\u00eb@example.org", "zoe\u0308@example.org"]) {
    const tokens = await new Visitor(site.origin).signIn(email, "a very good password");
    expect(claimsOf(tokens.id_token)).toMatchObject({ email: "zo\u00eb@example.org" });
  }
});

const TYPED = " cr\u00e8me bru\u0302l\u00e9e \ufb01 🦍 \u0000 ";
/** What a form could make of a text on its way, were it not taken as it is. */
const OTHERWISE = [TYPED.normalize("NFKC"), TYPED.trim()];
/** What keyboards make of the same accents. */
const ALIKE = [TYPED.normalize("NFC"), TYPED.normalize("NFD"), TYPED.replace(" bru", "\u00a0bru")];

/** Every door through which a password comes in, and the address of the account that has it then. */
const PASSWORD_DOORS: Readonly<Record<string, () => Promise<string>>> = {
  "signing up": async () => {
    await newMember(site.origin, "cook-1@example.org", TYPED);
    return "cook-1@example.org";
  },
  "changing it": async () => {
    const { visitor, tokens, email, password } = await newMember(site.origin, "cook-2@example.org");
    await visitor.call(api.changePassword(), tokens, { current: password, password: TYPED });
    return email;
  },
  "a link": async () => {
    const { email } = await newMember(site.origin, "cook-3@example.org");
    const { id: account } = await site.account(email);
    await openAsAdministrator(api.resetAccount(), { account }, { password: TYPED });
    return email;
  },
  "an invitation": async () => {
    const email = "cook-4@example.org";
    await openAsAdministrator(api.invite(), {}, { email, password: TYPED });
    return email;
  },
};

/** Has an administrator make a link, and sends a form to it. */
async function openAsAdministrator(
  path: string,
  fields: Record<string, string>,
  form: Record<string, string>,
): Promise<void> {
  const boss = new Visitor(site.origin);
  const tokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { json } = await boss.call(path, tokens, fields);
  await new Visitor(site.origin).post(new URL(String(json.link)).pathname, form);
}

test.each(Object.entries(PASSWORD_DOORS))(
  "by %s, a password is taken as it was typed, however its accents are composed, and is no other",
  async (_, enter) => {
    const email = await enter();
    for (const other of OTHERWISE)
      expect((await new Visitor(site.origin).tryPassword(email, other)).status).toBe(400);
    for (const same of [TYPED, ...ALIKE])
      await new Visitor(site.origin).signIn(` ${email.toUpperCase()} `, same);
  },
);

test("after ten wrong passwords from one address an account is locked there, and nowhere else", async () => {
  const { password } = await newMember(site.origin, "target@example.org");
  const attacker = new Visitor(site.origin);
  const form = signInForms.login(await attacker.begin());
  for (let guess = 0; guess < 10; guess++)
    expect(
      (await attacker.post(form, { email: "target@example.org", password: `wrong ${guess}` })).status,
    ).toBe(400);
  const {
    status,
    form: said,
    headers,
  } = await attacker.post(form, { email: "target@example.org", password });
  expect({ status, problem: said.problem }).toEqual({
    status: 429,
    problem: "Too many attempts. Please try again in 15 minutes.",
  });
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(800);
  await new Visitor(site.origin).signIn("target@example.org", password);
});

test("one address may try a hundred logins in a quarter of an hour", async () => {
  const attacker = new Visitor(site.origin);
  const form = signInForms.login(await attacker.begin());
  // Too long to be checked: counted all the same, and the test need not wait for a hundred hashes.
  const guess = (at: number) =>
    attacker.post(form, { email: `${at}@example.org`, password: "too long ".repeat(30) });
  for (let at = 0; at < 100; at++) expect((await guess(at)).status).toBe(400);
  expect((await guess(100)).status).toBe(429);
});

test("one address may try thirty sign-ups in an hour", async () => {
  const attacker = new Visitor(site.origin);
  const uid = await attacker.begin();
  for (let at = 0; at < 30; at++)
    expect((await attacker.signUp(uid, "no address", "short")).status).toBe(400);
  const last = await attacker.signUp(uid, "late@example.org", "a very good password");
  expect({ status: last.status, problem: last.form.problem }).toMatchObject({
    status: 429,
    problem: expect.stringMatching(/^Too many attempts/),
  });
});

test("of many pages of forms at once some are refused with a page and when to retry", async () => {
  const ask = () => site.fetch(new Request(site.origin + signInForms.askReset()));
  const answers = await Promise.all(Array.from({ length: 300 }, ask));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(110);
  for (const answer of refused)
    expect([answer.status, answer.headers.get("retry-after"), await answer.text()]).toEqual([
      ...[503, "2", expect.stringContaining("The site is very busy")],
    ]);
});

test("whoever has a network of 48 bits may try five times as many, from however many addresses", async () => {
  const first = new Visitor(site.origin, "2001:db8:48::1");
  const uid = await first.begin();
  const path = signInForms.signUp(uid);
  const cookie = first.cookieFor(path);
  // Networks of 56 bits of their own.
  const tried = (at: number) =>
    new Visitor(site.origin, `2001:db8:48:${(at * 256).toString(16)}::1`).post(
      path,
      { email: "no address", password: "short" },
      { cookie },
    );
  for (let at = 0; at < 150; at++) expect((await tried(at)).status).toBe(400);
  expect((await tried(150)).status).toBe(429);
});

test("a flood of logins from many addresses is throttled, and the site keeps answering", {
  timeout: 30_000,
}, async () => {
  const crowd = Array.from({ length: 200 }, () => new Visitor(site.origin));
  const forms = await Promise.all(crowd.map(async (each) => signInForms.login(await each.begin())));
  let over = false;
  const flood = Promise.all(
    crowd.map((each, at) =>
      each.post(forms[at] ?? "", { email: `${at}@example.org`, password: "wrong password" }),
    ),
  ).finally(() => {
    over = true;
  });
  const reader = new Visitor(site.origin);
  let answered = 0;
  while (!over) {
    expect((await reader.get(api.health())).status).toBe(200);
    expect((await reader.get(api.list("2tc"))).status).toBe(200);
    answered += 1;
  }
  expect(answered).toBeGreaterThan(1);
  const statuses = (await flood).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  // It is over: the next login goes through.
  await reader.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
});

test("a form sent from another site is refused", async () => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ] as Record<string, string>[]) {
    for (const path of [signInForms.login(uid), signInForms.signUp(uid), signInForms.cancel(uid)]) {
      const { status, form } = await visitor.post(path, { ...ADMINISTRATOR }, headers);
      expect(status).toBe(403);
      expect(form.problem).toBe("This form was sent from another site.");
    }
  }
});

test.each([
  [
    "a body that is no multipart",
    { body: "nothing", headers: { "content-type": "multipart/form-data; boundary=x" } },
    400,
  ],
  [
    "a multipart form without a boundary",
    { body: "nothing", headers: { "content-type": "multipart/form-data" } },
    400,
  ],
  ["JSON", { body: '{"email":1}', headers: { "content-type": "application/json" } }, 400],
  ["nothing at all", {}, 400],
  [
    "broken escapes",
    { body: "email=%E0%A4%A&password=%", headers: { "content-type": "application/x-www-form-urlencoded" } },
    400,
  ],
])("%s is answered with a message", async (_what, init, expected) => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const { status, form } = await visitor.request(signInForms.login(uid), { method: "POST", ...init });
  expect(status).toBe(expected);
  expect(form.problem).toEqual(expect.any(String));
});

test("repeated fields and files count as empty", async () => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const body = new FormData();
  body.append("email", ADMINISTRATOR.email);
  body.append("email", "other@example.org");
  body.append("password", new File([ADMINISTRATOR.password], "password.txt"));
  const { status } = await visitor.request(signInForms.login(uid), { method: "POST", body });
  expect(status).toBe(400);
});

test("a login that is not in progress in this browser is refused with a page", async () => {
  const uid = await new Visitor(site.origin).begin();
  const stranger = new Visitor(site.origin);
  for (const answer of [
    await stranger.get(signInForms.login(uid)),
    await stranger.post(signInForms.login(uid), { ...ADMINISTRATOR }),
    await stranger.get(signInForms.signUp("nothing")),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.form.heading).toBe("This login page has ended");
  }
});

test("cancelling leads back with access_denied", async () => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  let { location } = await visitor.post(signInForms.cancel(uid), {});
  ({ location } = await visitor.get(location ?? ""));
  const back = new URL(location ?? "");
  expect(`${back.origin}${back.pathname}`).toBe(`${site.origin}/login-redirect`);
  expect(back.searchParams.get("error")).toBe("access_denied");
});

test("the login and sign-up forms have autocomplete hints for password managers, and are not cached", async () => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const login = await visitor.get(signInForms.login(uid));
  expect(login.form.form?.fields.map(({ name, autoComplete }) => [name, autoComplete])).toEqual([
    ["email", "username"],
    ["password", "current-password"],
  ]);
  const signUp = await visitor.get(signInForms.signUp(uid));
  expect(signUp.form.form?.fields.map(({ autoComplete }) => autoComplete)).toEqual([
    "username",
    "new-password",
    "nickname",
  ]);
  for (const { headers } of [login, signUp]) expect(headers.get("cache-control")).toBe("no-store");
});

test("a link that asks for sign-up opens that form, with a link to the login", async () => {
  const visitor = new Visitor(site.origin);
  const { location } = await visitor.authorize({ screen_hint: "signup" });
  const { location: signUp } = await visitor.get(location ?? "");
  expect(signUp).toBe(`${location}/sign-up`);
  const { form } = await visitor.get(signUp ?? "");
  const back = form.links[0]?.path ?? "";
  expect((await visitor.get(back)).form.heading).toMatch(/^Sign in/);
});

test("a form of a megabyte is refused", async () => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const { status, form } = await visitor.post(signInForms.login(uid), { email: "a".repeat(1_000_000) });
  expect({ status, problem: form.problem }).toEqual({
    status: 413,
    problem: "That is too much text for this form.",
  });
});

test("when nothing can be saved, a login is refused with the reason and when to retry", async () => {
  const visitor = new Visitor(site.origin);
  await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const refuse = vi.spyOn(site.database, "atomic");
  refuse.mockRejectedValue(new StorageFull());
  const full = await visitor.authorize();
  refuse.mockRejectedValue(new Unavailable(5, "database-busy"));
  const busy = await visitor.authorize();
  refuse.mockRestore();
  expect([full.status, full.form.problem]).toEqual([507, expect.stringContaining("disk is full")]);
  expect([busy.status, busy.form.problem]).toEqual([503, expect.stringContaining("try again in a moment")]);
  expect(busy.headers.get("retry-after")).toBe("5");
});

test("an address that sends more than 120 forms in a minute gets a plain page, and nothing of its forms is read", async () => {
  const flood = new Visitor(site.origin);
  const login = signInForms.login(await flood.begin());
  const typed = { email: `${"\u{315}\u{316}".repeat(600)}`, password: "x" };
  checked.length = 0;
  const statuses: number[] = [];
  for (let sent = 0; sent < 120; sent++) statuses.push((await flood.post(login, typed)).status);
  expect(new Set(statuses)).toEqual(new Set([400]));
  const refused = await flood.post(login, { email: ADMINISTRATOR.email, password: ADMINISTRATOR.password });
  expect([refused.status, refused.headers.get("cache-control")]).toEqual([429, "no-store"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.text).toContain("Please try again");
  expect(checked).toEqual([]);
  await new Visitor(site.origin).signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
});

test("while the database is busy, every endpoint of the provider answers 503 and when to retry", async () => {
  const visitor = new Visitor(site.origin);
  const tokens = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const code = new URL((await visitor.authorize()).location ?? "").searchParams.get("code") ?? "";
  const token = new URLSearchParams({ token: tokens.refresh_token, client_id: CLIENT_ID });
  const exchanged = { grant_type: "authorization_code", code, code_verifier: "x".repeat(43) };
  const both = [
    () => visitor.refresh(tokens),
    () => visitor.request("/oauth/revoke", { method: "POST", body: token }),
    () => visitor.authorize(),
    () => visitor.get("/v2/logout", { "sec-fetch-site": "same-origin" }),
  ];
  const reads = [() => visitor.token(exchanged), () => visitor.call("/userinfo", tokens)];
  for (const [held, ways] of [
    ["query", [...both, ...reads]],
    ["atomic", both],
  ] as const)
    for (const ask of ways) {
      const refuse = vi.spyOn(site.database, held).mockRejectedValue(new Unavailable(5, "database-busy"));
      const { status, headers, text } = await ask();
      expect(refuse).toHaveBeenCalled();
      refuse.mockRestore();
      expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
      expect(text).toContain("try again in a moment");
    }
  expect((await visitor.refresh(tokens)).status).toBe(200);
});
