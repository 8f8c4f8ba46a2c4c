import { describe, expect, test } from "vitest";
import { screenshotOf, seeded } from "../../test/screenshots.ts";
import {
  bitsApart,
  greyOf,
  isSamePicture,
  MOST_BITS,
  perceptualHashOf,
  SMALL,
  SMALL_BYTES,
} from "./perceptual-hash.ts";

/** Returns a made-up screenshot of 1280 x 720, five pixels to one. */
function small(map: number, run: number): Uint8Array {
  const grey = greyOf(screenshotOf(map, run), 3);
  return Uint8Array.from({ length: SMALL_BYTES }, (_, at) => {
    const [x, y] = [at % SMALL.width, Math.floor(at / SMALL.width)];
    let sum = 0;
    for (let dy = 0; dy < 5; dy += 1)
      for (let dx = 0; dx < 5; dx += 1) sum += grey[(5 * y + dy) * 1280 + 5 * x + dx] ?? 0;
    return Math.round(sum / 25);
  });
}

const change = (grey: Uint8Array, by: (at: number) => number): Uint8Array =>
  grey.map((level, at) => Math.max(0, Math.min(255, level + by(at))));

const compare = (one: Uint8Array, other: Uint8Array) => {
  const [own, theirs] = [perceptualHashOf(one), perceptualHashOf(other)];
  return { bits: bitsApart(own.dct, theirs.dct), isSame: isSamePicture(own.blocks, theirs.blocks) };
};

test("grey is what an eye sees of red, green and blue, with or without a fourth byte", () => {
  const colours = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
  expect([...greyOf(Uint8Array.from(colours), 3)]).toEqual([76, 150, 29, 255]);
  expect([...greyOf(Uint8Array.from([255, 0, 0, 9, 0, 255, 0, 255]), 4)]).toEqual([76, 150]);
});

describe("a picture", () => {
  test("is the same with the noise of another encoding, and a little brighter", () => {
    const one = small(1, 1);
    const random = seeded(7);
    const noisy = change(one, () => Math.round(random() * 12 - 6));
    expect(compare(one, noisy)).toEqual({ bits: expect.any(Number), isSame: true });
    expect(compare(one, noisy).bits).toBeLessThanOrEqual(MOST_BITS);
    expect(
      compare(
        one,
        change(one, () => 5),
      ).isSame,
    ).toBe(true);
  });

  test("is another one where a single block differs by more than six levels", () => {
    const one = new Uint8Array(SMALL_BYTES).fill(100);
    const inBlock = (at: number): boolean => at % SMALL.width >= 248 && at >= 136 * SMALL.width;
    expect(
      compare(
        one,
        change(one, (at) => (inBlock(at) ? 6 : 0)),
      ).isSame,
    ).toBe(true);
    expect(
      compare(
        one,
        change(one, (at) => (inBlock(at) ? 7 : 0)),
      ).isSame,
    ).toBe(false);
    expect(
      compare(
        one,
        change(one, (at) => (inBlock(at) ? -7 : 0)),
      ).isSame,
    ).toBe(false);
  });

  test("of another run on its map is near by its frequencies, and told apart by its blocks", () => {
    const hashes = Array.from({ length: 8 }, (_, run) => perceptualHashOf(small(2, run)));
    const pairs = hashes.flatMap((one, at) => hashes.slice(at + 1).map((other) => [one, other] as const));
    expect(Math.min(...pairs.map(([one, other]) => bitsApart(one.dct, other.dct)))).toBeLessThanOrEqual(2);
    expect(pairs.filter(([one, other]) => isSamePicture(one.blocks, other.blocks))).toEqual([]);
  });

  test("of another map is far by its frequencies", () => {
    for (const map of [2, 3, 4, 5])
      expect(compare(small(1, 0), small(map, 0)).bits).toBeGreaterThan(MOST_BITS);
  });

  test("without anything on it has the frequencies of any other such", () => {
    const plain = (level: number): Uint8Array => new Uint8Array(SMALL_BYTES).fill(level);
    expect(compare(plain(20), plain(240))).toEqual({ bits: 0, isSame: false });
    expect(perceptualHashOf(plain(0))).toEqual({ dct: "0".repeat(16), blocks: "A".repeat(768) });
  });
});
