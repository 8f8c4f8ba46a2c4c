import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { storedAccounts } from "../packages/sign-in/accounts/repository/personal.ts";
import { pace, type SignIn } from "../server/auth/sign-in.ts";
import { type AccountState, createTokenCheck } from "../server/auth/user.ts";
import { countersInMemory } from "../server/counters.ts";

/** Stands in for an Auth0 tenant: its keys, and the tokens that it would make. */
export const ISSUER = "https://tenant.example/";
export const AUDIENCE = "https://index.example/api";
export const ROLES_CLAIM = "https://index.example/roles";

const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: "test", alg: "RS256", use: "sig" };

const tenantKeys = createLocalJWKSet({ keys: [jwk] });

/** Makes a token as the tenant would. `claims` and `header` override its values, or remove them if undefined. */
export function makeToken(
  claims: Readonly<Record<string, unknown>> = {},
  { key = privateKey, header = {} }: { key?: CryptoKey; header?: Record<string, unknown> } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: ISSUER, aud: AUDIENCE, sub: "member", iat: now, exp: now + 600, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "test", ...header }).sign(key);
}

/** Returns the `Authorization` header of a member, or of somebody with roles. */
export async function bearer(sub: string, roles: readonly string[] = []): Promise<string> {
  return `Bearer ${await makeToken({ sub, [ROLES_CLAIM]: roles })}`;
}

/** Returns the sign-in through that tenant. */
export function tenantSignIn(accountState?: (id: string) => Promise<AccountState | null>): SignIn {
  return {
    config: {
      domain: "tenant.example",
      clientId: "client",
      audience: AUDIENCE,
      rolesClaim: ROLES_CLAIM,
      siteHost: "localhost:3000",
      helperRoles: ["Index Helper", "Admin"],
      verifierRoles: ["Index Verifier"],
      administratorRole: "Admin",
      accounts: false,
    },
    check: createTokenCheck({
      issuer: ISSUER,
      audience: AUDIENCE,
      keys: tenantKeys,
      rolesClaim: ROLES_CLAIM,
      roleNames: { helper: ["Index Helper", "Admin"], verifier: ["Index Verifier"], administrator: "Admin" },
      ...(accountState ? { accountState } : {}),
    }),
    count: pace(countersInMemory()),
    stored: storedAccounts,
  };
}
