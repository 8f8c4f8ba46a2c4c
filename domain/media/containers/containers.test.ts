import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { box, FTYP, joined, mp4Of, pictures, trackBox, webmOf } from "../../../test/videos.ts";
import { say } from "../../messages/index.ts";
import { doubtOfCodec, type VideoType, whyNotPlayed } from "../media-kinds.ts";
import { patched, readVideo } from "./index.ts";
import { checksum } from "./ogg.ts";
import type { VideoFacts } from "./reader.ts";

const SECRET = "+52.5200+013.4050/";

const facts = (type: VideoType, bytes: Uint8Array): Promise<VideoFacts> =>
  readVideo(type, { size: bytes.length, read: async (from, length) => bytes.slice(from, from + length) });

const codeOf = (found: VideoFacts) => whyNotPlayed(found, "a")?.code ?? null;

/** Returns a file without what is private in it, in chunks of odd lengths. */
async function cleaned(type: VideoType, bytes: Uint8Array): Promise<Uint8Array> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 37) yield bytes.slice(at, at + 37);
  }
  const parts: Uint8Array[] = [];
  for await (const chunk of patched(chunks(), (await facts(type, bytes)).patches)) parts.push(chunk);
  return joined(...parts);
}

const holds = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes).includes(Buffer.from(text, "latin1"));

// MP4

const avc = pictures("avc1");
const sound = { handler: "soun", codec: "mp4a", sample: { at: 40, length: 8 } };
/** The second half of the data of mp4Of, in which the private tracks' samples are. */
const data = `${"pictures".repeat(4)}${SECRET.padEnd(32, "!")}`;

/** What programs write behind the end of a file. */
const BEHIND: Readonly<Record<string, Uint8Array>> = {
  "a text": joined(SECRET),
  "a tag of ID3": joined("TAG", SECRET.padEnd(125, "\0")),
  "binary data": joined("\0\0\x01\x02\x03\x04\x05\x06", SECRET),
  "data like a very long box": joined("\0\0\0\x01\x03\x04\x05\x06", "\xff".repeat(8), SECRET),
  "zeros and more": joined("\0".repeat(40), SECRET),
};

/** Every place in which an MP4 file says where, when or by whom it was made. */
const PRIVATE_MP4: Readonly<Record<string, Uint8Array>> = {
  "©xyz of the movie": mp4Of([avc], { movie: [box("udta", box("\xa9xyz", 0, SECRET))] }),
  "loci of 3GPP": mp4Of([avc], { movie: [box("udta", box("loci", SECRET))] }),
  "©xyz of a track": mp4Of([{ ...avc, more: [box("udta", box("\xa9xyz", SECRET))] }]),
  "keys and ilst of the movie": mp4Of([avc], {
    movie: [box("meta", 0, box("keys", SECRET), box("ilst", SECRET))],
  }),
  "meta of a track": mp4Of([{ ...avc, more: [box("meta", SECRET)] }]),
  "meta of the file": mp4Of([avc], { after: [box("meta", SECRET)] }),
  "XMP in uuid": mp4Of([avc], { after: [box("uuid", "\xbe\x7a\xcf\xcb", SECRET)] }),
  "uuid of the movie": mp4Of([avc], { movie: [box("uuid", SECRET)] }),
  "a box of a camera's own": mp4Of([avc], { after: [box("smta", SECRET)] }),
  "what is left in free room": mp4Of([avc], { movie: [box("free", SECRET)], after: [box("skip", SECRET)] }),
  "names of its tracks": mp4Of([
    { ...avc, name: SECRET },
    { ...sound, name: SECRET },
  ]),
  "the name of what encoded it": mp4Of([{ ...avc, encoder: SECRET }]),
  "a box of a track's media": mp4Of([{ ...avc, inMedia: [box("udta", SECRET)] }]),
  ...Object.fromEntries(
    Object.entries(BEHIND).map(([what, bytes]) => [
      `${what} behind the last box`,
      mp4Of([avc], { after: [bytes] }),
    ]),
  ),
  ...Object.fromEntries(
    [
      ["gpmd", "meta"],
      ["camm", "camm"],
      ["mebx", "meta"],
      ["tx3g", "sbtl"],
      ["text", "text"],
      ["tmcd", "tmcd"],
    ].map(([codec = "", handler = ""]) => [
      `a track of ${codec}`,
      mp4Of([avc, { handler, codec, sample: { at: 72, length: 32 } }], { data }),
    ]),
  ),
  "a track in fragments": joined(
    FTYP,
    box(
      "moov",
      trackBox(1, { ...avc, sample: null }),
      trackBox(2, { handler: "meta", codec: "gpmd", sample: null }),
    ),
    box(
      "moof",
      box("mfhd", 0, 1),
      box("traf", box("tfhd", 0x020000, 1), box("trun", 0x201, 1, 128, 32)),
      box("traf", box("tfhd", 0x020000, 2), box("trun", 0x201, 1, 160, 32)),
    ),
    box("mdat", data),
  ),
};

