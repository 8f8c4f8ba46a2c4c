import { isSameText } from "./secrets.server.ts";

/** The alphabet of RFC 4648, in which apps take secrets. */
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 6238: 160 bits for HMAC-SHA-1, six digits, a new code every 30 seconds. What all apps know. */
const SECRET_BYTES = 20;
const STEP = 30;
export const DIGITS = 6;

/** Codes of how many steps before and after are taken, because clocks differ and people type slowly. */
const SKEW = 1;

/** Returns a new secret, as apps take it. */
export const newFactorSecret = (): string =>
  // 5 bits of each byte: all 32 letters are equally likely.
  Array.from(
    crypto.getRandomValues(new Uint8Array((SECRET_BYTES * 8) / 5)),
    (byte) => BASE32[byte & 31],
  ).join("");

function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** The code of one step (RFC 4226, section 5.3). */
async function codeAt(key: CryptoKey, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const hash = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer));
  const offset = hash.getUint8(hash.byteLength - 1) & 0xf;
  const number = (hash.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

const keyOf = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);

/** The code that an app shows at a time. */
export const codeOf = async (secret: string, at: Date): Promise<string> =>
  codeAt(await keyOf(secret), Math.floor(at.getTime() / 1000 / STEP));

/** Returns the step whose code this is, if that is now or next to it; null if it is no such code. */
export async function stepOf(secret: string, code: string, at: Date): Promise<number | null> {
  const key = await keyOf(secret);
  const current = Math.floor(at.getTime() / 1000 / STEP);
  let found: number | null = null;
  for (let step = current - SKEW; step <= current + SKEW; step++)
    if (isSameText(await codeAt(key, step), code)) found = step;
  return found;
}

/** The address that apps read from the QR code. */
export function factorUri(site: string, email: string, secret: string): string {
  const name = `${site}:${email}`;
  return `otpauth://totp/${encodeURIComponent(name)}?${new URLSearchParams({ secret, issuer: site })}`.replaceAll(
    "+",
    "%20",
  );
}
