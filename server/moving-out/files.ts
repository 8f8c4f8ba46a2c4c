import type { ByteRange } from "../media/store.ts";

/** A file as a listing finds it. */
export interface ListedFile {
  /** Its name, with its folders: "2026-11-22/maps.jsonl.gz". */
  readonly name: string;
  readonly bytes: number;
}

/** What was written. */
export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
}

/** Files by names: a folder, or what stands under a prefix of a bucket. */
export interface Files {
  /** In the order of their names. */
  list(): AsyncIterable<ListedFile>;
  /** In bytes; null: there is none. */
  sizeOf(name: string): Promise<number | null>;
  /** Null: there is none. */
  read(name: string, range?: ByteRange | null): Promise<ReadableStream<Uint8Array> | null>;
  /** Writes a file as its bytes come: it is there whole, or as it was. */
  write(name: string, bytes: ReadableStream<Uint8Array>): Promise<WrittenFile>;
  /** Removes a file, if it is there. */
  remove(name: string): Promise<void>;
}

/** The bytes that come, as a stream: the next ones are made when somebody takes them. */
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

/** What a stream goes through to become smaller, or what it was. The types of the platforms differ in what a byte array may lie in. */
type Bytes = ReadableWritablePair<Uint8Array, Uint8Array>;

export const compressed = (bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
  bytes.pipeThrough(new CompressionStream("gzip") as unknown as Bytes);

export const decompressed = (bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
  bytes.pipeThrough(new DecompressionStream("gzip") as unknown as Bytes);