describe("MP4", () => {
  test.each(Object.entries(PRIVATE_MP4))("loses %s, and nothing in it moves", async (_, bytes) => {
    expect(holds(bytes, SECRET)).toBe(true);
    const found = await facts("video/mp4", bytes);
    expect([found.codec, found.fault]).toEqual(["avc1", null]);
    const after = await cleaned("video/mp4", bytes);
    expect(after.length).toBe(bytes.length);
    expect(holds(after, SECRET)).toBe(false);
    expect(holds(after, "pictures".repeat(4))).toBe(true);
    expect(Buffer.from(after).indexOf("moov")).toBe(Buffer.from(bytes).indexOf("moov"));
    expect(await facts("video/mp4", after)).toMatchObject({ codec: "avc1", fault: null, patches: [] });
  });

  test("loses the times of its making, and keeps its length", async () => {
    const bytes = mp4Of([avc, sound]);
    const found = await facts("video/mp4", bytes);
    expect(found.seconds).toBe(5);
    const after = await cleaned("video/mp4", bytes);
    expect([
      holds(bytes, "\xaa\xaa\xaa\xaa"),
      holds(after, "\xaa\xaa\xaa\xaa"),
      holds(after, "\xbb\xbb\xbb\xbb"),
    ]).toEqual([true, false, false]);
    expect((await facts("video/mp4", after)).seconds).toBe(5);
  });

  test.each([
    ["avc1", null],
    ["avc3", null],
    ["vp09", null],
    ["av01", null],
    ["hvc1", "H.265 (HEVC)"],
    ["hev1", "H.265 (HEVC)"],
    ["dvh1", "H.265 (HEVC)"],
    ["mp4v", "MPEG-4 part 2"],
    ["s263", "H.263"],
    ["apch", "ProRes"],
    ["jpeg", "Motion JPEG"],
    ["encv", "encrypted"],
  ])("with pictures in %s: %s is warned of", async (codec, said) => {
    const found = await facts("video/mp4", mp4Of([sound, pictures(codec)]));
    expect([found.codec, found.fault]).toEqual([codec, null]);
    const doubt = doubtOfCodec(found, "a.mp4");
    if (said === null) return expect(doubt).toBeNull();
    const words = doubt ? say(doubt) : "";
    expect(words).toContain(said);
    expect(words.includes("iPhone")).toBe(said === "H.265 (HEVC)");
    expect(words.includes("an MP4 with H.264 plays everywhere")).toBe(said !== "encrypted");
  });

  const whole = mp4Of([avc, sound]);
  test.each<[string, Uint8Array, string]>([
    ["ftyp alone", FTYP, "video-empty"],
    [
      "its beginning, its moov being at its end",
      mp4Of([avc], { data: "x".repeat(4_000) }).subarray(0, 2_000),
      "video-cut-off",
    ],
    ["no moov", joined(FTYP, box("mdat", "data")), "video-empty"],
    ["no data", joined(FTYP, box("moov", trackBox(1, avc))), "video-empty"],
    ["a last box longer than the file", whole.subarray(0, whole.length - 1), "video-cut-off"],
    [
      "moov first, the data cut off",
      joined(FTYP, box("moov", trackBox(1, avc)), 1_000, "mdat", "data"),
      "video-cut-off",
    ],
    ["sound alone", mp4Of([sound]), "video-without-pictures"],
    ["a track of pictures without any", mp4Of([{ ...avc, sample: null }]), "video-empty"],
    ...["moof", "mdat", "free", "uuid", "meta"].map((type): [string, Uint8Array, string] => [
      `a whole movie and a box ${type} that is cut off`,
      joined(whole, 1_000, type, "x"),
      "video-cut-off",
    ]),
    ["a box that is too small", joined(FTYP, 4, "moov"), "video-damaged"],
    ["a box that is longer than the one it is in", joined(FTYP, box("moov", 100, "trak")), "video-damaged"],
  ])("with %s is refused", async (_, bytes, code) => {
    expect(codeOf(await facts("video/mp4", bytes))).toBe(code);
  });
});

