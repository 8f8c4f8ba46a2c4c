import type { Context } from "hono";
import { RangeOutside } from "../errors.ts";
import type { ByteRange } from "./store.ts";

/**
 * Reads a Range header for a file of `size` bytes (RFC 9110, section 14). Returns null if the whole file is to be sent,
 * which includes several ranges and malformed headers. Throws a 416 when the range lies outside the file.
 */
function readRange(header: string | undefined, size: number): ByteRange | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  const range =
    from === ""
      ? { start: Math.max(size - Number(to), 0), end: size - 1 }
      : { start: Number(from), end: Math.min(to === "" ? size - 1 : Number(to), size - 1) };
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  if (range.start >= size || (from === "" && Number(to) === 0)) {
    throw new RangeOutside(size);
  }
  return range;
}

/** Whether the client already has a file with this ETag. */
export function isKnown(c: Context, etag: string): boolean {
  const known = c.req.header("If-None-Match")?.split(",") ?? [];
  return known.map((each) => each.trim().replace(/^W\//, "")).some((each) => each === etag || each === "*");
}

/**
 * Sends a file of so many bytes: all of it, the requested range, or only the headers.
 * @param read reads it; a range of null is all of it. Null: the file is gone, and so is the answer
 */
export async function sendFile(
  c: Context,
  headers: Headers,
  bytes: number,
  read: (range: ByteRange | null) => Promise<ReadableStream<Uint8Array> | null>,
): Promise<Response | null> {
  const ifRange = c.req.header("If-Range");
  const range =
    ifRange === undefined || ifRange === headers.get("ETag") ? readRange(c.req.header("Range"), bytes) : null;
  headers.set("Content-Length", String(range ? range.end - range.start + 1 : bytes));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${bytes}`);
  const status = range ? 206 : 200;
  if (c.req.method === "HEAD") return c.newResponse(null, { status, headers });
  const body = await read(range);
  return body && c.newResponse(body, { status, headers });
}
