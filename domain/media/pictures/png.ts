import { ByteReader, ByteWriter, crc32, need, needPixels } from "./bytes.ts";
import { MINIMAL_EXIF_ROOM, minimalExif, readOrientation } from "./orientation.ts";

/** The signature and the header chunk that must follow: 25 bytes. */
const AFTER_HEADER = 8 + 25;

/** The parts of the picture, its colours, its physical size, and its frames if animated (W3C PNG 3, section 5.6). */
const ALLOWED_CHUNKS = new Set([
  ...["PLTE", "IDAT", "tRNS", "bKGD", "hIST", "sBIT", "pHYs"],
  ...["cHRM", "gAMA", "iCCP", "sRGB", "cICP", "mDCV", "cLLI"],
  ...["acTL", "fcTL", "fdAT"],
]);

/** Whether a decoder must know this chunk: its name begins with a capital. */
const isCritical = (name: string): boolean => /^[A-Z]/.test(name);

function putExif(out: ByteWriter, orientation: number): void {
  const data = minimalExif(orientation);
  const named = Uint8Array.from([...new TextEncoder().encode("eXIf"), ...data]);
  const crc = crc32(named);
  out.put([0, 0, 0, data.length, ...named]);
  out.put([crc >>> 24, (crc >>> 16) & 0xff, (crc >>> 8) & 0xff, crc & 0xff]);
}

/** Whether such a chunk stays as it is; throws Malformed for an unknown one that decoders must know. */
function staysIn(name: string): boolean {
  need(/^[A-Za-z]{4}$/.test(name), "a chunk has no name");
  need(!isCritical(name) || ALLOWED_CHUNKS.has(name), "a chunk that nobody knows");
  return ALLOWED_CHUNKS.has(name);
}

/**
 * Returns a PNG, animated or not, without texts, time, EXIF (but for an orientation) and what follows its end. Throws
 * Malformed.
 */
export function stripPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = new ByteReader(bytes);
  need(reader.text(0, 8) === "\x89PNG\r\n\x1a\n", "it does not begin as a PNG");
  need(reader.uint32(8) === 13 && reader.text(12, 4) === "IHDR", "its header is missing");
  const out = new ByteWriter(bytes, MINIMAL_EXIF_ROOM);
  needPixels(reader.uint32(16), reader.uint32(20));
  need(bytes.length > AFTER_HEADER, "it ends too early");
  out.keep(0, AFTER_HEADER);
  let hasPicture = false;
  let orientation: number | null = null;
  for (let at = AFTER_HEADER; ; ) {
    reader.count();
    const length = reader.uint32(at);
    const name = reader.text(at + 4, 4);
    const end = at + 12 + length;
    need(end <= bytes.length, "a chunk is not whole");
    if (name === "IEND") {
      need(hasPicture && length === 0, "it holds no picture");
      out.keep(at, end);
      return out.bytes();
    }
    if (name === "IDAT" && !hasPicture) {
      hasPicture = true;
      if ((orientation ?? 1) !== 1) putExif(out, orientation ?? 1);
    }
    if (name === "eXIf" && !hasPicture) orientation ??= readOrientation(bytes.subarray(at + 8, end - 4));
    else if (staysIn(name)) out.keep(at, end);
    at = end;
  }
}
