import type { ExportEntry } from "../../../../domain/game-export/files.ts";
import { type ExportFound, readExport } from "../../../../domain/game-export/read.ts";
import { zipEntries } from "../../../../domain/game-export/zip.ts";

const entryOf = (file: File): ExportEntry => ({
  path: file.webkitRelativePath,
  size: file.size,
  read: async () => new Uint8Array(await file.arrayBuffer()),
});

/** Reads the export in a ZIP, or in the files of a folder. Throws Error with a sentence for a person. */
export async function readFiles(files: readonly File[]): Promise<ExportFound> {
  const [only] = files;
  const isFolder = only !== undefined && only.webkitRelativePath !== "";
  const found = await readExport(only && !isFolder ? zipEntries(only) : files.map(entryOf));
  if ("refusal" in found) throw new Error(found.refusal);
  return found;
}
