import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Account } from "./accounts/repository/accounts.ts";
import { isSame, keyedHash } from "./keys.ts";

/** How long a device is remembered without signing in, in seconds: a year. */
const LIFE = 365 * 24 * 60 * 60;

const PASSED = "index_passed";

type Known = Pick<Account, "id" | "passwordHash">;

/** How long a login waits for the second factor, in seconds. */
const WAIT = 10 * 60;

/** How somebody has shown who they are, before a second factor. */
export type FirstFactor = "pwd" | "fed";

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

    /** Remembers that in this login, by this browser, somebody has shown to be the account's person but for the factor. */
    passFirst(c: Context, uid: string, { id, passwordHash }: Known, how: FirstFactor): void {
      const [key = ""] = keys;
      const until = String(Math.floor(Date.now() / 1000) + WAIT);
      const proof = keyedHash(key, "passed", uid, id, how, until, passwordHash ?? "");
      setCookie(c, PASSED, [id, how, until, proof].join("."), {
        path: `/u/${uid}`,
        httpOnly: true,
        sameSite: "Lax",
        secure: isSecure,
        maxAge: WAIT,
      });
    },

    /** Returns who has passed the first factor in this login, and how; null: nobody, or too long ago. */
    async passedFirst(
      c: Context,
      uid: string,
      findAccount: (id: string) => Promise<Account | null>,
    ): Promise<{ account: Account; how: FirstFactor } | null> {
      const [id = "", how = "", until = "", proof = ""] = (getCookie(c, PASSED) ?? "").split(".");
      if ((how !== "pwd" && how !== "fed") || !(Number(until) > Date.now() / 1000)) return null;
      const account = await findAccount(id);
      const isOurs = keys.some((key) =>
        isSame(proof, keyedHash(key, "passed", uid, id, how, until, account?.passwordHash ?? "")),
      );
      return isOurs && account !== null && !account.blocked ? { account, how } : null;
    },

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
