/** Thrown when a picture's bytes do not follow its format. `message` is for us; the user sees another sentence. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** Throws Malformed unless the condition holds. */
export function need(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Malformed(what);
}

/** A browser needs four bytes a pixel, whatever a file's size: beyond it, a few KB stop the page of whoever looks. */
export const MOST_PIXELS = 100_000_000;

/** Thrown for a picture that has more. */
export class TooManyPixels extends Error {
  override readonly name = "TooManyPixels";
}

/** Throws Malformed if a picture, or a frame of it, has no pixels, and TooManyPixels if it has too many. */
export function needPixels(width: number, height: number): void {
  need(width > 0 && height > 0, "it has no pixels");
  if (width * height > MOST_PIXELS) throw new TooManyPixels();
}

/** Reads numbers from bytes; throws Malformed for an offset outside them. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #parts = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  /** Counts a part that is looked at: those of a real picture are far larger on average. */
  count(): void {
    this.#parts += 1;
    need(this.#parts <= 20_000 + this.length / 64, "too many parts");
  }

  #reach(at: number, length: number): void {
    need(at >= 0 && at + length <= this.bytes.length, "it ends too early");
  }

  byte(at: number): number {
    this.#reach(at, 1);
    return this.#view.getUint8(at);
  }

  /** Reads two bytes, big-endian by default. */
  uint16(at: number, littleEndian = false): number {
    this.#reach(at, 2);
    return this.#view.getUint16(at, littleEndian);
  }

  uint32(at: number, littleEndian = false): number {
    this.#reach(at, 4);
    return this.#view.getUint32(at, littleEndian);
  }

  /** Reads bytes as Latin-1 text, one character each. */
  text(at: number, length: number): string {
    this.#reach(at, length);
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }
}

/** Collects the bytes that stay of a picture, in a buffer allocated once: the picture's size and a little more. */
export class ByteWriter {
  readonly #source: Uint8Array;
  readonly #out: Uint8Array<ArrayBuffer>;
  #length = 0;

  /** @param added the most bytes that are put in besides those of the picture */
  constructor(source: Uint8Array, added: number) {
    this.#source = source;
    this.#out = new Uint8Array(source.length + added);
  }

  get length(): number {
    return this.#length;
  }

  /** Keeps the picture's bytes from `start` up to, not including, `end`. */
  keep(start: number, end: number): void {
    this.put(this.#source.subarray(start, end));
  }

  put(bytes: Uint8Array | readonly number[]): void {
    this.#out.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Overwrites four bytes that were already written, in little-endian order. */
  setUint32(at: number, value: number): void {
    new DataView(this.#out.buffer).setUint32(at, value, true);
  }

  /** Overwrites a byte that was already written. */
  setByte(at: number, value: number): void {
    this.#out[at] = value;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#out.subarray(0, this.#length);
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** Returns the CRC-32 that ends a PNG chunk. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
