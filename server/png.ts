import { crc32 } from "../domain/media/pictures/bytes.ts";

/** The pixels of a picture, three bytes each (red, green, blue), row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function bigEndian(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const named = join([new TextEncoder().encode(type), data]);
  return join([bigEndian(data.length), named, bigEndian(crc32(named))]);
}

/** Puts the filter byte "none" before each row: flat shapes compress best unfiltered. */
function scanlines({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const stride = width * 3;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return rows;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Encodes a PNG file with 8-bit colour and no alpha (W3C PNG, sections 5 and 11). */
export async function encodePng(pixels: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const header = join([bigEndian(pixels.width), bigEndian(pixels.height), Uint8Array.of(8, 2, 0, 0, 0)]);
  return join([
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", header),
    chunk("IDAT", await deflate(scanlines(pixels))),
    chunk("IEND", new Uint8Array(0)),
  ]);
}
