import { createHash, randomBytes } from "node:crypto";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { argon2 } from "../../platform/node/argon2.ts";
import { countersInMemory } from "../../server/counters.ts";
import { freePort, type RunningSite, startSite } from "../../test/node/site.ts";
import { type Answered, claimsOf, newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";
import { signInThrough } from "./accounts/authentication.ts";
import { openAccounts } from "./accounts/store.ts";
import { startUpstream } from "./test/upstream.ts";

const CLIENT = { DISCORD_CLIENT_ID: "1234567890", DISCORD_CLIENT_SECRET: "between Discord and us" };

const ADA = {
  ...{ id: "80351110224678912", username: "ada.l", discriminator: "0", global_name: "Ada L" },
  ...{ avatar: null, mfa_enabled: false, locale: "en-US", flags: 0, premium_type: 0 },
};

interface Asked {
  readonly challenge: string;
  readonly returnTo: string;
}

/**
 * Answers as Discord does, in place of the network: its authorization page sends whoever agrees straight back, a code is
 * good once and only for who asked for it, the token's answer has an ID token beside the opaque tokens, without a nonce,
 * and the user's object has `email` and `verified` only if the person has an address.
 */
class Discord {
  user: Record<string, unknown> = ADA;
  isDown = false;
  readonly #codes = new Map<string, Asked>();
  readonly #tokens = new Set<string>();

  /** The person agrees; returns the address that the browser is sent to. */
  agree(location: string | null): string {
    const asked = new URL(location ?? "").searchParams;
    const code = randomBytes(15).toString("base64url");
    const returnTo = asked.get("redirect_uri") ?? "";
    this.#codes.set(code, { challenge: asked.get("code_challenge") ?? "", returnTo });
    return `${returnTo}?${new URLSearchParams({ code, state: asked.get("state") ?? "" })}`;
  }

  async answer(url: URL, init: RequestInit | undefined): Promise<Response> {
    if (this.isDown) throw new TypeError("fetch failed");
    if (url.pathname === "/api/oauth2/token") return this.#token(new URLSearchParams(String(init?.body)));
    if (url.pathname !== "/api/users/@me")
      return Response.json({ message: "404: Not Found" }, { status: 404 });
    const [, token = ""] = (new Headers(init?.headers).get("authorization") ?? "").split("Bearer ");
    if (!this.#tokens.has(token))
      return Response.json({ message: "401: Unauthorized", code: 0 }, { status: 401 });
    return Response.json(this.user);
  }

  async #token(form: URLSearchParams): Promise<Response> {
    const refused = (error: string, status: number) => Response.json({ error }, { status });
    if (
      form.get("client_id") !== CLIENT.DISCORD_CLIENT_ID ||
      form.get("client_secret") !== CLIENT.DISCORD_CLIENT_SECRET
    )
      return refused("invalid_client", 401);
    const code = form.get("code") ?? "";
    const asked = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (asked?.challenge !== challenge || asked.returnTo !== form.get("redirect_uri"))
      return refused("invalid_grant", 400);
    const token = randomBytes(22).toString("base64url");
    this.#tokens.add(token);
    const { privateKey } = await keys;
    const idToken = await new SignJWT({ auth_time: Math.floor(Date.now() / 1000) })
      .setProtectedHeader({ alg: "RS256", kid: "discord" })
      .setIssuer("https://discord.com")
      .setSubject(String(this.user.id))
      .setAudience(CLIENT.DISCORD_CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(privateKey);
    return Response.json({
      ...{ token_type: "Bearer", access_token: token, expires_in: 604_800, id_token: idToken },
      ...{ refresh_token: randomBytes(22).toString("base64url"), scope: "openid identify email" },
    });
  }
}

const keys = generateKeyPair("RS256");
const discord = new Discord();
let site: RunningSite;
let upstream: Awaited<ReturnType<typeof startUpstream>>;

beforeAll(async () => {
  const network = fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return url.origin === "https://discord.com" ? discord.answer(url, init) : network(input, init);
  });
  const port = await freePort();
  upstream = await startUpstream(`http://localhost:${port}`);
  site = await startSite({
    ...{ ...CLIENT, PORT: String(port), AUTH_BROKER_ISSUER: upstream.issuer, AUTH_BROKER_NAME: "the Guild" },
    ...{ AUTH_BROKER_CLIENT_ID: "index", AUTH_BROKER_CLIENT_SECRET: "a secret between the two" },
  });
});
afterEach(() => {
  discord.isDown = false;
});
afterAll(async () => {
  await site.stop();
  upstream.stop();
  vi.unstubAllGlobals();
});

