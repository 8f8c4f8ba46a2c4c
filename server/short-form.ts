import type { MiddlewareHandler } from "hono";
import { TooLarge } from "./errors.ts";

/** The largest form of an account or the sign-in, in bytes. */
const LARGEST = 16 * 1024;

/** The longest text of such a form, in characters: several times as long as any that is accepted. */
export const LONGEST_TEXT = 1_000;

/**
 * Accepts short text forms. A longer one is refused by its headers, or as soon as it has become too long. Throws
 * TooLarge. Hono's own limit passes the raw request to the engine's Request constructor, which rejects the request of
 * Node's adapter: a form without a declared length would cause an internal error.
 */
export const shortForm: MiddlewareHandler = async (c, next) => {
  const { raw } = c.req;
  const declared = raw.headers.get("content-length");
  if (declared !== null && raw.headers.get("transfer-encoding") === null) {
    if (Number(declared) > LARGEST) throw new TooLarge("form-too-long");
    return next();
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = raw.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > LARGEST) throw new TooLarge("form-too-long");
    parts.push(part.value);
  }
  const { url, method } = raw;
  c.req.raw = new Request(url, {
    method,
    headers: new Headers([...raw.headers]),
    body: new Blob(parts as BlobPart[]),
  });
  await next();
};
