import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signInForms } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR, freePort, newFolder, type RunningSite, startSite } from "../../test/node/site.ts";
import { type Answered, claimsOf, newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";
import { startUpstream } from "./test/upstream.ts";

let site: RunningSite;
let upstream: Awaited<ReturnType<typeof startUpstream>>;

beforeAll(async () => {
  const port = await freePort();
  upstream = await startUpstream(`http://localhost:${port}`);
  site = await startSite({
    PORT: String(port),
    AUTH_BROKER_ISSUER: upstream.issuer,
    AUTH_BROKER_NAME: "the Guild",
    AUTH_BROKER_CLIENT_ID: "index",
    AUTH_BROKER_CLIENT_SECRET: "a secret between the two",
  });
});
afterEach(() => {
  upstream.state.refuses = false;
});
afterAll(async () => {
  await site.stop();
  upstream.stop();
});

/** Goes the whole way: the button, the other issuer, and the tokens. */
async function through(): Promise<Tokens> {
  const visitor = new Visitor(site.origin);
  return visitor.redeem(await walk(visitor));
}

/** Presses the button and follows every redirect up to the site's answer to the return from the other issuer. */
async function walk(visitor: Visitor): Promise<Answered> {
  const uid = await visitor.begin();
  const { answer } = await follow(
    visitor,
    `${site.origin}${signInForms.broker(uid)}`,
    `${signInForms.broker(uid)}/return`,
  );
  return answer;
}

/** Follows redirects up to the answer of an address that contains `last`, or one that leads no further. */
async function follow(
  visitor: Visitor,
  from: string,
  last: string,
): Promise<{ at: string; answer: Answered }> {
  let at = from;
  for (let hop = 0; hop < 8; hop++) {
    const answer = await visitor.get(at);
    if (at.includes(last) || answer.location === null) return { at, answer };
    at = new URL(answer.location, at).href;
  }
  throw new Error(`too many redirects: ${at}`);
}

test("the login page has a button that leads to the other issuer", async () => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const { form } = await visitor.get(signInForms.login(uid));
  expect(form.links[0]).toEqual({
    label: "Sign in with the Guild",
    path: signInForms.broker(uid),
    prominent: true,
  });
  const { location } = await visitor.get(signInForms.broker(uid));
  const asked = new URL(location ?? "");
  expect(asked.origin).toBe(upstream.issuer);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    redirect_uri: `${site.origin}/sign-in-elsewhere`,
    code_challenge_method: "S256",
    scope: "openid email",
    nonce: expect.any(String),
  });
});

test("a new person gets an account, and the same one the next time", async () => {
  upstream.state.person = { sub: "new", email: "new@example.org", email_verified: true };
  const first = claimsOf((await through()).id_token);
  expect(first).toMatchObject({ email: "new@example.org", email_verified: true });
  // Recognized by the subject, not by the address.
  upstream.state.person = { sub: "new", email: "renamed@example.org", email_verified: true };
  const again = claimsOf((await through()).id_token);
  expect(again).toMatchObject({ sub: first.sub, email: "new@example.org" });
});

test("an account is linked by its e-mail address only if both sides have verified it", async () => {
  const { email } = await newMember(site.origin, "linked@example.org");
  const { id } = await site.account(email);
  const verify = (at: string | null) =>
    site.database.sqlite.prepare("update account set email_verified_at = ? where id = ?").run(at, id);

  verify(null);
  upstream.state.person = { sub: "linked", email, email_verified: true };
  const refused = await walk(new Visitor(site.origin));
  expect({ status: refused.status, problem: refused.form.problem }).toMatchObject({
    status: 403,
    problem: expect.stringMatching(/cannot be used for a new account/),
  });
  for (const here of [null, "2026-01-01T00:00:00.000Z"]) {
    verify(here);
    upstream.state.person = { sub: `unverified ${here}`, email, email_verified: false };
    expect(claimsOf((await through()).id_token).sub).not.toBe(id);
  }

  verify("2026-01-01T00:00:00.000Z");
  upstream.state.person = { sub: "linked", email: "LINKED@example.org", email_verified: true };
  expect(claimsOf((await through()).id_token)).toMatchObject({ sub: id, email });
  // Linked for good.
  verify(null);
  upstream.state.person = { sub: "linked" };
  expect(claimsOf((await through()).id_token)).toMatchObject({ sub: id });
});

test("a blocked account cannot sign in through the other issuer either", async () => {
  upstream.state.person = { sub: "banned", email: "banned@example.org", email_verified: true };
  await through();
  site.database.sqlite.exec(
    "update account set blocked_at = '2026-01-01' where email_key = 'banned@example.org'",
  );
  const refused = await walk(new Visitor(site.origin));
  expect({ status: refused.status, problem: refused.form.problem }).toEqual({
    status: 403,
    problem: "This account is blocked.",
  });
});

