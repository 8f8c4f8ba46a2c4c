/** A stretch of a file, in bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the bytes of media are: files on disk or R2. A blob is named by its SHA-256 (hex) and never changes. */
export interface MediaStore {
  /** The blob's bytes, or null if there is none. */
  read(hash: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array> | null>;
  /** Stores a blob; storing the same again changes nothing. */
  write(hash: string, bytes: Uint8Array): Promise<void>;
}

/** The blob name of some bytes. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
