import { randomText } from "../../../server/secrets.ts";

/** Returns the `sub` of a new account: random, with no meaning. */
export const newAccountId = (): string => `usr_${randomText(15)}`;

/** Returns six digits, all equally likely but for one part in four thousand. */
export const sixDigits = (): string =>
  String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000).padStart(6, "0");

/** Compares two texts of equal length without revealing by its timing where they differ. */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

/** Returns a password that is easy to read and type: 20 letters and digits in fours, about 100 bits. */
export const newPassword = (): string => inFours("abcdefghjkmnpqrstuvwxyz23456789ACDEFGHJKLMNPQRTUVWXYZ");

/**
 * Returns a recovery code: 20 letters and digits in fours, about 93 bits. None is taken for another one in handwriting, in
 * whichever case: there is no 0, 1, b, g, i, l, o, q, s, u or z.
 */
export const newRecoveryCode = (): string => inFours("acdefhjkmnprtvwxy23456789");

/** 20 signs of an alphabet, all equally likely, with hyphens between fours. */
function inFours(alphabet: string): string {
  const most = 256 - (256 % alphabet.length);
  const letters: string[] = [];
  while (letters.length < 20) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      // Bytes beyond the last whole multiple of the alphabet would favour its beginning.
      if (byte < most && letters.length < 20) letters.push(alphabet[byte % alphabet.length] ?? "");
    }
  }
  return letters.join("").replace(/(.{4})(?=.)/g, "$1-");
}
