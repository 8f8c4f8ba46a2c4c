/** A range of bytes in a file, both ends included. */
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

/**
 * Stores the media's bytes: files on disk or a bucket. A blob is named by its SHA-256 (hex) and never changes.
 * `within` is how many milliseconds a bucket may take to answer; by default it may take as long as its client tries.
 */
export interface MediaStore {
  /** Returns the size of a blob in bytes, or null if there is none. */
  sizeOf(hash: string, within?: number): Promise<number | null>;
  /** Returns the blob's bytes, or null if there is none. The stream fails if the blob ends before the range does. */
  read(hash: string, range: ByteRange | null, within?: number): Promise<ReadableStream<Uint8Array> | null>;
  /** Stores a blob; storing it once more renews its time, so that the sweeper leaves it alone for a day. */
  write(hash: string, bytes: Uint8Array): Promise<void>;
  /** Removes a blob unless it was re-stored since it was listed. Returns whether it is gone. */
  remove(blob: StoredBlob): Promise<boolean>;
  /** Lists the blobs whose hashes come after `after`, all by default, in the order of their hashes. */
  list(after?: string): AsyncIterable<StoredBlob>;
}

/** Returns the blob name of these bytes. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
