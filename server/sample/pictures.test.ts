import { expect, test } from "vitest";
import { crc32 } from "../png.ts";
import { drawPictures, PICTURE_COUNT } from "./pictures.ts";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The chunks of a PNG file; throws where a checksum is wrong. */
function chunksOf(png: Uint8Array<ArrayBuffer>): { type: string; data: Uint8Array<ArrayBuffer> }[] {
  const view = new DataView(png.buffer);
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    const named = png.slice(at + 4, at + 8 + length);
    if (crc32(named) !== view.getUint32(at + 8 + length)) throw new Error(`wrong checksum at ${at}`);
    chunks.push({ type: text(named.subarray(0, 4)), data: named.slice(4) });
    at += 12 + length;
  }
  return chunks;
}

test("the checksum is CRC-32", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

test("the pictures are whole PNG files, all different, small, and the same every time", async () => {
  const pictures = await drawPictures();
  expect(pictures).toHaveLength(PICTURE_COUNT);
  expect(new Set(pictures.map((each) => each.join())).size).toBe(PICTURE_COUNT);
  for (const png of pictures) {
    expect(png.length).toBeLessThan(8_000);
    expect([...png.slice(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const [header, pixels, end] = chunksOf(png);
    expect([header?.type, pixels?.type, end?.type]).toEqual(["IHDR", "IDAT", "IEND"]);
    const inflated = new Blob([pixels?.data ?? new Uint8Array()])
      .stream()
      .pipeThrough(new DecompressionStream("deflate"));
    expect((await new Response(inflated).arrayBuffer()).byteLength).toBe((480 * 3 + 1) * 270);
  }
  expect(await drawPictures()).toEqual(pictures);
});
