import { hash, verify } from "@node-rs/argon2";
import { TooMany } from "../../../server/errors.ts";

/** Argon2id with the parameters that OWASP's password storage guide gives for 19 MiB; about 20 to 70 ms of one core. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const SHORTEST = 10;
/** Enough for any passphrase; longer ones would only cost time. */
const LONGEST = 200;

/** Hashes computed at a time, and waiting: a flood of logins must leave threads for everybody else. */
const AT_ONCE = 2;
const MOST_WAITING = 40;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a hash when there is room for it; throws TooMany when too many wait already. */
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running < AT_ONCE) {
    running += 1;
  } else {
    if (waiting.length >= MOST_WAITING) throw new TooMany(10);
    await new Promise<void>((go) => waiting.push(go));
  }
  try {
    return await work();
  } finally {
    // Who waited longest takes the place over; nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** What is wrong with a new password, in words for the person; null if it does. */
export function passwordProblem(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < SHORTEST) return `Please choose a password of at least ${SHORTEST} characters.`;
  if (length > LONGEST) return `Please choose a password of at most ${LONGEST} characters.`;
  if (new Set(password).size < 4) return "Please choose a password that is harder to guess.";
  if (password.trim().toLowerCase() === email.trim().toLowerCase())
    return "Please choose a password that is not your e-mail address.";
  return null;
}

/** One password has one form, however the keyboard composed its accents. */
const normal = (password: string): string => password.normalize("NFKC");

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), OPTIONS));
}

let nobodys: Promise<string> | undefined;

/**
 * Whether the password is the hash's. Without a hash it takes as long and says no: how long an answer takes must not
 * tell whether an address has an account.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if ([...password].length > LONGEST) return false;
  nobodys ??= hash("nobody's", OPTIONS);
  const against = passwordHash ?? (await nobodys);
  const matches = await inTurn(() => verify(against, normal(password)));
  return matches && passwordHash !== null;
}
