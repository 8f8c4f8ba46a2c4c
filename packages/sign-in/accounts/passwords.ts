import { BadForm, TooMany } from "../../../server/errors.ts";

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
const RETRY_AFTER_S = 10;

/**
 * The form in which passwords are hashed (RFC 8265, section 4.2.2): keyboards write "é" as one character or as two, and
 * some a space that does not break.
 */
const asHashed = (password: string): string => password.replace(/\p{Zs}/gu, " ").normalize("NFC");

/** Whether two texts are the same password. */
export const isSamePassword = (one: string, other: string): boolean => asHashed(one) === asHashed(other);

/** Returns the new password, in the form that is hashed, if it is acceptable; throws BadForm. */
export function readPassword(typed: string, email: string | null): string {
  const password = asHashed(typed);
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
export const canBePassword = (password: string): boolean =>
  [...password].length <= LONGEST || [...asHashed(password)].length <= LONGEST;

/** The forms of a password that its hash may have been made of: before they were normalized, as it was typed then. */
const formsOf = (password: string): ReadonlySet<string> =>
  new Set([asHashed(password), password, password.normalize("NFD")]);

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
      if (line.length >= MOST_WAITING)
        throw new TooMany(RETRY_AFTER_S, "too-many-attempts", { seconds: RETRY_AFTER_S });
      await new Promise<void>((go) => line.push(go));
    }
    try {
      return await work();
    } finally {
      // Hand the place to the next in the queue, so that no newer one overtakes it.
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
    hash: (password: string): Promise<string> => inTurn(() => hasher.hash(asHashed(password))),

    /**
     * Whether the password matches the hash, in any form that keyboards write it in. Without a hash it is false after the same time, so that response times do
     * not reveal whether an address has an account. Known devices (`isKnown`) go first. Throws TooMany when too many
     * are waiting.
     */
    async matches(passwordHash: string | null, password: string, isKnown = false): Promise<boolean> {
      if (!canBePassword(password)) return false;
      // Also for a known address: otherwise the first unknown one after a start would take twice as long.
      const other = nobodysHash();
      other.catch(() => undefined);
      const against = passwordHash ?? (await other);
      for (const form of formsOf(password)) {
        // Each takes a place in the queue of its own.
        const matches = await inTurn(() => hasher.verify(against, form), isKnown ? preferred : waiting);
        if (matches) return passwordHash !== null;
      }
      return false;
    },
  };
}

/** What most passwords of leaked lists are made of, in small letters, after `plain`; longer ones first. */
const WORDS = [
  ...["administrator", "motherfucker", "birmingham", "basketball", "manchester", "lovelovelove"],
  ...["butterfly", "chocolate", "christian", "christmas", "elizabeth", "fuckyou", "bloonstd", "liverpool"],
  ...["passwort", "password", "passw0rd", "princess", "sunshine", "football", "baseball", "superman"],
  ...["iloveyou", "starwars", "trustno", "whatever", "michelle", "jennifer", "computer", "samantha"],
  ...["minecraft", "pokemon", "fortnite", "roblox", "internet", "changeme", "letmein", "welcome", "charlie"],
  ...["michael", "jessica", "ashley", "andrea", "nicole", "daniel", "jordan", "thomas", "hunter"],
  ...["monkey", "dragon", "master", "shadow", "killer", "batman", "summer", "winter", "spring", "autumn"],
  ...["flower", "secret", "qwerty", "azerty", "qwertz", "soccer", "hockey", "google", "facebook", "default"],
  ...["hello", "admin", "login", "guest", "bloons", "chimps", "btd", "ninja", "angel", "lovely", "love"],
  ...["pass", "test", "user", "root", "qwe", "asd", "zxc", "qaz", "wsx"],
] as const;

/** Rows of keys, and what else is typed by going along. */
const ROWS = [
  ...["qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "yxcvbnm", "zxcvbnm", "1234567890"],
  ...["abcdefghijklmnopqrstuvwxyz", "0123456789", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0"],
  ...["1qaz2wsx3edc4rfv5tgb6yhn7ujm", "qazwsxedcrfvtgbyhnujm", "zaq1xsw2cde3vfr4"],
].flatMap((row) => [row, [...row].reverse().join("")]);

/** Signs that are written for letters. */
const FOR_LETTERS: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/** What has to be left of a password without its common parts, in characters. */
const LEAST_LEFT = 4;

/** Removes every stretch of four or more along a row of keys, or of one character. */
function withoutRuns(text: string): string {
  let rest = "";
  for (let at = 0; at < text.length; ) {
    const first = text[at] ?? "";
    let length = 1;
    while (text[at + length] === first) length += 1;
    for (const row of ROWS) {
      let along = 1;
      while (at + along < text.length && row.includes(text.slice(at, at + along + 1))) along += 1;
      length = Math.max(length, along);
    }
    if (length < 4) rest += text.slice(at, at + length);
    at += length;
  }
  return rest;
}

const withoutWords = (text: string): string =>
  WORDS.reduce<string>((rest, word) => rest.replaceAll(word, ""), text);

/**
 * Whether a password (of at most 200 characters) is one that guessers try first: one or more common words and runs of
 * keys, with years, digits and signs at its ends and signs for letters, and hardly anything else. `ownWords` are common for its person.
 */
function isCommonPassword(password: string, ...ownWords: readonly string[]): boolean {
  const typed = password.normalize("NFKC").toLowerCase();
  const own = ownWords.filter((word) => word.length >= 3).map((word) => word.toLowerCase());
  const without = (text: string): string => own.reduce((rest, word) => rest.replaceAll(word, ""), text);
  const letters = [...typed].map((sign) => FOR_LETTERS[sign] ?? sign).join("");
  return [typed, letters].some((text) => {
    const rest = withoutWords(withoutRuns(withoutWords(without(text))));
    return rest.replace(/[^a-z\u{80}-\u{10ffff}]/gu, "").length < LEAST_LEFT && !isLongNumber(rest);
  });
}

/** Digits that are no run, no year and no date are hard to guess if there are many of them. */
const isLongNumber = (rest: string): boolean => rest.replace(/\D/g, "").length > 12;
