import { hashOf } from "../media/store.ts";

const randomBytes = (bytes: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(bytes));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** The `sub` of a new account: random, says nothing. */
export const newAccountId = (): string => `usr_${base64url(randomBytes(15))}`;

/** The secret of a link that works once: 256 bits. */
export const newSecret = (): string => base64url(randomBytes(32));

/** What the database keeps of a secret. */
export const hashOfSecret = (secret: string): Promise<string> => hashOf(new TextEncoder().encode(secret));

/** A password that can be read off a screen and typed: 20 letters and digits in fours, about 100 bits. */
export function newPassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789ACDEFGHJKLMNPQRTUVWXYZ";
  const letters: string[] = [];
  while (letters.length < 20) {
    for (const byte of randomBytes(32)) {
      // Bytes beyond the last whole round of the alphabet would favour its beginning.
      if (byte < alphabet.length * 4 && letters.length < 20)
        letters.push(alphabet[byte % alphabet.length] ?? "");
    }
  }
  return letters.join("").replace(/(.{4})(?=.)/g, "$1-");
}
