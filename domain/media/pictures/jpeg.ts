import { ByteReader, ByteWriter, need, needPixels } from "./bytes.ts";
import { MINIMAL_EXIF_ROOM, minimalExif, readOrientation } from "./orientation.ts";

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

/** A camera writes a few dozen. */
const MOST_SEGMENTS = 10_000;

/** A marker with its segment, or a scan with its compressed data: the bytes from `start` to before `end`. */
interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/** Frames, tables and scans: the parts of the picture itself (ITU T.81, table B.1). */
const isPicturePart = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdf);

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Returns where the next marker that is not part of the compressed data begins. */
function endOfScan({ bytes, length }: ByteReader, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return length;
}

function segmentsOf(reader: ByteReader): Segment[] {
  const segments: Segment[] = [];
  for (let at = 2; ; ) {
    need(reader.byte(at) === 0xff, "a marker is missing");
    // A marker may be preceded by fill bytes.
    let start = at;
    while (reader.byte(start + 1) === 0xff) start += 1;
    const marker = reader.byte(start + 1);
    if (marker === EOI) return segments;
    need(marker >= 0xc0 && marker !== SOI && !(marker >= 0xd0 && marker <= 0xd7), "an unknown marker");
    const length = reader.uint16(start + 2);
    let end = start + 2 + length;
    need(length >= 2 && end <= reader.length, "a segment is not whole");
    if (marker === SOS) end = endOfScan(reader, end);
    segments.push({ marker, start, end });
    need(segments.length < MOST_SEGMENTS, "too many segments");
    at = end;
  }
}

const startsWith = (reader: ByteReader, { start, end }: Segment, name: string): boolean =>
  end - start >= 4 + name.length && reader.text(start + 4, name.length) === name;

/** Writes JFIF's own segment, 16 bytes, without the thumbnail that may follow. */
function putJfif(out: ByteWriter, { start }: Segment): void {
  out.put([0xff, APP0, 0, 16]);
  out.keep(start + 4, start + 16);
  out.put([0, 0]);
}

/**
 * Returns a JPEG with its frames, tables and scans, its colour profile, Adobe's colour transform and its orientation;
 * without other EXIF, XMP, IPTC, comments, thumbnails and what follows its end. Throws Malformed.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = new ByteReader(bytes);
  need(reader.uint16(0) === 0xffd8, "it does not begin as a JPEG");
  const segments = segmentsOf(reader);
  const frame = segments.findIndex(({ marker }) => isFrame(marker));
  need(frame !== -1 && segments.slice(frame).some(({ marker }) => marker === SOS), "it holds no picture");

  for (const { marker, start } of segments)
    if (isFrame(marker)) needPixels(reader.uint16(start + 7), reader.uint16(start + 5));

  const out = new ByteWriter(bytes, MINIMAL_EXIF_ROOM);
  out.put([0xff, SOI]);
  const jfif = segments.find(
    (each) => each.marker === APP0 && each.end - each.start >= 18 && startsWith(reader, each, "JFIF\0"),
  );
  if (jfif) putJfif(out, jfif);
  const orientation = segments
    .filter((each) => each.marker === APP1 && startsWith(reader, each, "Exif\0"))
    .map(({ start, end }) => readOrientation(bytes.subarray(start + 10, end)))
    .find((value) => value !== 1);
  if (orientation !== undefined) {
    const exif = minimalExif(orientation);
    out.put([0xff, APP1, 0, exif.length + 8, ...new TextEncoder().encode("Exif\0\0"), ...exif]);
  }
  for (const segment of segments) {
    const { marker, start, end } = segment;
    const stays =
      isPicturePart(marker) ||
      (marker === APP2 && startsWith(reader, segment, "ICC_PROFILE\0")) ||
      (marker === APP14 && startsWith(reader, segment, "Adobe"));
    if (stays) out.keep(start, end);
  }
  out.put([0xff, EOI]);
  return out.bytes();
}