// WebM

const element = (id: string, ...content: Parameters<typeof joined>): Uint8Array => {
  const inside = joined(...content);
  return joined(id, [0x40 | (inside.length >> 8), inside.length & 255], inside);
};
const EBML = joined("\x1a\x45\xdf\xa3\x87\x42\x82\x84webm");
const track = (number: number, kind: number, codec: string, ...more: Uint8Array[]) =>
  element("\xae", element("\xd7", [number]), element("\x83", [kind]), element("\x86", codec), ...more);
const block = (number: number, content: string) => element("\xa3", [0x80 | number, 0, 0, 0x80], content);
const info = (...more: Uint8Array[]) =>
  element(
    "\x15\x49\xa9\x66",
    element("\x2a\xd7\xb1", [0x0f, 0x42, 0x40]),
    element("\x44\x89", 0x459c4000),
    ...more,
  );
const tracks = (...all: Uint8Array[]) => element("\x16\x54\xae\x6b", ...all);
const cluster = (...all: Uint8Array[]) => element("\x1f\x43\xb6\x75", ...all);
const segment = (...all: Uint8Array[]) => joined(EBML, element("\x18\x53\x80\x67", ...all));
const vp8 = track(1, 1, "V_VP8");
const film = (...more: Uint8Array[]) => segment(info(), tracks(vp8), cluster(block(1, "pictures")), ...more);

const NO_END = "\x01\xff\xff\xff\xff\xff\xff\xff";
/** A recording as it comes from a browser: neither its segment nor its cluster has an end. */
const endless = (...blocks: Uint8Array[]) =>
  joined(EBML, "\x18\x53\x80\x67", NO_END, tracks(vp8), "\x1f\x43\xb6\x75", NO_END, ...blocks);

const PRIVATE_WEBM: Readonly<Record<string, Uint8Array>> = {
  tags: film(element("\x12\x54\xc3\x67", SECRET)),
  attachments: film(element("\x19\x41\xa4\x69", SECRET)),
  chapters: film(element("\x10\x43\xa7\x70", SECRET)),
  "what is left in a void": film(element("\xec", SECRET)),
  "an element that nobody knows": film(element("\x4f\xff", SECRET)),
  ...Object.fromEntries(
    Object.entries(BEHIND).flatMap(([what, bytes]) => [
      [`${what} behind its segment`, joined(film(), bytes)],
      [`${what} behind a segment without an end`, joined(endless(block(1, "pictures")), bytes)],
    ]),
  ),
  title: segment(info(element("\x7b\xa9", SECRET)), tracks(vp8), cluster(block(1, "pictures"))),
  date: segment(info(element("\x44\x61", SECRET)), tracks(vp8), cluster(block(1, "pictures"))),
  "file name": segment(info(element("\x73\x84", SECRET)), tracks(vp8), cluster(block(1, "pictures"))),
  "a track's name": segment(
    info(),
    tracks(track(1, 1, "V_VP8", element("\x53\x6e", SECRET))),
    cluster(block(1, "pictures")),
  ),
  "a track of text": segment(
    info(),
    tracks(vp8, track(2, 17, "S_TEXT/UTF8")),
    cluster(block(1, "pictures"), block(2, SECRET)),
    cluster(element("\xa0", element("\xa1", [0x82, 0, 0, 0], SECRET)), block(1, "pictures")),
  ),
  "a track of metadata in a cluster without an end": joined(
    EBML,
    "\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff",
    tracks(vp8, track(2, 33, "D_WEBVTT/METADATA")),
    "\x1f\x43\xb6\x75\x01\xff\xff\xff\xff\xff\xff\xff",
    block(1, "pictures"),
    block(2, SECRET),
  ),
};

