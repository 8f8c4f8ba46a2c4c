import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import type { Database } from "../../server/db/database.ts";
import { addFirstKey, addKey, type KeyUse, listKeys } from "./accounts/repository/keys.ts";

/** The current key, and the one before, whose tokens are still accepted. */
const KEYS = 2;

/** The keys of the embedded provider, newest first. */
export interface Keys {
  /** Private RS256 keys. */
  readonly tokens: readonly JWK[];
  readonly cookies: readonly string[];
}

async function makeKey(use: KeyUse): Promise<{ id: string; secret: string }> {
  const id = randomBytes(8).toString("hex");
  if (use === "cookie") return { id, secret: randomBytes(32).toString("base64url") };
  const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: id, alg: "RS256", use: "sig" };
  return { id, secret: JSON.stringify(jwk) };
}

/** Adds a new key for each use; the previous one is still accepted. The site uses the new ones from its next start. */
export async function rotateKeys(database: Database, at: Date): Promise<void> {
  for (const use of ["token", "cookie"] as const)
    await addKey(database, use, await makeKey(use), at.toISOString(), KEYS);
}

/** Loads the keys, made at the first start. Several simultaneous first starts all use the keys of one of them. */
export async function loadKeys(database: Database, at: Date): Promise<Keys> {
  for (const use of ["token", "cookie"] as const)
    if ((await listKeys(database, use)).length === 0)
      await addFirstKey(database, use, await makeKey(use), at.toISOString());
  const [tokens, cookies] = [await listKeys(database, "token"), await listKeys(database, "cookie")];
  return {
    tokens: tokens.map(({ secret }) => JSON.parse(secret)),
    cookies: cookies.map(({ secret }) => secret),
  };
}

/** A hash of the parts that only whoever has the key can make: 256 bits in 43 characters. */
export const keyedHash = (key: string, ...parts: readonly string[]): string =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");

/** Compares two texts without revealing by its timing where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
