import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRemoteJWKSet, exportJWK, generateKeyPair, type JWK, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { type ProblemArguments, problem } from "../../domain/messages/index.ts";
import { AUDIENCE, bearer, ISSUER, makeToken, ROLES_CLAIM, tenantSignIn } from "../../test/sign-in.ts";
import { createTokenCheck, LEEWAY } from "./user.ts";

const { check } = tenantSignIn();
const now = (): number => Math.floor(Date.now() / 1000);

/** The result of checking a token with these claims changed. */
const claims = async (changed: Record<string, unknown>) => check(`Bearer ${await makeToken(changed)}`);
const refusal = (...told: ProblemArguments) => ({ status: 403, problem: problem(...told) });

test("a valid token identifies the user", async () => {
  expect(await check(await bearer("ada"))).toEqual({
    id: "ada",
    isMember: true,
    isVerifier: false,
    isHelper: false,
    isAdministrator: false,
  });
});

test("neither the case of the scheme nor the header's typ matters", async () => {
  expect(await check((await bearer("ada")).replace("Bearer", "bEARER"))).toMatchObject({ id: "ada" });
  const typed = await makeToken({}, { header: { typ: "at+jwt" } });
  expect(await check(`Bearer ${typed}`)).toMatchObject({ id: "member" });
});

test.each([
  ["no header", undefined],
  ["an empty header", ""],
  ["another scheme", "Basic bWVtYmVyOnNlY3JldA=="],
  ["a scheme without a token", "Bearer "],
  ["words after the token", "Bearer one two"],
])("a request with %s is answered with 401", async (_what, header) => {
  await expect(check(header)).rejects.toMatchObject({ status: 401 });
});

test.each(["garbage", "a.b.c", "e30.e30.e30", "..", "💥"])(
  "the malformed token %s is refused",
  async (token) => {
    await expect(check(`Bearer ${token}`)).rejects.toMatchObject(refusal("token-not-valid"));
  },
);

test("a token that is too long is refused", async () => {
  const huge = await makeToken({ filling: "x".repeat(20_000) });
  await expect(check(`Bearer ${huge}`)).rejects.toMatchObject(refusal("token-not-valid"));
});

test.each([
  ["iss", "https://other.example/"],
  ["iss", ISSUER.slice(0, -1)],
  ["iss", undefined],
  ["aud", "https://other.example/api"],
  ["aud", ["https://other.example/api"]],
  ["aud", undefined],
  ["sub", undefined],
  ["exp", undefined],
  ["exp", "soon"],
  ["iat", undefined],
  ["iat", "lately"],
])("a token whose %s is %j is refused", async (claim, value) => {
  await expect(claims({ [claim]: value })).rejects.toMatchObject(refusal("token-claim", { claim }));
});

test("an empty subject counts as missing, and so does one that no issuer gives", async () => {
  for (const sub of ["", 5, "s".repeat(256)])
    await expect(claims({ sub: sub as string })).rejects.toMatchObject(refusal("token-without-subject"));
  expect(await claims({ sub: "s".repeat(255) })).toMatchObject({ isMember: true });
});

test("a token with several audiences is accepted if ours is among them", async () => {
  expect(await claims({ aud: ["https://other.example/", AUDIENCE] })).toMatchObject({ id: "member" });
});

test("an expired token is accepted within the leeway, and no longer", async () => {
  expect(await claims({ exp: now() - LEEWAY + 10 })).toMatchObject({ id: "member" });
  await expect(claims({ exp: now() - LEEWAY - 1 })).rejects.toMatchObject(refusal("token-expired"));
});

test("a token that is not valid yet is accepted within the leeway, and no earlier", async () => {
  expect(await claims({ nbf: now() + LEEWAY - 10 })).toMatchObject({ id: "member" });
  await expect(claims({ nbf: now() + LEEWAY + 10 })).rejects.toMatchObject(
    refusal("token-claim", { claim: "nbf" }),
  );
});

test("a token that has expired was valid before, which does not reopen its account", async () => {
  const header = `Bearer ${await makeToken({ exp: now() - 600 })}`;
  const then = new Date(Date.now() - 700_000);
  expect(await check(header, then)).toMatchObject({ id: "member" });
  const blocked = tenantSignIn(async () => ({ blocked: true, roles: [] }));
  await expect(blocked.check(header, then)).rejects.toMatchObject(refusal("account-blocked"));
});

test("the leeway is a minute", () => expect(LEEWAY).toBe(60));

test("an unsigned token is refused", async () => {
  const unsigned = new UnsecuredJWT({ sub: "member" })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime("5m")
    .encode();
  await expect(check(`Bearer ${unsigned}`)).rejects.toMatchObject(refusal("token-algorithm"));
});

test("a token signed with a shared secret (HS256) is refused", async () => {
  const secret = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, true, ["sign"]);
  const token = await makeToken({}, { key: secret, header: { alg: "HS256" } });
  await expect(check(`Bearer ${token}`)).rejects.toMatchObject(refusal("token-algorithm"));
});

test("a token signed with another RSA algorithm (RS384) is refused", async () => {
  const { privateKey } = await generateKeyPair("RS384");
  const token = await makeToken({}, { key: privateKey, header: { alg: "RS384" } });
  await expect(check(`Bearer ${token}`)).rejects.toMatchObject(refusal("token-algorithm"));
});

test("a token signed with a foreign key is refused, under our key ID and under its own", async () => {
  const { privateKey } = await generateKeyPair("RS256");
  for (const kid of ["test", "theirs"]) {
    const token = await makeToken({}, { key: privateKey, header: { kid } });
    await expect(check(`Bearer ${token}`)).rejects.toMatchObject(refusal("token-not-valid"));
  }
});

