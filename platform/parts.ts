/** Objects of a bucket that are larger go in parts of this size, in bytes: the services take no smaller ones than 5 MiB. */
const PART = 8 * 1024 * 1024;

/** Bytes as parts of one size, the last one as long as it is; a part and a piece of what comes are in memory. */
export async function* partsOf(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let part = new Uint8Array(PART);
  let filled = 0;
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + PART - filled);
      part.set(piece, filled);
      filled += piece.length;
      from += piece.length;
      if (filled < PART) continue;
      yield part;
      part = new Uint8Array(PART);
      filled = 0;
    }
  if (filled > 0) yield part.subarray(0, filled);
}