describe("WebM", () => {
  test.each(Object.entries(PRIVATE_WEBM))("loses its %s, and nothing in it moves", async (_, bytes) => {
    expect(holds(bytes, SECRET)).toBe(true);
    expect(await facts("video/webm", bytes)).toMatchObject({ codec: "V_VP8", fault: null });
    const after = await cleaned("video/webm", bytes);
    expect(after.length).toBe(bytes.length);
    expect(holds(after, SECRET)).toBe(false);
    expect(Buffer.from(after).indexOf("pictures")).toBe(Buffer.from(bytes).indexOf("pictures"));
    expect(await facts("video/webm", after)).toMatchObject({ codec: "V_VP8", fault: null, patches: [] });
  });

  test("tells its length", async () => {
    expect((await facts("video/webm", film())).seconds).toBe(5);
  });

  test("of the sample is playable and holds nothing private", async () => {
    const clip = readFileSync(join(import.meta.dirname, "../../../sample/media/clip.webm"));
    expect(await facts("video/webm", clip)).toMatchObject({
      fault: null,
      codec: expect.stringMatching(/^V_VP/),
    });
  });

  test.each([
    ["nothing but its header", EBML, "video-empty"],
    ["no cluster", segment(info(), tracks(vp8)), "video-empty"],
    ["an empty cluster", segment(info(), tracks(vp8), cluster()), "video-empty"],
    ["sound alone", segment(tracks(track(1, 2, "A_OPUS")), cluster(block(1, "x"))), "video-without-pictures"],
    ["less than its segment says", film().subarray(0, film().length - 1), "video-cut-off"],
    ["a last block longer than the file", webmOf(200).subarray(0, 150), "video-cut-off"],
    [
      "tags longer than the file",
      joined(endless(block(1, "x")), "\x12\x54\xc3\x67\x88", "tags"),
      "video-cut-off",
    ],
    [
      "an element without an identifier",
      joined(EBML, "\x18\x53\x80\x67\x84\x08\x00\x00\x00"),
      "video-damaged",
    ],
  ])("with %s is refused", async (_, bytes, code) => {
    expect(codeOf(await facts("video/webm", bytes))).toBe(code);
  });
});

// Ogg

/** Returns a page with whole packets, each shorter than 255 bytes, or one packet that goes on. */
function page(
  serial: number,
  flags: number,
  position: number,
  packets: readonly string[],
  goesOn = false,
): Uint8Array {
  const lacing = packets.flatMap((packet) =>
    goesOn
      ? Array(packet.length / 255).fill(255)
      : [...Array(Math.floor(packet.length / 255)).fill(255), packet.length % 255],
  );
  const bytes = joined(
    "OggS\0",
    [flags],
    [position, 0, 0, 0, 0, 0, 0, 0],
    [serial, 0, 0, 0],
    0,
    0,
    [lacing.length],
    lacing,
    ...packets,
  );
  new DataView(bytes.buffer).setUint32(22, checksum(bytes), true);
  return bytes;
}
const le = (value: number): string => String.fromCharCode(value & 255, value >> 8, 0, 0);
const comments = (begin: string, end = ""): string =>
  `${begin}${le(6)}vendor${le(1)}${le(SECRET.length + 9)}LOCATION=${SECRET}${end}`;
