import { ExportRefused, quoted, refuse } from "./checked.ts";
import { type ExportEntry, MEGABYTE, MOST_BYTES } from "./files.ts";

/** ZIP's methods "stored" and "deflated". */
const METHODS = [0, 8];

/**
 * Yields the entries of a ZIP, which is read in parts. Symbolic links are passed over. Throws ExportRefused for what is no ZIP,
 * or one that is encrypted, ZIP64 or packed in a rare way.
 */
export async function* zipEntries(zip: Blob): AsyncGenerator<ExportEntry> {
  if (zip.size > MOST_BYTES) refuse(`The ZIP has more than ${MOST_BYTES / MEGABYTE} MB.`);
  const { BlobReader, ZipReader } = await import("@zip.js/zip.js/lib/zip-core-custom.js");
  const options = { useWebWorkers: false, checkCrc32: true, checkOverlappingEntry: true };
  const entries = new ZipReader(new BlobReader(zip), options).getEntriesGenerator();
  for (;;) {
    const { value: entry, done } = await entries.next().catch(() => refuse("This is not a whole ZIP file."));
    if (done) return;
    const { filename: path, uncompressedSize: size } = entry;
    if (entry.encrypted) refuse("The ZIP is encrypted.");
    if (entry.zip64) refuse("The ZIP has files in the format ZIP64, which this site does not read.");
    if (!METHODS.includes(entry.compressionMethod))
      refuse(`${quoted(path)} is packed in a way that this site does not read.`);
    if (entry.symlink) continue;
    yield {
      path,
      size,
      read: async () => {
        if (entry.directory) return new Uint8Array();
        const unpacked = bytesUpTo(size, path);
        await entry.getData(unpacked.writable);
        return unpacked.bytes();
      },
    };
  }
}

/** A stream that takes so many bytes, since a ZIP may say less than it unpacks to. */
function bytesUpTo(size: number, path: string) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  return {
    writable: new WritableStream<Uint8Array<ArrayBuffer>>({
      write(chunk) {
        length += chunk.length;
        if (length > size) throw new ExportRefused(`${quoted(path)} is larger than the ZIP says.`);
        chunks.push(chunk);
      },
    }),
    bytes: async () => new Uint8Array(await new Blob(chunks).arrayBuffer()),
  };
}
