/** The size of parts, in bytes, for larger bucket objects. The services accept none smaller than 5 MiB. */
const PART = 8 * 1024 * 1024;

/** Yields bytes in parts of one size, the last one as it comes. One part and one chunk of the input are in memory. */
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
