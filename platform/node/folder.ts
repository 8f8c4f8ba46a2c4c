import { constants } from "node:fs";
import { lstat, open, opendir } from "node:fs/promises";
import { join } from "node:path";
import { ExportRefused } from "../../domain/game-export/checked.ts";
import type { ExportEntry } from "../../domain/game-export/files.ts";

/** Yields the files and folders below a folder, a folder before what is in it. Follows no symbolic links. */
export async function* folderEntries(folder: string, within = ""): AsyncGenerator<ExportEntry> {
  for await (const each of await opendir(join(folder, within))) {
    const path = `${within}${each.name}`;
    if (each.isDirectory()) {
      yield { path: `${path}/`, size: 0, read: async () => new Uint8Array() };
      yield* folderEntries(folder, `${path}/`);
    } else if (each.isFile()) {
      const { size } = await lstat(join(folder, path));
      yield { path, size, read: () => bytesOf(join(folder, path), size) };
    }
  }
}

/** Reads a file that has no more than so many bytes, and is no link. */
async function bytesOf(path: string, size: number): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(size + 1), { position: 0 });
    if (bytesRead !== size) throw new ExportRefused("A file of the export changes while it is read.");
    return buffer.subarray(0, size);
  } finally {
    await file.close();
  }
}
