import { ByteReader, ByteWriter, need, needPixels } from "./bytes.ts";
import { MINIMAL_EXIF_ROOM, minimalExif, readOrientation } from "./orientation.ts";

/** Chunks of the picture, its alpha, colour profile and frames (RFC 9649, section 2). */
const ALLOWED_CHUNKS = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ICCP", "ANIM"]);
const KEPT_IN_FRAME = new Set(["VP8 ", "VP8L", "ALPH"]);

/** Bits of the extended header's first byte. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
/** A frame's position, size and duration precede its chunks. */
const FRAME_HEADER = 16;

interface Chunk {
  readonly name: string;
  readonly start: number;
  readonly data: number;
  readonly length: number;
  /** After the byte that pads the length to an even number. */
  readonly end: number;
}

function* chunksOf(reader: ByteReader, from: number, to: number): Generator<Chunk> {
  // The padding byte of the last chunk is sometimes missing.
  for (let start = from; start + 8 <= to; ) {
    reader.count();
    const length = reader.uint32(start + 4, true);
    const data = start + 8;
    need(data + length <= to, "a chunk is not whole");
    const end = Math.min(data + length + (length & 1), to);
    yield { name: reader.text(start, 4), start, data, length, end };
    start = end;
  }
}

/** Writes a frame of an animation with only the chunks of its picture, and with its new length. */
function putFrame(out: ByteWriter, reader: ByteReader, { start, data, length }: Chunk): void {
  need(length > FRAME_HEADER, "a frame is empty");
  const place = out.length;
  out.keep(start, data + FRAME_HEADER);
  for (const chunk of chunksOf(reader, data + FRAME_HEADER, data + length))
    if (KEPT_IN_FRAME.has(chunk.name)) {
      needSize(reader, chunk);
      putChunk(out, chunk);
    }
  out.setUint32(place + 4, out.length - place - 8);
}

function putChunk(out: ByteWriter, { start, data, length }: Chunk): void {
  out.keep(start, data + length);
  if (length & 1) out.put([0]);
}

/** Checks the size of a picture, or of the canvas of its frames: each kind of chunk has it in its own way. */
function needSize(reader: ByteReader, { name, data }: Chunk): void {
  if (name === "VP8X") {
    const [width, height] = [data + 4, data + 7].map((at) => (reader.uint32(at - 1, true) >>> 8) + 1);
    needPixels(width ?? 0, height ?? 0);
  } else if (name === "VP8L") {
    const sides = reader.uint32(data + 1, true);
    needPixels((sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1);
  } else if (name === "VP8 ")
    needPixels(reader.uint16(data + 6, true) & 0x3fff, reader.uint16(data + 8, true) & 0x3fff);
}

/**
 * Returns a WebP, animated or not, without EXIF (but for an orientation), XMP, unknown chunks and what follows its end.
 * Throws Malformed.
 */
export function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = new ByteReader(bytes);
  need(reader.text(0, 4) === "RIFF" && reader.text(8, 4) === "WEBP", "it does not begin as a WebP");
  const end = 8 + reader.uint32(4, true);
  need(end <= bytes.length, "it ends too early");
  const out = new ByteWriter(bytes, MINIMAL_EXIF_ROOM);
  out.keep(0, 12);
  let extended: number | null = null;
  let hasPicture = false;
  let orientation: number | null = null;
  for (const chunk of chunksOf(reader, 12, end)) {
    const { name, data, length } = chunk;
    if (name === "VP8X") {
      need(length >= 10 && out.length === 12, "its header is not where it should be");
      extended = out.length + 8;
    }
    needSize(reader, chunk);
    if (name === "EXIF") orientation ??= readOrientation(withoutName(bytes.subarray(data, data + length)));
    else if (name === "ANMF") putFrame(out, reader, chunk);
    else if (ALLOWED_CHUNKS.has(name)) putChunk(out, chunk);
    hasPicture ||= name === "VP8 " || name === "VP8L" || name === "ANMF";
  }
  need(hasPicture, "it holds no picture");
  if (extended !== null) {
    const flags = (bytes[20] as number) & ~(HAS_EXIF | HAS_XMP);
    const turned = orientation ?? 1;
    out.setByte(extended, turned === 1 ? flags : flags | HAS_EXIF);
    if (turned !== 1) {
      const exif = minimalExif(turned);
      out.put([...new TextEncoder().encode("EXIF"), exif.length, 0, 0, 0, ...exif]);
    }
  }
  out.setUint32(4, out.length - 8);
  return out.bytes();
}

/** Removes JPEG's "Exif" prefix, which some programs put before the block. */
function withoutName(exif: Uint8Array): Uint8Array {
  return exif[0] === 0x45 && exif[1] === 0x78 ? exif.subarray(6) : exif;
}