const THEORA = "\x80theora\x03\x02\x01";
const theora = (comment: string) =>
  joined(page(1, 2, 0, [THEORA]), page(1, 0, 0, [comment, "\x82theora"]), page(1, 4, 9, ["pictures"]));

const PRIVATE_OGG: Readonly<Record<string, Uint8Array>> = {
  Theora: theora(comments("\x81theora")),
  Vorbis: joined(
    ...[page(1, 2, 0, [THEORA]), page(2, 2, 0, ["\x01vorbis"]), page(1, 0, 0, ["\x81theora", "\x82theora"])],
    ...[page(2, 0, 0, [comments("\x03vorbis", "\x01"), "\x05vorbis"]), page(1, 4, 9, ["pictures"])],
  ),
  Opus: joined(
    ...[page(1, 2, 0, [THEORA]), page(2, 2, 0, ["OpusHead"]), page(1, 0, 0, ["\x81theora", "\x82theora"])],
    ...[page(2, 0, 0, [comments("OpusTags")]), page(1, 4, 9, ["pictures"])],
  ),
  VP8: joined(
    page(1, 2, 0, ["OVP80\x01"]),
    page(1, 0, 0, [comments("OVP80\x02 ")]),
    page(1, 4, 9, ["pictures"]),
  ),
  ...Object.fromEntries(
    Object.entries(BEHIND).map(([what, bytes]) => [
      `Theora, and ${what} behind its last page`,
      joined(theora(comments("\x81theora")), bytes),
    ]),
  ),
  "Theora, and more than a page behind its last one": joined(
    theora(comments("\x81theora")),
    "x".repeat(150_000),
    SECRET,
  ),
  "Theora over two pages": joined(
    page(1, 2, 0, [THEORA]),
    page(1, 0, 0, [`\x81theora${le(400)}${"v".repeat(244)}`], true),
    page(1, 1, 0, [`${"v".repeat(156)}${le(1)}${le(SECRET.length + 9)}LOCATION=${SECRET}`, "\x82theora"]),
    page(1, 4, 9, ["pictures"]),
  ),
};

describe("Ogg", () => {
  test.each(Object.entries(PRIVATE_OGG))(
    "loses the comments of %s; pages keep their length and get their checksum",
    async (_, bytes) => {
      expect(holds(bytes, SECRET)).toBe(true);
      expect((await facts("video/ogg", bytes)).fault).toBeNull();
      const after = await cleaned("video/ogg", bytes);
      expect([after.length, holds(after, SECRET), holds(after, "vendor")]).toEqual([
        bytes.length,
        false,
        false,
      ]);
      expect((await facts("video/ogg", after)).patches).toEqual([]);
      for (let at = 0; String.fromCharCode(...after.subarray(at, at + 4)) === "OggS"; ) {
        const laces = after.subarray(at + 27, at + 27 + (after[at + 26] ?? 0));
        const end = at + 27 + laces.length + laces.reduce((sum, each) => sum + each, 0);
        const own = after.slice(at, end);
        const view = new DataView(own.buffer);
        const said = view.getUint32(22, true);
        view.setUint32(22, 0, true);
        expect(checksum(own)).toBe(said);
        at = end;
      }
    },
  );

  test.each([
    [THEORA, "Theora"],
    ["BBCD\0", "Dirac"],
    ["\x01video", "OGM"],
    ["OVP80", null],
  ])(
    "whose pictures begin with %j: %s is warned of, without the setting of an iPhone",
    async (begin, said) => {
      const found = await facts("video/ogg", joined(page(1, 2, 0, [begin]), page(1, 4, 9, ["pictures"])));
      const doubt = doubtOfCodec(found, "a.ogv");
      expect(doubt && say(doubt)).toEqual(
        said &&
          `"a.ogv" is ${said}, which many browsers cannot play or play without the picture. You can send it, but a helper may not be able to watch it: an MP4 with H.264 plays everywhere.`,
      );
    },
  );

  const whole = theora(comments("\x81theora"));
  test.each([
    ["its headers alone", whole.subarray(0, whole.length - 36), "video-empty"],
    ["a last page longer than the file", whole.subarray(0, whole.length - 1), "video-cut-off"],
    ["no page of pictures", page(1, 2, 0, ["\x01vorbis"]), "video-without-pictures"],
    ["its first page and a text", joined(page(1, 2, 0, [THEORA]), "x".repeat(100)), "video-empty"],
    [
      "something between pages",
      joined(page(1, 2, 0, [THEORA]), "x".repeat(100), page(1, 4, 9, ["pictures"])),
      "video-damaged",
    ],
  ])("with %s is refused", async (_, bytes, code) => {
    expect(codeOf(await facts("video/ogg", bytes))).toBe(code);
  });
});

