import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { PICTURE_TYPES, type PictureType } from "../../domain/media/media-kinds.ts";
import { crc32 } from "../../domain/media/pictures/bytes.ts";
import { animation, decoded, noise, pictureWith, SECRETS } from "../../test/pictures.ts";
import { BadForm } from "../errors.ts";
import { stripMetadata } from "./strip.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const strip = (bytes: Uint8Array, type: PictureType): Bytes => stripMetadata(bytes, type, "picture");
const holds = (bytes: Uint8Array, text: string): boolean => Buffer.from(bytes).includes(text);
const join = (...parts: (Uint8Array | string | readonly number[])[]): Bytes =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Uint8Array.from(part))),
    ),
  );
/** Returns the bytes with others inserted at an offset. */
const insert = (bytes: Uint8Array, at: number, ...parts: Parameters<typeof join>): Bytes =>
  join(bytes.subarray(0, at), ...parts, bytes.subarray(at));

const pixels = (width = 64, height = 40) =>
  sharp(noise(width, height), { raw: { width, height, channels: 3 } });

function pngChunk(name: string, data: Uint8Array | string): Bytes {
  const named = join(name, data);
  const numbers = new DataView(new ArrayBuffer(8));
  numbers.setUint32(0, named.length - 4);
  numbers.setUint32(4, crc32(named));
  const whole = new Uint8Array(numbers.buffer);
  return join(whole.subarray(0, 4), named, whole.subarray(4));
}

function webpChunk(name: string, data: string): Bytes {
  return join(name, [data.length, 0, 0, 0], data, data.length % 2 ? "\0" : "");
}

/** Returns the same WebP with its outer length corrected. */
function withRiffSize(bytes: Bytes): Bytes {
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
  return bytes;
}

describe.each(PICTURE_TYPES)("%s", (type) => {
  test("loses its metadata, and keeps its pixels, colours and orientation", async () => {
    const before = await pictureWith(type);
    expect(SECRETS.filter((secret) => holds(before, secret)).length).toBeGreaterThan(0);
    const after = strip(before, type);
    expect(SECRETS.filter((secret) => holds(after, secret))).toEqual([]);
    expect(await decoded(after)).toEqual(await decoded(before));
    expect(strip(after, type)).toEqual(after);
  });

  test("has an EXIF block only if it is rotated, with nothing but the orientation", async () => {
    const upright = await sharp(strip(await pictureWith(type, 1), type)).metadata();
    expect(upright.exif).toBeUndefined();
    const sideways = await sharp(strip(await pictureWith(type, 8), type)).metadata();
    expect(sideways.exif?.length ?? 0).toBeLessThanOrEqual(32);
    expect(sideways.xmp).toBeUndefined();
  });

  test("loses what some program wrote behind its end", async () => {
    const whole = await pictureWith(type);
    for (const behind of [
      "SECRET text",
      "\0\0\0\0SECRET",
      "TAG".padEnd(128, "\xff"),
      "\xff\xd8\xff\xe1\0\x10SECRET",
    ])
      expect(strip(join(whole, behind), type)).toEqual(strip(whole, type));
  });

  test("is refused by file name when truncated at any point", async () => {
    const whole = strip(await pictureWith(type), type);
    // A GIF may lack the one byte that ends it.
    const most = type === "image/gif" ? whole.length - 2 : whole.length - 1;
    for (let length = 0; length <= most; length += length < 900 ? 1 : 97) {
      expect(() => strip(whole.subarray(0, length), type)).toThrow(BadForm);
      expect(() => strip(whole.subarray(0, length), type)).toThrow(/^file-damaged .*"file":"picture"/);
    }
  });
});

