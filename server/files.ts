import type { ByteRange } from "./media/store.ts";

/** A file as a listing finds it. */
export interface ListedFile {
  /** Its name with its folders: "2026-11-22/maps.jsonl.gz". */
  readonly name: string;
  readonly bytes: number;
}

/** A file as it was written. */
export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256 of its bytes, in hex. */
  readonly sha256: string;
}

/** Files by name: a folder, or the objects under a prefix of a bucket. */
export interface Files {
  /** Lists the files in the order of their names. */
  list(): AsyncIterable<ListedFile>;
  /** Returns the size in bytes; null if there is no such file. */
  sizeOf(name: string): Promise<number | null>;
  /** Returns the bytes; null if there is no such file. */
  read(name: string, range?: ByteRange | null): Promise<ReadableStream<Uint8Array> | null>;
  /** Writes a file as its bytes arrive; afterwards it is complete, or as it was before. */
  write(name: string, bytes: ReadableStream<Uint8Array>): Promise<WrittenFile>;
  /** Removes a file if it exists. */
  remove(name: string): Promise<void>;
}

/** Returns the pieces as a stream that produces the next piece only when it is read. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A compression or decompression step. The platforms' types differ in the buffers that a byte array may have. */
type Bytes = ReadableWritablePair<Uint8Array, Uint8Array>;

export const compressed = (bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
  bytes.pipeThrough(new CompressionStream("gzip") as unknown as Bytes);

export const decompressed = (bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
  bytes.pipeThrough(new DecompressionStream("gzip") as unknown as Bytes);
