import { hashOf } from "./media/store.ts";

/** Returns random bytes as base64url. */
export const randomText = (bytes: number): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** Returns the secret of a single-use link: 256 bits. */
export const newSecret = (): string => randomText(32);

/** Returns the secret of a feed's address: 128 bits. */
export const newFeedSecret = (): string => randomText(16);

/** The form in which the database stores a secret. */
export const hashOfSecret = (secret: string): Promise<string> => hashOf(new TextEncoder().encode(secret));
