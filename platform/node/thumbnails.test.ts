import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { inManyScans, noise, progressive } from "../../test/pictures.ts";
import { countScans, makeThumbnail } from "./thumbnails.ts";

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
