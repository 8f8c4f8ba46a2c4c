import { createHash, randomBytes } from "node:crypto";

/** The `sub` of a new account: random, says nothing. */
export const newAccountId = (): string => `usr_${randomBytes(15).toString("base64url")}`;

/** The secret of a link that works once: 256 bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of a secret. */
export const hashOfSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

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