/** Presses the button and comes back from Discord; returns what the site answers. */
async function walk(visitor: Visitor): Promise<Answered> {
  const { location } = await visitor.get(signInForms.discord(await visitor.begin()));
  const back = await visitor.get(discord.agree(location));
  return visitor.get(back.location ?? "");
}

/** Signs in as `user`. */
async function signedIn(user: Record<string, unknown>): Promise<{ visitor: Visitor; tokens: Tokens }> {
  discord.user = user;
  const visitor = new Visitor(site.origin);
  return { visitor, tokens: await visitor.redeem(await walk(visitor)) };
}

const account = async (visitor: Visitor, tokens: Tokens) => (await visitor.call(api.account(), tokens)).json;

test("two issuers are two buttons with one return address", async () => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const { form } = await visitor.get(signInForms.login(uid));
  expect(form.links.slice(0, 2)).toEqual([
    { label: "Sign in with the Guild", path: signInForms.broker(uid), prominent: true },
    { label: "Sign in with Discord", path: signInForms.discord(uid), prominent: true },
  ]);
  const { location } = await visitor.get(signInForms.discord(uid));
  const asked = new URL(location ?? "");
  expect(asked.origin + asked.pathname).toBe("https://discord.com/oauth2/authorize");
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    ...{ client_id: CLIENT.DISCORD_CLIENT_ID, response_type: "code", scope: "openid identify email" },
    redirect_uri: `${site.origin}${signInForms.brokerReturn()}`,
    state: expect.stringMatching(`^${uid}\\.`),
    ...{ code_challenge: expect.any(String), code_challenge_method: "S256" },
  });
});

test("without another issuer, Discord's is the only button", async () => {
  const alone = await startSite(CLIENT);
  const visitor = new Visitor(alone.origin);
  const { form } = await visitor.get(signInForms.login(await visitor.begin()));
  expect(form.links.filter(({ prominent }) => prominent).map(({ label }) => label)).toEqual([
    "Sign in with Discord",
  ]);
  await alone.stop();
});

test("Discord's answer cannot be passed off as the other issuer's, nor used twice", async () => {
  discord.user = { ...ADA, id: "1001", email: "twice@example.org", verified: true };
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const [ours, theirs] = await Promise.all([
    visitor.get(signInForms.discord(uid)),
    visitor.get(signInForms.broker(uid)),
  ]);
  const answer = new URL(discord.agree(ours.location));
  const swapped = new URL(answer);
  swapped.searchParams.set("state", new URL(theirs.location ?? "").searchParams.get("state") ?? "");
  const forged = await visitor.get((await visitor.get(swapped.href)).location ?? "");
  expect({ status: forged.status, problem: forged.form.problem }).toEqual({
    status: 403,
    problem: "the Guild did not sign you in. Please try again.",
  });
  const { location } = await visitor.get(answer.href);
  const right = await visitor.get(location ?? "");
  expect(right.status).toBe(303);
  const again = await visitor.get(location ?? "");
  expect({ status: again.status, problem: again.form.problem }).toEqual({
    status: 403,
    problem: "Discord did not sign you in. Please try again.",
  });
});