// All of them

const WHOLE: readonly (readonly [VideoType, Uint8Array])[] = [
  ["video/mp4", PRIVATE_MP4["a track in fragments"] ?? FTYP],
  ["video/mp4", PRIVATE_MP4["a track of gpmd"] ?? FTYP],
  ["video/webm", PRIVATE_WEBM["a track of text"] ?? EBML],
  ["video/ogg", PRIVATE_OGG.Theora ?? EBML],
];

test.each(WHOLE)("%s cut off at any byte is read without a fault of ours", async (type, bytes) => {
  for (let length = 0; length < bytes.length; length += 1) await facts(type, bytes.subarray(0, length));
});

test("any file is read without a fault of ours, in time that grows with its length", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WHOLE),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
      async ([type, bytes], changes) => {
        const odd = bytes.slice();
        for (const [at, byte] of changes) odd[at % odd.length] = byte;
        let fetched = 0;
        const found = await readVideo(type, {
          size: odd.length,
          async read(from, length) {
            fetched += length;
            return odd.slice(from, from + length);
          },
        });
        expect(fetched).toBeLessThan(3 * odd.length + 65 * 64 * 1024);
        for (const { at, with: bytes } of found.patches)
          expect(at + (typeof bytes === "number" ? bytes : bytes.length)).toBeLessThanOrEqual(odd.length);
      },
    ),
    { numRuns: 300 },
  );
});

test.each<[VideoType, Uint8Array, Uint8Array]>([
  ["video/mp4", mp4Of([avc]), box("free")],
  ["video/mp4", mp4Of([avc]), box("udta")],
  ["video/webm", webmOf(300), Uint8Array.of(0xec, 0x80)],
])("%s of nothing but empty parts is given up in proportion to its length", async (type, start, empty) => {
  const few = joined(start, ...Array<Uint8Array>(20_000 - 100).fill(empty));
  const many = joined(start, ...Array<Uint8Array>(40_000).fill(empty));
  expect([(await facts(type, few)).fault, (await facts(type, many)).fault]).toEqual([null, "odd"]);
});

test("a file of which too much is to be emptied is given up", async () => {
  const tagged = (count: number): Uint8Array =>
    joined(mp4Of([avc]), ...Array<Uint8Array>(count).fill(box("udta", SECRET.repeat(4))));
  expect((await facts("video/mp4", tagged(40_000))).fault).toBeNull();
  expect((await facts("video/mp4", tagged(60_000))).fault).toBe("odd");
});

test("a large file is not read as a whole", async () => {
  const start = joined(FTYP, box("moov", trackBox(1, avc)), 1, "mdat", [0, 0, 0, 0, 0x40, 0, 0, 0]);
  const size = start.length - 16 + 0x40000000;
  let fetched = 0;
  const found = await readVideo("video/mp4", {
    size,
    async read(from, length) {
      fetched += length;
      const bytes = new Uint8Array(length);
      bytes.set(start.subarray(from, from + length));
      return bytes;
    },
  });
  expect(found.fault).toBeNull();
  expect(fetched).toBeLessThan(256 * 1024);
});
