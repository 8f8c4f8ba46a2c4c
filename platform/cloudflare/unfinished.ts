import { createHash, randomUUID } from "node:crypto";
import type { R2Bucket, R2UploadedPart } from "@cloudflare/workers-types";

/** All parts of an upload to R2 are of this many bytes, except the last. */
const PART = 8 * 1024 * 1024;

/** The prefix of unfinished uploads. No row names such a key, so after a day the sweeper removes what a form left. */
const UNFINISHED = "unfinished/";

/** Bytes that are to become a blob, on their way into a bucket. */
export interface Unfinished {
  /** SHA-256, hex. */
  readonly hash: string;
  readonly bytes: number;
  /** Makes it a blob. */
  settle(): Promise<void>;
  /** Removes what is stored of it apart from the blob. */
  discard(): Promise<void>;
}

/**
 * Takes bytes in, with up to one part of them in memory. Anything longer goes to the bucket part by part, under a
 * temporary name: the hash is known only at the end, and R2 cannot rename.
 */
export async function takeIn(
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
    if (upload.isBegun) await upload.finish(last);
    const name = hash.digest("hex");
    return {
      hash: name,
      bytes,
      async settle() {
        if (!upload.isBegun) await bucket.put(name, last);
        else await upload.copyTo(name);
      },
      discard: () => upload.discard(),
    };
  } catch (error) {
    await upload.discard();
    throw error;
  }
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

/** A multipart upload, begun with its first part. */
class PartsInTurn {
  readonly #bucket: R2Bucket;
  #key = "";
  #begun: Awaited<ReturnType<R2Bucket["createMultipartUpload"]>> | undefined;
  #isWhole = false;
  readonly #parts: R2UploadedPart[] = [];

  constructor(bucket: R2Bucket) {
    this.#bucket = bucket;
  }

  get isBegun(): boolean {
    return this.#begun !== undefined;
  }

  async add(bytes: Uint8Array): Promise<void> {
    if (!this.#begun) {
      this.#key = UNFINISHED + randomUUID();
      this.#begun = await this.#bucket.createMultipartUpload(this.#key);
    }
    this.#parts.push(await this.#begun.uploadPart(this.#parts.length + 1, bytes));
  }

  async finish(last: Uint8Array): Promise<void> {
    if (last.length > 0) await this.add(last);
    await this.#begun?.complete(this.#parts);
    this.#isWhole = true;
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
