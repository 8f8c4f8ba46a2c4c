/** A stretch of a file, in bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A blob as a listing finds it. */
export interface StoredBlob {
  readonly hash: string;
  /** When it was last stored. */
  readonly modifiedAt: Date;
}

/** Where the bytes of media are: files on disk or R2. A blob is named by its SHA-256 (hex) and never changes. */
export interface MediaStore {
  /** How many bytes a blob has, or null if there is none. */
  sizeOf(hash: string): Promise<number | null>;
  /** The blob's bytes, or null if there is none. A blob that ends before the range does is an error of the stream. */
  read(hash: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array> | null>;
  /** Stores a blob; storing the same again makes it new: the sweeper leaves it alone for a day. */
  write(hash: string, bytes: Uint8Array): Promise<void>;
  /** Removes a blob, unless it was stored again since it was listed. Answers whether it is gone. */
  remove(blob: StoredBlob): Promise<boolean>;
  /** The blobs whose hashes come after that text, all by default, in the order of their hashes. */
  list(after?: string): AsyncIterable<StoredBlob>;
}

/** The blob name of some bytes. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
