import { createHash, randomUUID } from "node:crypto";
import type { R2Bucket, R2UploadedPart } from "@cloudflare/workers-types";
import type { Readable } from "../../domain/media/containers/reader.ts";

/** All parts of an upload to R2 are of this many bytes, except the last. */
const PART = 8 * 1024 * 1024;

/** Bytes of a file held in memory until its form is complete. Whatever is longer waits in the bucket. */
const MOST_KEPT = 256 * 1024;

/** The prefix of unfinished uploads. No row names such a key, so after a day the sweeper removes what a form left. */
const UNFINISHED = "unfinished/";

/** Bytes that are to become a blob, on their way into a bucket. */
export interface Unfinished {
  /** SHA-256, hex. */
  readonly hash: string;
  readonly bytes: number;
  /** Any part of it, to be read before it is settled. */
  readonly readable: Readable;
  /** All of it. */
  chunks(): Promise<AsyncIterable<Uint8Array>>;
  /** Makes it a blob. */
  commit(): Promise<void>;
  /** Removes what is stored of it apart from the blob. */
  discard(): Promise<void>;
}

/**
 * Takes bytes in, with up to one part of them in memory. Anything longer goes to the bucket part by part, under a
 * temporary name: the hash is known only at the end, and R2 cannot rename.
 */
export async function storeIncoming(
  bucket: R2Bucket,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Unfinished> {
  const hash = createHash("sha256");
  let bytes = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const upload = new PartsInTurn(bucket);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      let rest = chunk;
      while (heldBytes + rest.length > PART) {
        const fits = rest.subarray(0, PART - heldBytes);
        await upload.add(joined([...held, fits]));
        rest = rest.subarray(fits.length);
        [held, heldBytes] = [[], 0];
      }
      // A copy, because the parser may reuse its buffer.
      if (rest.length > 0) held.push(rest.slice());
      heldBytes += rest.length;
    }
    const last = joined(held);
    held = [];
    const rest = await upload.finish(last);
    const name = hash.digest("hex");
    return {
      hash: name,
      bytes,
      readable: {
        size: bytes,
        // Each read is a request, of which a Worker may make a thousand.
        atOnce: 1024 * 1024,
        read: async (from, length) => rest?.subarray(from, from + length) ?? upload.read(from, length),
      },
      chunks: async () => (rest ? inOne(rest) : upload.chunks()),
      async commit() {
        if (rest) await bucket.put(name, rest);
        else await upload.copyTo(name);
      },
      discard: () => upload.discard(),
    };
  } catch (error) {
    await upload.discard();
    throw error;
  }
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** An upload under a temporary name: in parts, begun with the first one, or whole. */
class PartsInTurn {
  readonly #bucket: R2Bucket;
  #key = "";
  #begun: Awaited<ReturnType<R2Bucket["createMultipartUpload"]>> | undefined;
  #isWhole = false;
  readonly #parts: R2UploadedPart[] = [];

  constructor(bucket: R2Bucket) {
    this.#bucket = bucket;
  }

  async add(bytes: Uint8Array): Promise<void> {
    if (!this.#begun) {
      this.#key = UNFINISHED + randomUUID();
      this.#begun = await this.#bucket.createMultipartUpload(this.#key);
    }
    this.#parts.push(await this.#begun.uploadPart(this.#parts.length + 1, bytes));
  }

  /** Ends with the last bytes. Returns them if they are all there is and few; otherwise they are in the bucket: null. */
  async finish(last: Uint8Array): Promise<Uint8Array | null> {
    if (this.#begun) {
      if (last.length > 0) await this.add(last);
      await this.#begun.complete(this.#parts);
    } else {
      if (last.length <= MOST_KEPT) return last;
      this.#key = UNFINISHED + randomUUID();
      await this.#bucket.put(this.#key, last);
    }
    this.#isWhole = true;
    return null;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const part = await this.#bucket.get(this.#key, { range: { offset, length } });
    if (!part) throw new Error(`What was uploaded as ${this.#key} is gone.`);
    return new Uint8Array(await part.arrayBuffer());
  }

  async chunks(): Promise<AsyncIterable<Uint8Array>> {
    const whole = await this.#bucket.get(this.#key);
    if (!whole) throw new Error(`What was uploaded as ${this.#key} is gone.`);
    return whole.body as unknown as AsyncIterable<Uint8Array>;
  }

  async copyTo(name: string): Promise<void> {
    const whole = await this.#bucket.get(this.#key);
    if (!whole) throw new Error(`What was uploaded as ${this.#key} is gone.`);
    await this.#bucket.put(name, whole.body);
  }

  /** Never throws: the sweeper removes what is left. */
  async discard(): Promise<void> {
    try {
      if (this.#isWhole) await this.#bucket.delete(this.#key);
      else await this.#begun?.abort();
    } catch (error) {
      console.warn(`What was uploaded as ${this.#key} is left to the sweeper:`, error);
    }
  }
}
