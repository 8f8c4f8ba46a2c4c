import type { Context } from "hono";
import { RangeOutside } from "../errors.ts";

/** A range of bytes in a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A blob as a listing finds it. */
export interface StoredBlob {
  readonly hash: string;
  /** When it was last stored. */
  readonly modifiedAt: Date;
}

/**
 * Stores the media's bytes: files on disk or a bucket. A blob is named by its SHA-256 (hex) and never changes.
 * `within` is how many milliseconds a bucket may take to answer; by default it may take as long as its client tries.
 */
export interface MediaStore {
  /** Returns the size of a blob in bytes, or null if there is none. */
  sizeOf(hash: string, within?: number): Promise<number | null>;
  /** Returns the blob's bytes, or null if there is none. The stream fails if the blob ends before the range does. */
  read(hash: string, range: ByteRange | null, within?: number): Promise<ReadableStream<Uint8Array> | null>;
  /** Stores a blob; storing it once more renews its time, so that the sweeper leaves it alone for a day. */
  write(hash: string, bytes: Uint8Array): Promise<void>;
  /** Removes a blob unless it was re-stored since it was listed. Returns whether it is gone. */
  remove(blob: StoredBlob): Promise<boolean>;
  /** Lists the blobs whose hashes come after `after`, all by default, in the order of their hashes. */
  list(after?: string): AsyncIterable<StoredBlob>;
}

/**
 * Decodes the file of a picture, one at a time, and returns it upright, scaled to `SMALL` without regard to its shape
 * (domain/media/perceptual-hash.ts): a grey level a pixel. Null: it cannot be decoded, or would take too much. Throws where
 * nothing can be decoded at all.
 */
export type DecodePicture = (file: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer> | null>;

/** Returns the blob name of these bytes. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

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
