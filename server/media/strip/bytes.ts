/** A picture's bytes are not laid out as its format says; `message` is for us, the person reads another. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** Throws Malformed unless the condition holds. */
export function need(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Malformed(what);
}

/** Reads numbers out of bytes; a place outside of them throws Malformed. */
export class Reader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  #reach(at: number, length: number): void {
    need(at >= 0 && at + length <= this.bytes.length, "it ends too early");
  }

  byte(at: number): number {
    this.#reach(at, 1);
    return this.#view.getUint8(at);
  }

  /** Two bytes, the high one first unless told otherwise. */
  uint16(at: number, littleEndian = false): number {
    this.#reach(at, 2);
    return this.#view.getUint16(at, littleEndian);
  }

  uint32(at: number, littleEndian = false): number {
    this.#reach(at, 4);
    return this.#view.getUint32(at, littleEndian);
  }

  /** The bytes as ASCII. */
  text(at: number, length: number): string {
    this.#reach(at, length);
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }
}

/** Collects what stays of a picture. Its room is taken once: the size of the picture and a little more. */
export class Writer {
  readonly #source: Uint8Array;
  readonly #out: Uint8Array<ArrayBuffer>;
  #length = 0;

  /** `added`: most bytes that come in besides those of the picture. */
  constructor(source: Uint8Array, added: number) {
    this.#source = source;
    this.#out = new Uint8Array(source.length + added);
  }

  get length(): number {
    return this.#length;
  }

  /** Keeps the picture's bytes from `start` to before `end`. */
  keep(start: number, end: number): void {
    this.put(this.#source.subarray(start, end));
  }

  put(bytes: Uint8Array | readonly number[]): void {
    this.#out.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Overwrites four bytes that are there, the low one first. */
  setUint32(at: number, value: number): void {
    new DataView(this.#out.buffer).setUint32(at, value, true);
  }

  /** Overwrites a byte that is there. */
  setByte(at: number, value: number): void {
    this.#out[at] = value;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#out.subarray(0, this.#length);
  }
}