test("a token that was modified after signing is refused", async () => {
  const [head, , signature] = (await makeToken()).split(".");
  const payload = Buffer.from(
    JSON.stringify({ iss: ISSUER, aud: AUDIENCE, sub: "boss", iat: now(), exp: now() + 600 }),
  ).toString("base64url");
  await expect(check(`Bearer ${head}.${payload}.${signature}`)).rejects.toMatchObject(
    refusal("token-not-valid"),
  );
});

test("if a token has permissions, a member needs write:member", async () => {
  expect(await claims({ permissions: ["write:member"] })).toMatchObject({ isMember: true });
  for (const permissions of [[], ["read:all"], "write:member", null])
    expect(await claims({ permissions })).toMatchObject({ isMember: false, isHelper: false });
});

test.each([
  ["the role Index Helper", { [ROLES_CLAIM]: ["Index Helper"] }, { isHelper: true, isAdministrator: false }],
  ["the role Admin", { [ROLES_CLAIM]: ["Admin"] }, { isHelper: true, isAdministrator: true }],
  [
    "write:admin",
    { permissions: ["write:member", "write:admin"] },
    { isHelper: true, isAdministrator: false },
  ],
  ["another role", { [ROLES_CLAIM]: ["Visitor"] }, { isHelper: false, isAdministrator: false }],
  [
    "the role in another letter case",
    { [ROLES_CLAIM]: ["admin"] },
    { isHelper: false, isAdministrator: false },
  ],
  ["a claim that is no list", { [ROLES_CLAIM]: "Admin" }, { isHelper: false, isAdministrator: false }],
  ["roles under another claim", { roles: ["Admin"] }, { isHelper: false, isAdministrator: false }],
])("%s determines who is a helper or an administrator", async (_what, changed, levels) => {
  expect(await claims(changed)).toMatchObject(levels);
});

test("the tokens of blocked and deleted accounts are refused", async () => {
  const blocked = tenantSignIn(async () => ({ blocked: true, roles: ["Admin"] }));
  await expect(blocked.check(await bearer("ada"))).rejects.toMatchObject(refusal("account-blocked"));
  const gone = tenantSignIn(async () => null);
  await expect(gone.check(await bearer("ada"))).rejects.toMatchObject(refusal("account-gone"));
});

test("the account's roles override the token's, whether granted or revoked", async () => {
  const plain = tenantSignIn(async () => ({ blocked: false, roles: [] }));
  const stale = await makeToken({ [ROLES_CLAIM]: ["Admin"], permissions: ["write:member", "write:admin"] });
  expect(await plain.check(`Bearer ${stale}`)).toMatchObject({ isHelper: false, isAdministrator: false });
  const helper = tenantSignIn(async (id) => ({
    blocked: false,
    roles: id === "ada" ? ["Index Helper"] : [],
  }));
  expect(await helper.check(await bearer("ada"))).toMatchObject({ isHelper: true, isAdministrator: false });
  const mere = await makeToken({ sub: "ada", permissions: [] });
  expect(await helper.check(`Bearer ${mere}`)).toMatchObject({ isMember: false });
});

/** Serves an issuer's keys on a loopback address, as createRemoteJWKSet reads them. */
async function keyServer() {
  const state = { keys: [] as JWK[], asked: 0, down: false };
  const server = createServer((_request, response) => {
    state.asked += 1;
    if (state.down) response.writeHead(503).end();
    else
      response
        .writeHead(200, { "Content-Type": "application/json" })
        .end(JSON.stringify({ keys: state.keys }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const remote = createRemoteJWKSet(new URL(`http://127.0.0.1:${port}/.well-known/jwks.json`), {
    // A cooldown would only slow the test down.
    cooldownDuration: 0,
  });
  const roleNames = { helper: [], verifier: [], administrator: "Admin" };
  return {
    state,
    close: () => server.close(),
    check: createTokenCheck({
      issuer: ISSUER,
      audience: AUDIENCE,
      keys: remote,
      rolesClaim: ROLES_CLAIM,
      roleNames,
    }),
  };
}

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" },
    token: async () => `Bearer ${await makeToken({}, { key: privateKey, header: { kid } })}`,
  };
}

test("the issuer's keys are fetched once, and again for an unknown key; old and new keys are both accepted", async () => {
  const [first, second] = [await newKey("first"), await newKey("second")];
  const { state, check: remotely, close } = await keyServer();
  state.keys = [first.jwk];
  await remotely(await first.token());
  await remotely(await first.token());
  expect(state.asked).toBe(1);

  state.keys = [second.jwk, first.jwk];
  expect(await remotely(await second.token())).toMatchObject({ id: "member" });
  expect(await remotely(await first.token())).toMatchObject({ id: "member" });
  expect(state.asked).toBe(2);

  // The issuer is down: known keys keep working.
  state.down = true;
  expect(await remotely(await second.token())).toMatchObject({ id: "member" });
  close();
});

test("a revoked key is refused once the issuer's keys are fetched again", async () => {
  const [first, second] = [await newKey("first"), await newKey("second")];
  const { state, check: remotely, close } = await keyServer();
  state.keys = [first.jwk];
  await remotely(await first.token());
  state.keys = [second.jwk];
  await remotely(await second.token());
  await expect(remotely(await first.token())).rejects.toMatchObject(refusal("token-not-valid"));
  close();
});

test("an issuer whose keys cannot be fetched causes 503, not a refusal", async () => {
  const outage = { status: 503, seconds: 30, problem: { code: "no-issuer-keys", values: {} } };
  const key = await newKey("first");
  const { state, check: remotely, close } = await keyServer();
  state.down = true;
  await expect(remotely(await key.token())).rejects.toMatchObject(outage);
  close();
  await expect(remotely(await key.token())).rejects.toMatchObject(outage);
});
