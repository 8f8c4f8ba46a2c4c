import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { greyOf, SMALL, SMALL_BYTES } from "../../domain/media/perceptual-hash.ts";
import { animation, inManyScans, noise, progressive } from "../../test/pictures.ts";
import { countScans, decodePicture, makeThumbnail } from "./thumbnails.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "btd6-index-thumbnails-"));
});

/** Stores a picture as an upload leaves it. `bytes` is more than it has, so that none is too small for a thumbnail. */
function stored(name: string, bytes: Uint8Array, sender = name) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path, bytes: 1_000_000, scans: name.startsWith("jpeg") ? countScans(bytes) : 1, sender };
}

test("a small picture does not wait for large ones, whoever sends them", async () => {
  const large = await progressive(5_500);
  const small = await sharp(noise(640, 360), { raw: { width: 640, height: 360, channels: 3 } })
    .png()
    .toBuffer();
  const done: string[] = [];
  const wanted = [
    ...Array.from({ length: 6 }, (_, at) =>
      stored(`jpeg-large-${at}`, large, at < 3 ? "ada" : `member-${at}`),
    ),
    stored("small", small),
  ];
  const made = await Promise.all(
    wanted.map(async (picture) => {
      const thumbnail = await makeThumbnail(picture);
      done.push(picture.path.slice(folder.length + 1));
      return thumbnail;
    }),
  );
  expect(made.every((thumbnail) => thumbnail !== null)).toBe(true);
  // The one begun first may finish first.
  expect(done.indexOf("small")).toBeLessThanOrEqual(1);
});

test("a usual progressive JPEG gets a thumbnail; one with very many scans gets none", async () => {
  const usual = await progressive(1_600);
  const hostile = inManyScans(usual);
  expect(countScans(usual)).toBeLessThan(16);
  expect(countScans(hostile)).toBe(883);
  // It is a valid picture: whoever decodes it gets its pixels.
  expect((await sharp(hostile).resize(8).raw().toBuffer()).length).toBeGreaterThan(0);
  expect(await makeThumbnail(stored("jpeg-usual", usual))).not.toBeNull();
  expect(await makeThumbnail(stored("jpeg-hostile", hostile))).toBeNull();
});

test("a picture of more than 34 million pixels gets no thumbnail", async () => {
  expect(await makeThumbnail(stored("jpeg-too-large", await progressive(5_900)))).toBeNull();
});

describe("a picture that is compared", () => {
  test("is scaled to one size whatever its shape, upright, on black, and in grey", async () => {
    const [width, height] = [SMALL.height, SMALL.width];
    const halves = Buffer.alloc(width * height * 4);
    // Transparent above; below it is yellow.
    for (let at = halves.length / 2; at < halves.length; at += 4) halves.set([255, 255, 0, 255], at);
    const sideways = await sharp(halves, { raw: { width, height, channels: 4 } })
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const grey = (await decodePicture(new Uint8Array(sideways))) ?? new Uint8Array();
    expect(grey.length).toBe(SMALL_BYTES);
    // Turned to the right, what was below is on the left.
    const [yellow] = greyOf(Uint8Array.of(255, 255, 0), 3);
    expect([grey[10], grey[SMALL.width - 10]]).toEqual([yellow, 0]);
    for (const format of ["gif", "webp"] as const)
      expect((await decodePicture(await animation(format)))?.length).toBe(SMALL_BYTES);
  });

  test("is not decoded where it is damaged, too large, or of very many scans", async () => {
    const whole = await progressive(400);
    const header = new Uint8Array(
      await sharp(noise(64, 40), { raw: { width: 64, height: 40, channels: 3 } })
        .png()
        .toBuffer(),
    );
    new DataView(header.buffer).setUint32(16, 30_000);
    new DataView(header.buffer).setUint32(20, 30_000);
    for (const file of [new Uint8Array(), whole.slice(0, 60), header, inManyScans(await progressive(1_600))])
      expect(await decodePicture(file)).toBeNull();
    expect(await decodePicture(whole)).not.toBeNull();
  });
});
