import { afterEach, expect, test } from "vitest";
import { api } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR, newFolder, type RunningSite, startSite } from "../../test/node/site.ts";
import { claimsOf, newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";
import { deleteEndedRecords } from "./accounts/repository/sign-in-records.ts";
import { rotateKeys } from "./keys.ts";

let site: RunningSite;
afterEach(() => site.stop());

const bossIn = (visitor: Visitor) => visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as { alg: string; kid: string };

/** Stops the site and starts it on the same data and port. */
async function restart(env: Record<string, string> = {}): Promise<void> {
  const { port, dataDir } = site.settings;
  await site.stop();
  site = await startSite({ PORT: String(port), DATA_DIR: dataDir, ...env });
}

test("the discovery document has our paths, PKCE with S256, and RS256", async () => {
  site = await startSite();
  const { json } = await new Visitor(site.origin).get("/.well-known/openid-configuration");
  expect(json).toMatchObject({
    issuer: `${site.origin}/`,
    authorization_endpoint: `${site.origin}/authorize`,
    token_endpoint: `${site.origin}/oauth/token`,
    jwks_uri: `${site.origin}/.well-known/jwks.json`,
    code_challenge_methods_supported: ["S256"],
    response_types_supported: ["code"],
    id_token_signing_alg_values_supported: ["RS256"],
  });
  const { json: jwks, text } = await new Visitor(site.origin).get("/.well-known/jwks.json");
  expect(jwks.keys).toHaveLength(1);
  expect(text).not.toContain('"d"');
});

test("a login without PKCE, with a plain challenge, or for another address is refused", async () => {
  site = await startSite();
  const visitor = new Visitor(site.origin);
  for (const changed of [
    { code_challenge: null, code_challenge_method: null },
    { code_challenge_method: "plain" },
  ]) {
    const { location } = await visitor.authorize(changed);
    expect(new URL(location ?? "").searchParams.get("error")).toBe("invalid_request");
  }
  for (const changed of [
    { redirect_uri: "https://evil.example/login-redirect" },
    { redirect_uri: `${site.origin}/elsewhere` },
    { client_id: "another" },
  ]) {
    const { status, location, form } = await visitor.authorize(changed);
    expect({ status, location }).toEqual({ status: 400, location: null });
    expect(form.heading).toBe("Signing in did not work");
  }
  const { location } = await visitor.authorize({ audience: "https://other.example/api" });
  expect(new URL(location ?? "").searchParams.get("error")).toBe("invalid_target");
});

test("a code works once, with its own verifier, and reusing it revokes its tokens", async () => {
  site = await startSite();
  const visitor = new Visitor(site.origin);
  await bossIn(visitor);
  const code = async (): Promise<string> =>
    new URL((await visitor.authorize()).location ?? "").searchParams.get("code") ?? "";
  const first = await code();
  await code();
  await expect(visitor.exchange(first)).rejects.toThrow("invalid_grant");
  const second = await code();
  const tokens = await visitor.exchange(second);
  await expect(visitor.exchange(second)).rejects.toThrow("invalid_grant");
  expect((await visitor.refresh(tokens)).status).toBe(400);
});

test("refresh tokens rotate; an old one works for ten seconds more, and later reuse revokes all", async () => {
  site = await startSite();
  const visitor = new Visitor(site.origin);
  const tokens = await bossIn(visitor);
  const next = (await visitor.refresh(tokens)).json as unknown as Tokens;
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
  // The response was lost on the way: the SDK asks again with the old one.
  const again = await visitor.refresh(tokens);
  expect(again.status).toBe(200);
  // After the time of grace.
  site.database.sqlite.exec("update sign_in_record set consumed_at = consumed_at - 11");
  expect((await visitor.refresh(tokens)).json).toEqual({
    error: "invalid_grant",
    error_description: "invalid refresh token",
  });
  for (const { refresh_token } of [next, again.json as unknown as Tokens])
    expect((await visitor.refresh({ refresh_token })).status).toBe(400);
});

test("concurrent refreshes with one token all succeed", async () => {
  site = await startSite();
  const visitor = new Visitor(site.origin);
  const tokens = await bossIn(visitor);
  const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.refresh(tokens)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test("logging out ends the session and the refresh tokens, and returns only to addresses on the list", async () => {
  site = await startSite({ AUTH_RETURN_TO: "https://friend.example/bye" });
  const visitor = new Visitor(site.origin);
  const tokens = await bossIn(visitor);
  const logOut = (returnTo: string) =>
    visitor.get(`/v2/logout?${new URLSearchParams({ client_id: "btd6-index", returnTo })}`, {
      "sec-fetch-site": "same-origin",
    });
  for (const returnTo of [
    "https://evil.example/",
    "//evil.example/",
    "https://friend.example/bye/further",
    "https://friend.example/",
    "javascript:alert(1)",
    `${site.origin}.evil.example/`,
    `${site.origin.replace("localhost", "localhost@evil.example")}/`,
    "no address",
  ]) {
    const { status, form } = await logOut(returnTo);
    expect({ returnTo, status, problem: form.problem }).toEqual({
      returnTo,
      status: 400,
      problem: "The address to return to after signing out is not on the list.",
    });
  }
  // A refused logout ends nothing.
  expect((await visitor.authorize()).location).toContain("code=");
  expect(await logOut("https://friend.example/bye")).toMatchObject({
    status: 302,
    location: "https://friend.example/bye",
  });
  expect((await visitor.authorize({ prompt: "none" })).location).toContain("error=login_required");
  expect((await visitor.refresh(tokens)).status).toBe(400);
  expect(await logOut(`${site.origin}/2tc?og=1`)).toMatchObject({ location: `${site.origin}/2tc?og=1` });
  expect(await visitor.get("/v2/logout")).toMatchObject({ status: 302, location: `${site.origin}/` });
});

test("a session and its refresh tokens survive a restart", async () => {
  site = await startSite({ DATA_DIR: newFolder() });
  const visitor = new Visitor(site.origin);
  const tokens = await bossIn(visitor);
  await restart();
  expect((await visitor.call(api.account(), tokens)).status).toBe(200);
  expect((await visitor.authorize({ prompt: "none" })).location).toContain("code=");
  expect((await visitor.refresh(tokens)).status).toBe(200);
  // The administrator exists already: none is made, nothing is printed.
  expect(site.said.join("\n")).not.toContain("administrator");
});

test("a login in progress survives a restart", async () => {
  site = await startSite();
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  await restart();
  await visitor.redeem(await visitor.post(`/u/${uid}`, { ...ADMINISTRATOR }));
});

test("after a key rotation the new keys sign, and signatures of the previous ones are accepted", async () => {
  site = await startSite();
  const visitor = new Visitor(site.origin);
  const tokens = await bossIn(visitor);
  await rotateKeys(site.database, new Date());
  await restart();
  expect((await visitor.call(api.account(), tokens)).status).toBe(200);
  // The session's cookie, signed with the old key.
  expect((await visitor.authorize({ prompt: "none" })).location).toContain("code=");
  const next = (await visitor.refresh(tokens)).json as unknown as Tokens;
  expect(headerOf(next.access_token)).toMatchObject({ alg: "RS256" });
  expect(headerOf(next.access_token).kid).not.toBe(headerOf(tokens.access_token).kid);
  expect((await visitor.get("/.well-known/jwks.json")).json.keys).toHaveLength(2);

  // After one more rotation the first key is gone for good.
  await rotateKeys(site.database, new Date(Date.now() + 1_000));
  await restart();
  expect((await visitor.call(api.account(), tokens)).status).toBe(403);
  expect((await visitor.call(api.account(), next)).status).toBe(200);
});

test("the first start creates an administrator with a printed password, marked as generated until changed", async () => {
  site = await startSite({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  expect(site.said.join("\n")).toContain("made the administrator admin@localhost");
  const password = /shown only this once: (\S+) /.exec(site.said.join("\n"))?.[1] ?? "";
  expect(password).toMatch(/^([a-zA-Z2-9]{4}-){4}[a-zA-Z2-9]{4}$/);
  const visitor = new Visitor(site.origin);
  const tokens = await visitor.signIn("admin@localhost", password);
  expect((await visitor.call(api.account(), tokens)).json).toMatchObject({ passwordGenerated: true });
  await visitor.call(api.changePassword(), tokens, { current: password, password: "my own password" });
  expect((await visitor.call(api.account(), tokens)).json).toMatchObject({ passwordGenerated: false });
});

test("expired records are swept, and the others stay", async () => {
  site = await startSite();
  const { visitor, tokens } = await newMember(site.origin, "lasting@example.org");
  const count = () => site.database.sqlite.prepare("select count(*) as n from sign_in_record").get()?.n;
  const before = Number(count());
  await site.database.atomic([deleteEndedRecords(Math.floor(Date.now() / 1000))]);
  expect(count()).toBe(before);
  // Logins in progress and codes end within the hour; sessions and refresh tokens do not.
  await site.database.atomic([deleteEndedRecords(Math.floor(Date.now() / 1000) + 2 * 3_600)]);
  expect(Number(count())).toBeLessThan(before);
  expect((await visitor.refresh(tokens)).status).toBe(200);
});

test("behind https without a trusted proxy a login still goes to the site's own origin", async () => {
  site = await startSite({ SITE_ORIGIN: "https://index.example", TRUST_PROXY: "off" });
  const visitor = new Visitor(site.origin);
  const { json } = await visitor.get("/.well-known/openid-configuration");
  expect(json.authorization_endpoint).toBe("https://index.example/authorize");
  const answer = await visitor.authorize({
    redirect_uri: "https://index.example/login-redirect",
    audience: "https://index.example/api",
  });
  expect(answer.location).toMatch(/\/u\//);
  expect(answer.headers.getSetCookie().join("\n")).toMatch(/index_login=[^\n]*; secure/i);
});

test("a popup's answer leaves the SDK time to read it before the window closes", async () => {
  site = await startSite();
  const { status, text } = await new Visitor(site.origin).authorize({
    response_mode: "web_message",
    prompt: "none",
  });
  expect(status).toBe(400);
  expect(text).toContain('"error":"login_required"');
  expect(text.match(/win\.close\(\)/g)).toHaveLength(1);
  expect(text).toContain("setTimeout(() => win.close(), 3000)");
});

test("the provider's responses have the site's common headers", async () => {
  site = await startSite();
  const visitor = new Visitor(site.origin);
  for (const path of ["/.well-known/jwks.json", "/authorize", "/v2/logout?returnTo=x", "/reset"]) {
    const { headers } = await visitor.get(path);
    // It would cut a popup off from the page of another host that waits for it.
    expect(headers.get("cross-origin-opener-policy")).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("an ID token contains none of the account's secrets", async () => {
  site = await startSite();
  const { tokens } = await newMember(site.origin, "plain@example.org");
  expect(Object.keys(claimsOf(tokens.id_token)).sort()).toEqual(
    [
      `${site.origin}/roles`,
      ...["aud", "auth_time", "email", "email_verified", "exp", "iat", "iss", "name", "nonce", "sub"],
    ].sort(),
  );
});
