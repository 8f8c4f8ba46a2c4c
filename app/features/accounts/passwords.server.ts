import { BadForm, TooMany } from "../../../server/errors.ts";
import { isCommonPassword } from "./common-passwords.server.ts";

/** Makes and verifies self-describing hashes. A hash made on one platform verifies on all others. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
}

const SHORTEST = 10;
/** Enough for any passphrase; longer ones would only cost time. */
const LONGEST = 200;

/** Hashes computed at a time, and the length of each queue: a flood of logins must leave threads for everybody else. */
const AT_ONCE = 2;
const MOST_WAITING = 40;
/** When a request that was turned away may retry, in seconds. */
const BUSY = 10;

/** Returns the new password if it is acceptable; throws BadForm. */
export function readPassword(password: string, email: string | null): string {
  const length = [...password].length;
  if (length < SHORTEST) throw new BadForm("password-too-short", { least: SHORTEST });
  if (length > LONGEST) throw new BadForm("password-too-long", { most: LONGEST });
  if (new Set(password).size < 4) throw new BadForm("password-too-easy");
  const address = email?.trim() ?? "";
  if (password.trim().toLowerCase() === address.toLowerCase()) throw new BadForm("password-is-email");
  const [name = ""] = address.split("@");
  if (isCommonPassword(password, name)) throw new BadForm("password-too-common");
  return password;
}

/** Whether a password needs testing at all: nobody has a longer one. */
export const canBePassword = (password: string): boolean => [...password].length <= LONGEST;

/** Hashes and tests passwords, a few at a time. */
export function passwordCheck(hasher: PasswordHasher) {
  let running = 0;
  const waiting: (() => void)[] = [];
  /** Goes first, so that a flood of logins by strangers does not hold up known devices. */
  const preferred: (() => void)[] = [];

  /** Runs a hash as soon as there is room for it; throws TooMany when its queue is full. */
  async function inTurn<Value>(work: () => Promise<Value>, line = waiting): Promise<Value> {
    if (running < AT_ONCE) {
      running += 1;
    } else {
      if (line.length >= MOST_WAITING) throw new TooMany(BUSY, "too-many-attempts", { seconds: BUSY });
      await new Promise<void>((go) => line.push(go));
    }
    try {
      return await work();
    } finally {
      // Hand the place to whoever is next in the queue, so that nobody slips in between.
      const next = preferred.shift() ?? waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  let nobodys: Promise<string> | undefined;

  /** Returns the hash to test against where there is no account. It is made once, unless making it fails. */
  function nobodysHash(): Promise<string> {
    nobodys ??= hasher.hash("nobody's").catch((error) => {
      nobodys = undefined;
      throw error;
    });
    return nobodys;
  }

  return {
    hash: (password: string): Promise<string> => inTurn(() => hasher.hash(password)),

    /**
     * Whether the password matches the hash. Without a hash it is false after the same time, so that response times do
     * not reveal whether an address has an account. Known devices (`isKnown`) go first. Throws TooMany when too many
     * are waiting.
     */
    async matches(passwordHash: string | null, password: string, isKnown = false): Promise<boolean> {
      if (!canBePassword(password)) return false;
      // Also for a known address: otherwise the first unknown one after a start would take twice as long.
      const other = nobodysHash();
      other.catch(() => undefined);
      const against = passwordHash ?? (await other);
      const matches = await inTurn(() => hasher.verify(against, password), isKnown ? preferred : waiting);
      return matches && passwordHash !== null;
    },
  };
}
