import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Account } from "../../app/features/accounts/repository/accounts.server.ts";
import { isSame, keyedHash } from "./secrets.ts";

/** How long a device is remembered without signing in, in seconds: a year. */
const LIFE = 365 * 24 * 60 * 60;

type Known = Pick<Account, "id" | "passwordHash">;

/**
 * Browsers that have signed in to an account with its current password, and are not held up by others who guess at it.
 * Each keeps one cookie per account: its name is a keyed hash of the account, and its value proves by another that it
 * is ours.
 */
export function knownDevices(keys: readonly string[], isSecure: boolean) {
  const nameOf = (key: string, { id }: Known): string => `index_device_${keyedHash(key, "device", id)}`;
  const proofOf = (key: string, { id, passwordHash }: Known, device: string): string =>
    keyedHash(key, "known", id, passwordHash ?? "", device);

  /** Returns the account's device that sent the request; null if none is known. */
  function find(c: Context, account: Known): string | null {
    for (const key of keys) {
      const [device = "", proof = ""] = (getCookie(c, nameOf(key, account)) ?? "").split(".");
      if (device !== "" && isSame(proof, proofOf(key, account, device))) return device;
    }
    return null;
  }

  return {
    find,

    /** Makes the browser known to the account. */
    remember(c: Context, account: Known): void {
      const [key] = keys;
      if (key === undefined) return;
      const device = find(c, account) ?? randomBytes(12).toString("base64url");
      setCookie(c, nameOf(key, account), `${device}.${proofOf(key, account, device)}`, {
        // The login forms are below this path; nothing else needs the cookie.
        path: "/u",
        httpOnly: true,
        sameSite: "Lax",
        secure: isSecure,
        maxAge: LIFE,
      });
    },
  };
}

export type KnownDevices = ReturnType<typeof knownDevices>;