test("an issuer that gives no e-mail address makes an account without one", async () => {
  upstream.state.person = { sub: "nameless" };
  const claims = claimsOf((await through()).id_token);
  expect(claims).toMatchObject({ name: "a member" });
  expect(Object.keys(claims)).not.toContain("email");
  expect(claimsOf((await through()).id_token).sub).toBe(claims.sub);
});

test("a login that the other issuer refuses leads back to the login form with a message", async () => {
  upstream.state.refuses = true;
  const { status, form } = await walk(new Visitor(site.origin));
  expect({ status, problem: form.problem }).toEqual({
    status: 403,
    problem: "the Guild did not sign you in. Please try again.",
  });
  expect(form.form?.button).toBe("Sign in");
});

test("a callback that nobody requested, or for another browser's login, is refused", async () => {
  const visitor = new Visitor(site.origin);
  for (const query of ["", "?code=x&state=y", "?state=%00"]) {
    const { status, form } = await visitor.get(`${signInForms.brokerReturn()}${query}`);
    expect({ status, problem: form.problem }).toMatchObject({
      status: 404,
      problem: expect.stringMatching(/has expired/),
    });
  }
  const victim = new Visitor(site.origin);
  const { location } = await victim.get(signInForms.broker(await victim.begin()));
  const state = new URL(location ?? "").searchParams.get("state") ?? "";
  const forged = await visitor.get(
    `${signInForms.brokerReturn()}?${new URLSearchParams({ code: "x", state })}`,
  );
  const end = await visitor.get(forged.location ?? "");
  expect({ status: end.status, heading: end.form.heading }).toEqual({
    status: 400,
    heading: "This login page has ended",
  });
});

test("when sign-up is closed, no account is created through the other issuer either", async () => {
  const port = await freePort();
  const elsewhere = await startUpstream(`http://localhost:${port}`);
  elsewhere.state.person = { sub: "new", email: "new@example.org", email_verified: true };
  const closed = await startSite({
    PORT: String(port),
    AUTH_SIGNUP: "invitation",
    AUTH_BROKER_ISSUER: elsewhere.issuer,
    AUTH_BROKER_CLIENT_ID: "index",
    AUTH_BROKER_CLIENT_SECRET: "a secret between the two",
  });
  const visitor = new Visitor(closed.origin);
  const uid = await visitor.begin();
  let at = `${closed.origin}${signInForms.broker(uid)}`;
  let answer = await visitor.get(at);
  while (answer.location !== null) {
    at = new URL(answer.location, at).href;
    answer = await visitor.get(at);
  }
  expect({ status: answer.status, problem: answer.form.problem }).toEqual({
    status: 403,
    problem: "This site does not accept new accounts from everybody.",
  });
  elsewhere.stop();
  await closed.stop();
});

test("an issuer that is down is reported, and the password still works", async () => {
  const down = await startSite({ AUTH_BROKER_ISSUER: "http://127.0.0.1:1", AUTH_BROKER_CLIENT_ID: "index" });
  const visitor = new Visitor(down.origin);
  const { status, form } = await visitor.get(signInForms.broker(await visitor.begin()));
  expect({ status, problem: form.problem }).toEqual({
    status: 503,
    problem: "127.0.0.1 cannot be reached at the moment. Please try again later.",
  });
  await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await down.stop();
});

test("a login in progress at the other issuer survives a restart of the site", async () => {
  const port = await freePort();
  const elsewhere = await startUpstream(`http://localhost:${port}`);
  elsewhere.state.person = { sub: "patient", email: "patient@example.org", email_verified: true };
  const env = {
    PORT: String(port),
    DATA_DIR: newFolder(),
    AUTH_BROKER_ISSUER: elsewhere.issuer,
    AUTH_BROKER_CLIENT_ID: "index",
    AUTH_BROKER_CLIENT_SECRET: "a secret between the two",
  };
  const first = await startSite(env);
  const visitor = new Visitor(first.origin);
  const uid = await visitor.begin();
  const start = `${first.origin}${signInForms.broker(uid)}`;
  const { answer: back } = await follow(visitor, start, signInForms.brokerReturn());
  await first.stop();
  const second = await startSite(env);
  const { id_token } = await visitor.redeem(await visitor.get(back.location ?? ""));
  expect(claimsOf(id_token)).toMatchObject({ email: "patient@example.org" });
  elsewhere.stop();
  await second.stop();
});
