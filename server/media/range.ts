import { RangeOutside } from "../errors.ts";
import type { ByteRange } from "./store.ts";

/**
 * Reads a Range header for a file of `size` bytes (RFC 9110, section 14). Returns null if the whole file is to be sent,
 * which includes several ranges and malformed headers. Throws a 416 when the range lies outside the file.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null {
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
