/** A text of Latin-1, a number of four bytes, or bytes. */
type Part = string | number | readonly number[] | Uint8Array;

/** Returns the bytes of parts, one behind the other. */
export function joined(...parts: Part[]): Uint8Array<ArrayBuffer> {
  const all = parts.map((part) =>
    typeof part === "string"
      ? Buffer.from(part, "latin1")
      : typeof part === "number"
        ? uint32(part)
        : Uint8Array.from(part),
  );
  return new Uint8Array(Buffer.concat(all));
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

const UNKNOWN = [1, 255, 255, 255, 255, 255, 255, 255];
/** The header of a WebM, a segment without an end, a track of VP8 and a cluster without an end. */
const WEBM = joined(
  ...["\x1a\x45\xdf\xa3\x87\x42\x82\x84webm", "\x18\x53\x80\x67", UNKNOWN],
  "\x16\x54\xae\x6b\x8f\xae\x8d\xd7\x81\x01\x83\x81\x01\x86\x85V_VP8",
  ...["\x1f\x43\xb6\x75", UNKNOWN],
);

/** Returns the beginning of a WebM that has so many bytes in all, at least 80: one block has all that follows. */
export function webmStart(bytes: number): Uint8Array<ArrayBuffer> {
  const size = bytes - WEBM.length - 9;
  return joined(WEBM, [0xa3, 1, 0, 0, Math.floor(size / 2 ** 32)], size >>> 0, [0x81, 0, 0, 0x80]);
}

/** Returns a WebM of so many bytes. */
export function webmOf(bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes).fill(7);
  whole.set(webmStart(bytes));
  return whole;
}

/** Returns a box of MP4. */
export function box(type: string, ...content: Part[]): Uint8Array<ArrayBuffer> {
  const inside = joined(...content);
  return joined(inside.length + 8, type, inside);
}

/** A track of an MP4: how it is handled, its codec, where its one sample is, names in it, and other boxes of it. */
export interface MadeTrack {
  readonly handler: string;
  readonly codec: string;
  readonly sample: { readonly at: number; readonly length: number } | null;
  readonly name?: string;
  readonly encoder?: string;
  readonly more?: readonly Uint8Array[];
  readonly inMedia?: readonly Uint8Array[];
}

/** Returns the box of a track. */
export function trackBox(
  id: number,
  { handler, codec, sample, name = "", encoder = "", more = [], inMedia = [] }: MadeTrack,
): Uint8Array<ArrayBuffer> {
  const described = box("stsd", 0, 1, box(codec, new Uint8Array(42), encoder.padEnd(36, "\0")));
  const table = box(
    "stbl",
    described,
    ...(sample
      ? [box("stsc", 0, 1, 1, 1, 1), box("stsz", 0, 0, 1, sample.length), box("stco", 0, 1, sample.at)]
      : [box("stsc", 0, 0), box("stsz", 0, 0, 0), box("stco", 0, 0)]),
  );
  return box(
    "trak",
    box("tkhd", 7, 0xaaaaaaaa, 0xbbbbbbbb, id, new Uint8Array(68)),
    box(
      "mdia",
      box("mdhd", 0, 0xaaaaaaaa, 0xbbbbbbbb, 1_000, 5_000, 0),
      box("hdlr", 0, 0, handler, 0, 0, 0, `${name}\0`),
      box("minf", box("hdlr", 0, "dhlr", "url ", 0, 0, 0, `${name}\0`), table),
      ...inMedia,
    ),
    ...more,
  );
}

export const FTYP = box("ftyp", "isom", 512, "isomiso2avc1mp41");

/** Returns an MP4: its data, then its tracks and other boxes of its movie. The data begin at byte 40. */
export const mp4Of = (
  tracks: readonly MadeTrack[],
  {
    data = "pictures".repeat(8),
    movie = [] as readonly Uint8Array[],
    after = [] as readonly Uint8Array[],
  } = {},
): Uint8Array<ArrayBuffer> =>
  joined(
    ...[FTYP, box("mdat", data)],
    box(
      "moov",
      box("mvhd", 0, 0xaaaaaaaa, 0xbbbbbbbb, 1_000, 5_000, new Uint8Array(80)),
      ...tracks.map((track, at) => trackBox(at + 1, track)),
      ...movie,
    ),
    ...after,
  );

/** A track of pictures whose sample is all of the data of mp4Of. */
export const pictures = (codec: string): MadeTrack => ({
  ...{ handler: "vide", codec, sample: { at: 40, length: 32 } },
});