test("a new person gets an account, and the same one the next time, by the id", async () => {
  const first = await signedIn({ ...ADA, email: "ada@example.org", verified: true });
  const { sub } = claimsOf(first.tokens.id_token);
  expect(await account(first.visitor, first.tokens)).toMatchObject({
    ...{ email: "ada@example.org", emailVerified: true, hasPassword: false },
  });
  const again = await signedIn({ ...ADA, email: "other@example.org", verified: true, username: "lovelace" });
  expect(claimsOf(again.tokens.id_token)).toMatchObject({ sub, email: "ada@example.org" });
  const stored = site.database.sqlite
    .prepare("select * from account_identity where account = ?")
    .all(String(sub));
  expect(stored).toEqual([{ issuer: "https://discord.com", subject: ADA.id, account: sub, name: "Ada L" }]);
});

test("two tabs that return at once for the first time make one account", async () => {
  const accounts = openAccounts({ database: site.database, hasher: argon2, counters: countersInMemory() });
  const who = { subject: "1002", email: "tabs@example.org", name: null };
  const [one, other] = await Promise.all(
    ["", ""].map(() => signInThrough(accounts, "https://discord.com", who, true)),
  );
  expect(one?.id).toBe(other?.id);
});

test("an address that both sides have verified leads to its account", async () => {
  const { email } = await newMember(site.origin, "linked@example.org");
  const { id } = await site.account(email);
  discord.user = { ...ADA, id: "2001", email: "Linked@example.org", verified: true };
  const refused = await walk(new Visitor(site.origin));
  expect({ status: refused.status, problem: refused.form.problem }).toMatchObject({
    status: 403,
    problem: expect.stringMatching(/cannot be used for a new account/),
  });
  site.database.sqlite.prepare("update account set email_verified_at = '2026-01-01' where id = ?").run(id);
  const { tokens } = await signedIn(discord.user);
  expect(claimsOf(tokens.id_token)).toMatchObject({ sub: id, email });
});

test.each([
  ["no address", {}],
  ["null for an address", { email: null, verified: false }],
  ["an empty address", { email: "", verified: true }],
  ["an address that is not verified", { email: "own@example.org", verified: false }],
  ["an address of which it says nothing", { email: "own@example.org" }],
])("%s makes a new account without an address, linked to none", async (_, given) => {
  if (!site.database.sqlite.prepare("select 1 from account where email = 'own@example.org'").get())
    await newMember(site.origin, "own@example.org");
  const owner = await site.account("own@example.org");
  site.database.sqlite
    .prepare("update account set email_verified_at = '2026-01-01' where id = ?")
    .run(owner.id);
  const id = String(BigInt(`0x${randomBytes(7).toString("hex")}`));
  const { visitor, tokens } = await signedIn({ ...ADA, id, ...given });
  const claims = claimsOf(tokens.id_token);
  expect(claims.sub).not.toBe(owner.id);
  expect(claims).toMatchObject({ name: "a member" });
  expect(Object.keys(claims)).not.toContain("email");
  expect(await account(visitor, tokens)).toMatchObject({ email: null, emailVerified: false });
  // Recognized the next time, as one and the same.
  expect(claimsOf((await signedIn({ ...ADA, id, ...given })).tokens.id_token).sub).toBe(claims.sub);
});

