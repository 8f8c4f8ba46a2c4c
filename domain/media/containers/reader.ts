/** A file of which any part can be read: one that was chosen, one on disk, an object in a bucket. */
export interface Readable {
  /** In bytes. */
  readonly size: number;
  /** How many bytes are fetched at a time, at least. */
  readonly atOnce?: number;
  /** Reads up to `length` bytes; fewer only at the file's end. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** What was found out about a video file. */
export interface VideoFacts {
  /** The codec of its pictures, as its container calls it: "avc1", "V_VP9", "theora"; null if it has none. */
  readonly codec: string | null;
  /** In seconds; null if it does not say. */
  readonly seconds: number | null;
  /** Why nobody can ever play it, or not to its end; null if somebody can. */
  readonly fault: VideoFault | null;
  /** What overwrites everything private in it, in order. No other byte moves. */
  readonly patches: readonly Patch[];
}

/** Without pictures; with nothing in it that plays; cut off; or not made as its format says. */
export type VideoFault = "no-pictures" | "empty" | "cut-off" | "odd";

/** Bytes that take the place of others: these, or as many zeros. */
export interface Patch {
  readonly at: number;
  readonly with: Uint8Array | number;
}

export const lengthOf = ({ with: bytes }: Patch): number =>
  typeof bytes === "number" ? bytes : bytes.length;

/** Thrown for a file that does not follow its format, or that would take too long to look at. */
export class OddFile extends Error {
  override readonly name = "OddFile";
}

/** The most of a file that is emptied: each takes a hundred bytes of memory and more. A camera's file has some hundred. */
const MOST_PATCHES = 100_000;

/** What is to be emptied of a file; throws OddFile if it is too much. */
export class Patches extends Array<Patch> {
  override push(...more: Patch[]): number {
    if (this.length >= MOST_PATCHES) throw new OddFile("it has too much that is private");
    return super.push(...more);
  }
}

/** Bytes that are fetched at once, and how many such windows are held: tables are read side by side. */
const WINDOW = 64 * 1024;
const WINDOWS = 4;

/** The most bytes that are looked at one by one. */
const MOST_AT_ONCE = 16 * 1024 * 1024;

/**
 * The most parts of a file. A camera's has some thousand; a WebM has one for each picture and piece of sound, which are
 * far larger on average. A small file of parts with nothing in them would otherwise take seconds.
 */
const mostParts = (bytes: number): number => Math.min(1_000_000, 20_000 + bytes / 64);

/** Reads numbers anywhere in a file, fetching it piece by piece. */
export class ContainerReader {
  readonly #file: Readable;
  readonly #windows: { readonly from: number; readonly bytes: Uint8Array }[] = [];
  #parts = 0;
  #fetched = 0;

  constructor(file: Readable) {
    this.#file = file;
  }

  get size(): number {
    return this.#file.size;
  }

  /** Counts a part that is looked at. Throws OddFile after the last one allowed. */
  count(): void {
    this.#parts += 1;
    if (this.#parts > mostParts(this.size)) throw new OddFile("it has too many parts");
  }

  /** Whether these bytes are all there. */
  has(at: number, length: number): boolean {
    return at >= 0 && length >= 0 && at + length <= this.size;
  }

  /** Returns bytes, which stay as they are only until the next are read. Throws OddFile where the file has ended. */
  async bytes(at: number, length: number): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array();
    if (!this.has(at, length) || length > MOST_AT_ONCE) throw new OddFile("it ends too early");
    const known = this.#windows.find(({ from, bytes }) => at >= from && at + length <= from + bytes.length);
    const { from, bytes } = known ?? (await this.#fetch(at, length));
    return bytes.subarray(at - from, at - from + length);
  }

  async #fetch(from: number, length: number) {
    const span = Math.min(Math.max(length, this.#file.atOnce ?? WINDOW), this.size - from);
    this.#fetched += span;
    // Whoever arranges a file so that it is fetched over and over gets no further.
    if (this.#fetched > 3 * this.size + 64 * WINDOW) throw new OddFile("it is read too often");
    const fetched = { from, bytes: await this.#file.read(from, span) };
    if (fetched.bytes.length < length) throw new OddFile("it cannot be read");
    this.#windows.unshift(fetched);
    this.#windows.length = Math.min(this.#windows.length, WINDOWS);
    return fetched;
  }

  async uint32(at: number): Promise<number> {
    return viewOf(await this.bytes(at, 4)).getUint32(0);
  }

  /** A number of eight bytes. Throws OddFile if it is larger than any file. */
  async uint64(at: number): Promise<number> {
    const value = viewOf(await this.bytes(at, 8)).getBigUint64(0);
    if (value > Number.MAX_SAFE_INTEGER) throw new OddFile("a size is too large");
    return Number(value);
  }

  /** Reads bytes as Latin-1. */
  async text(at: number, length: number): Promise<string> {
    return String.fromCharCode(...(await this.bytes(at, length)));
  }

  /** Whether anything but zeros is between two offsets. */
  async holdsAnything(from: number, to: number): Promise<boolean> {
    for (let at = from; at < to; at += WINDOW)
      if ((await this.bytes(at, Math.min(WINDOW, to - at))).some((byte) => byte !== 0)) return true;
    return false;
  }
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
