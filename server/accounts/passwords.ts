import { BadForm, TooMany } from "../errors.ts";

/** Makes and tests hashes that say themselves how they were made. What one platform hashed, all others test. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
}

const SHORTEST = 10;
/** Enough for any passphrase; longer ones would only cost time. */
const LONGEST = 200;

/** Hashes computed at a time, and waiting: a flood of logins must leave threads for everybody else. */
const AT_ONCE = 2;
const MOST_WAITING = 40;
/** When who was turned away may come again, in seconds. */
const BUSY = 10;

/** A new password that will do; throws BadForm. */
export function readPassword(password: string, email: string): string {
  const length = [...password].length;
  if (length < SHORTEST) throw new BadForm("password-too-short", { least: SHORTEST });
  if (length > LONGEST) throw new BadForm("password-too-long", { most: LONGEST });
  if (new Set(password).size < 4) throw new BadForm("password-too-easy");
  if (password.trim().toLowerCase() === email.trim().toLowerCase()) throw new BadForm("password-is-email");
  return password;
}

/** One password has one form, however the keyboard composed its accents. */
const normal = (password: string): string => password.normalize("NFKC");

/** Whether a password need be tested at all: nobody's is longer. */
export const canBePassword = (password: string): boolean => [...password].length <= LONGEST;

/** Hashes and tests passwords, a few at a time. */
export function passwordCheck(hasher: PasswordHasher) {
  let running = 0;
  const waiting: (() => void)[] = [];
  /** Those who go before: a flood of strangers' logins holds up no device that is known. */
  const preferred: (() => void)[] = [];

  /** Runs a hash when there is room for it; throws TooMany when too many wait already. */
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
      // Who waited longest takes the place over; nobody slips in between.
      const next = preferred.shift() ?? waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  let nobodys: Promise<string> | undefined;

  return {
    hash: (password: string): Promise<string> => inTurn(() => hasher.hash(normal(password))),

    /**
     * Whether the password is the hash's. Without a hash it takes as long and says no: how long an answer takes must not
     * tell whether an address has an account. Throws TooMany when too many are to be tested; `isKnown` goes before.
     */
    async matches(passwordHash: string | null, password: string, isKnown = false): Promise<boolean> {
      if (!canBePassword(password)) return false;
      nobodys ??= hasher.hash("nobody's");
      const against = passwordHash ?? (await nobodys);
      const matches = await inTurn(
        () => hasher.verify(against, normal(password)),
        isKnown ? preferred : waiting,
      );
      return matches && passwordHash !== null;
    },
  };
}