test("whatever members and administrators open works with an account without an address", async () => {
  const { visitor, tokens } = await signedIn({ ...ADA, id: "3001" });
  for (const path of [api.devices(), api.ownMail(), api.notices()])
    expect({ path, status: (await visitor.call(path, tokens)).status }).toEqual({ path, status: 200 });
  expect((await visitor.call(api.ownMail(), tokens)).json).toMatchObject({
    address: null,
    isConfirmed: false,
  });
  const { status, json } = await visitor.call(api.changeEmail(), tokens, {
    current: "",
    email: "mine@example.org",
  });
  expect({ status, json }).toEqual({ status: 400, json: { error: "That is not your current password." } });
  const admin = new Visitor(site.origin);
  const boss = await admin.signIn(site.settings.signIn.adminEmail, site.settings.signIn.adminPassword ?? "");
  const id = claimsOf(tokens.id_token).sub;
  const { results } = (await admin.call(api.accounts(), boss)).json as {
    results: { id: string; email: string | null }[];
  };
  expect(results.find((each) => each.id === id)).toMatchObject({ email: null, displayName: null });
  const { json: made } = await admin.call(api.resetAccount(), boss, { account: String(id) });
  const link = String(made.link);
  expect((await visitor.post(link, { password: "a very good password" })).status).toBe(200);
  expect((await admin.call(api.accountLog({ account: String(id) }), boss)).status).toBe(200);
  // In the log it is a person, not the site itself.
  const { json: log } = await admin.call(api.changes({ noun: "account", action: "reset password" }), boss);
  expect(log.results).toMatchObject([{ who: "an account", account: null, title: "An account" }]);
});

test.each([
  [{ global_name: "Grace" }, "Grace"],
  [{ global_name: null, username: "grace.h" }, "grace.h"],
  // Nobody may be called that here, so it is not offered.
  [{ global_name: "Admin" }, null],
])("of %j the name %s is offered, and taken only if it is saved", async (names, offeredName) => {
  const id = String(BigInt(`0x${randomBytes(7).toString("hex")}`));
  const { visitor, tokens } = await signedIn({ ...ADA, id, ...names });
  expect(await account(visitor, tokens)).toMatchObject({ displayName: null, offeredName });
  const saved = await visitor.call(api.changeName(), tokens, { name: "", public: "" });
  expect(saved.status).toBe(200);
  expect(await account(visitor, tokens)).toMatchObject({ displayName: null, offeredName: null });
});

test("a blocked account cannot sign in through Discord either", async () => {
  const { tokens } = await signedIn({ ...ADA, id: "4001" });
  site.database.sqlite
    .prepare("update account set blocked_at = '2026-01-01' where id = ?")
    .run(String(claimsOf(tokens.id_token).sub));
  const { status, form } = await walk(new Visitor(site.origin));
  expect({ status, problem: form.problem }).toEqual({ status: 403, problem: "This account is blocked." });
});

test.each([
  ["refuses", (at: URL) => at.searchParams.set("error", "access_denied")],
  ["gives no code", (at: URL) => at.searchParams.delete("code")],
  ["gives a code that is not its own", (at: URL) => at.searchParams.set("code", "x")],
])("when Discord %s, the login form says so", async (_, change) => {
  const visitor = new Visitor(site.origin);
  const { location } = await visitor.get(signInForms.discord(await visitor.begin()));
  const back = new URL(discord.agree(location));
  change(back);
  const { status, form } = await visitor.get((await visitor.get(back.href)).location ?? "");
  expect({ status, problem: form.problem, button: form.form?.button }).toEqual({
    ...{ status: 403, problem: "Discord did not sign you in. Please try again.", button: "Sign in" },
  });
});

test.each([
  ["no user", { message: "no" }],
  ["an id that is none", { ...ADA, id: "../../1" }],
])("nobody is signed in by an answer with %s", async (_, user) => {
  discord.user = user;
  expect((await walk(new Visitor(site.origin))).form.problem).toBe(
    "Discord did not sign you in. Please try again.",
  );
});

test("Discord out of reach is reported as such", async () => {
  const visitor = new Visitor(site.origin);
  const { location } = await visitor.get(signInForms.discord(await visitor.begin()));
  const { location: back } = await visitor.get(discord.agree(location));
  discord.isDown = true;
  const { status, form } = await visitor.get(back ?? "");
  expect({ status, problem: form.problem }).toEqual({
    status: 503,
    problem: "Discord cannot be reached at the moment. Please try again later.",
  });
});