const sizedPng = async (width: number, height: number) => {
  const view = new DataView(new Uint8Array(await pixels().png().toBuffer()).buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return new Uint8Array(view.buffer);
};
/** Returns the function that gives a picture another size, two bytes a side. */
const sized =
  (format: "jpeg" | "gif" | "webp", widthAt: (bytes: Buffer) => number, options = {}) =>
  async (width: number, height: number) => {
    const bytes = await pixels().toFormat(format, options).toBuffer();
    const view = new DataView(new Uint8Array(bytes).buffer);
    view.setUint16(widthAt(bytes), width, format !== "jpeg");
    view.setUint16(widthAt(bytes) + (format === "jpeg" ? -2 : 2), height, format !== "jpeg");
    return new Uint8Array(view.buffer);
  };
const sizedLossless = async (width: number, height: number) => {
  const view = new DataView(new Uint8Array(await pixels().webp({ lossless: true }).toBuffer()).buffer);
  view.setUint32(21, ((height - 1) << 14) | (width - 1), true);
  return new Uint8Array(view.buffer);
};
const sizedCanvas = async (width: number, height: number) => {
  const view = new DataView(Uint8Array.from(await animation("webp")).buffer);
  view.setUint32(23, (view.getUint8(23) | ((width - 1) << 8)) >>> 0, true);
  view.setUint32(26, (view.getUint8(26) | ((height - 1) << 8)) >>> 0, true);
  return new Uint8Array(view.buffer);
};

test.each([
  ["a PNG", "image/png", sizedPng, true],
  ["a JPEG", "image/jpeg", sized("jpeg", (bytes) => bytes.indexOf(Buffer.of(0xff, 0xc0)) + 7), true],
  ["a GIF", "image/gif", sized("gif", () => 6), true],
  [
    "a frame of a GIF",
    "image/gif",
    sized("gif", (bytes) => bytes.lastIndexOf("2c00000000", "hex") + 5),
    true,
  ],
  ["a WebP", "image/webp", sized("webp", () => 26), true],
  ["a WebP without loss", "image/webp", sizedLossless, false],
  ["the canvas of a WebP", "image/webp", sizedCanvas, false],
] as const)("%s may have a hundred million pixels, and has some", async (_, type, make, canHaveNone) => {
  const most = await make(10_000, 10_000);
  expect(() => strip(most, type)).not.toThrow();
  const more = await make(16_000, 16_000);
  expect(() => strip(more, type)).toThrow(/^too-many-pixels .*"file":"picture"/);
  if (!canHaveNone) return;
  const none = await make(0, 9);
  expect(() => strip(none, type)).toThrow(/^file-damaged .*it has no pixels/);
});

test("JPEG: comments, IPTC and the JFIF thumbnail are removed, between scans too", async () => {
  const plain = new Uint8Array(await pixels().jpeg({ progressive: true }).toBuffer());
  const thumbnail = "SECRET-THUMBNAIL".padEnd(3 * 36, "x");
  const jfif = join(
    [0xff, 0xe0, 0, 16 + thumbnail.length],
    "JFIF\0\x01\x02\0\0\x01\0\x01\x06\x06",
    thumbnail,
  );
  const iptc = join([0xff, 0xed, 0, 30], "Photoshop 3.0\x008BIM SECRET-IP");
  const comment = join([0xff, 0xfe, 0, 10], "SECRET-C");
  const between = Buffer.from(plain).indexOf(
    Buffer.from([0xff, 0xc4]),
    Buffer.from(plain).indexOf(Buffer.from([0xff, 0xda])),
  );
  const before = join([0xff, 0xd8], jfif, iptc, plain.subarray(2, between), comment, plain.subarray(between));
  const after = strip(before, "image/jpeg");
  expect(holds(after, "SECRET")).toBe(false);
  expect(holds(after, "JFIF")).toBe(true);
  expect(await decoded(after)).toEqual(await decoded(before));
});

test("JPEG: CMYK colours are kept, with their Adobe marker", async () => {
  const before = new Uint8Array(await pixels().toColourspace("cmyk").jpeg().toBuffer());
  expect(holds(before, "Adobe")).toBe(true);
  expect(await decoded(strip(before, "image/jpeg"))).toEqual(await decoded(before));
});

test("PNG: text, time and unknown chunks are removed; an unknown critical chunk is refused", async () => {
  const plain = new Uint8Array(await pixels().png({ palette: true }).toBuffer());
  const added = ["tEXt", "zTXt", "iTXt", "tIME", "prVt", "sPLT"].map((name) => pngChunk(name, "SECRET"));
  const before = insert(plain, 33, ...added);
  const after = strip(before, "image/png");
  expect(after).toEqual(strip(plain, "image/png"));
  expect(await decoded(after)).toEqual(await decoded(before));
  expect(() => strip(insert(plain, 33, pngChunk("VRYI", "")), "image/png")).toThrow(BadForm);
});

test("PNG: an animation stays animated", async () => {
  const plain = new Uint8Array(await pixels().png().toBuffer());
  const control = pngChunk("acTL", "\0\0\0\x02\0\0\0\0");
  const frame = pngChunk("fcTL", `\0\0\0\0\0\0\0\x40\0\0\0\x28${"\0".repeat(14)}`);
  const data = pngChunk("fdAT", "\0\0\0\x01compressed");
  const whole = insert(insert(plain, plain.length - 12, frame, data), 33, control, frame);
  expect(strip(whole, "image/png")).toEqual(whole);
  expect(strip(insert(whole, 33, pngChunk("tEXt", "SECRET")), "image/png")).toEqual(whole);
});

test("GIF: comments, plain text, application data and data after the loop count are removed; the animation stays", async () => {
  const plain = await animation("gif");
  const loop = Buffer.from(plain).indexOf("NETSCAPE2.0") - 3;
  const comment = join([0x21, 0xfe, 6], "SECRET", [0]);
  const drawn = join([0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x21, 0x01, 12], "\0".repeat(12), [6], "SECRET", [0]);
  const xmp = join([0x21, 0xff, 11], "XMP DataXMP", [6], "SECRET", [0]);
  const behind = join([0x21, 0xff, 11], "NETSCAPE2.0", [3, 1, 0, 0, 6], "SECRET", [0]);
  const before = insert(
    join(plain.subarray(0, loop), behind, plain.subarray(loop + 19)),
    loop,
    ...[comment, drawn, xmp],
  );
  const after = strip(before, "image/gif");
  expect(after).toEqual(strip(plain, "image/gif"));
  expect(holds(after, "SECRET")).toBe(false);
  expect(await decoded(after)).toEqual(await decoded(plain));
  expect((await decoded(after)).pages).toBe(3);
});

test("GIF: a missing trailer byte is added", async () => {
  const plain = await animation("gif");
  expect(strip(plain.subarray(0, -1), "image/gif")).toEqual(strip(plain, "image/gif"));
});

test("WebP: unknown chunks are removed, within frames too; the animation stays", async () => {
  const plain = strip(await animation("webp"), "image/webp");
  const first = Buffer.from(plain).indexOf("ANMF");
  const hidden = webpChunk("HIDE", "SECRET!");
  const inFrame = insert(plain, first + 24, hidden);
  const frame = new DataView(inFrame.buffer);
  frame.setUint32(first + 4, frame.getUint32(first + 4, true) + hidden.length, true);
  const before = withRiffSize(insert(inFrame, first, webpChunk("XMP ", "SECRET"), hidden));
  const after = strip(before, "image/webp");
  expect(after).toEqual(plain);
  expect((await decoded(after)).pages).toBe(3);
});

describe("any input", () => {
  const samples = new Map<PictureType, Uint8Array[]>();

  beforeAll(async () => {
    for (const type of PICTURE_TYPES) samples.set(type, [await pictureWith(type)]);
    for (const format of ["gif", "webp"] as const)
      samples.get(`image/${format}`)?.push(await animation(format));
  });

  /** For every input: the result is at most slightly larger than the picture, or the named error is thrown. */
  function check(bytes: Uint8Array, type: PictureType): void {
    try {
      const after = strip(bytes, type);
      expect(after.length).toBeLessThanOrEqual(bytes.length + 64);
      expect(Buffer.from(strip(after, type)).equals(after)).toBe(true);
    } catch (error) {
      if (!(error instanceof BadForm)) throw error;
    }
  }

  const anyType = fc.constantFrom(...PICTURE_TYPES);
  const sample = anyType.chain((type) =>
    fc.integer({ min: 0, max: 1 }).map((which) => {
      const of = samples.get(type) ?? [];
      return { type, bytes: of[which % of.length] as Uint8Array };
    }),
  );
  const runs = { numRuns: 1_500 };

  test("random bytes after a valid beginning are stripped or refused", () => {
    const tails = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(sample, fc.nat(600), tails, ({ type, bytes }, kept, tail) => {
        check(join(bytes.subarray(0, kept), tail), type);
      }),
      runs,
    );
  });

  test("pictures with changed bytes are stripped or refused", () => {
    const edits = fc.array(fc.tuple(fc.nat(4_000), fc.nat(255)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sample, edits, ({ type, bytes }, changes) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, value] of changes) changed[at % changed.length] = value;
        check(changed, type);
      }),
      runs,
    );
  });

  test("pictures with pieces missing, repeated or from another picture are stripped or refused", () => {
    const pieces = fc.array(fc.tuple(sample, fc.nat(3_000), fc.nat(3_000)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sample, pieces, ({ type, bytes }, parts) => {
        const cut = parts.map(([from, start, length]) => from.bytes.subarray(start, start + length));
        check(join(bytes.subarray(0, 200), ...cut), type);
      }),
      runs,
    );
  });

  test("a megabyte of the smallest blocks, or of nothing but markers, is stripped or refused", () => {
    const repeat = (unit: readonly number[], times: number): Bytes =>
      new Uint8Array(Buffer.alloc(unit.length * times, Uint8Array.from(unit)));
    check(join([0xff, 0xd8], repeat([0xff, 0xe1, 0, 2], 250_000)), "image/jpeg");
    check(join([0xff, 0xd8], new Uint8Array(1_000_000).fill(0xff)), "image/jpeg");
    check(join([0xff, 0xd8, 0xff, 0xda, 0, 2], new Uint8Array(1_000_000).fill(0xff)), "image/jpeg");
    const png = (samples.get("image/png") ?? [])[0] as Uint8Array;
    check(insert(png, 33, repeat([...pngChunk("tEXt", "")], 80_000)), "image/png");
    const gif = (samples.get("image/gif") ?? [])[1] as Uint8Array;
    check(insert(gif, gif.length - 1, repeat([0x21, 0xfe, 0], 300_000)), "image/gif");
    check(join(gif.subarray(0, -1), [0x21, 0xfe], new Uint8Array(1_000_000).fill(1)), "image/gif");
    const webp = (samples.get("image/webp") ?? [])[1] as Uint8Array;
    check(withRiffSize(join(webp, repeat([...webpChunk("HIDE", "")], 120_000))), "image/webp");
  });

  test.each(["eXIf", "tEXt", "EXIF", "HIDE"])(
    "more empty chunks of %s than a picture has are refused",
    (name) => {
      const isPng = /^[a-z]/.test(name);
      const picture = samples.get(isPng ? "image/png" : "image/webp")?.at(isPng ? 0 : 1) ?? new Uint8Array();
      const chunks = (count: number): Bytes =>
        join(...Array<Bytes>(count).fill(isPng ? pngChunk(name, "") : webpChunk(name, "")));
      const strippedWith = (count: number) =>
        isPng
          ? strip(insert(picture, 33, chunks(count)), "image/png")
          : strip(withRiffSize(join(picture, chunks(count))), "image/webp");
      expect(strippedWith(19_000).length).toBeGreaterThan(0);
      expect(() => strippedWith(40_000)).toThrow(BadForm);
    },
  );
});
