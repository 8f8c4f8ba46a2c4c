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
  ...{ "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", $: "s", "5": "s", "7": "t" },
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
export function isCommonPassword(password: string, ...ownWords: readonly string[]): boolean {
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
