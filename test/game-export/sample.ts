import { fileURLToPath } from "node:url";
import type { ExportEntry } from "../../domain/game-export/files.ts";
import { folderEntries } from "../../platform/node/folder.ts";

export const SAMPLE_FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** Returns a file of an export. */
export const entryOf = (path: string, content: string | Uint8Array): ExportEntry => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { path, size: bytes.length, read: async () => bytes };
};

/** Returns the texts of the sample's files by path, with other ones for some; null: without the file. */
export async function sampleTexts(
  changed: Readonly<Record<string, string | null>> = {},
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const { path, read } of folderEntries(SAMPLE_FOLDER))
    if (path.endsWith(".json")) texts.set(path, new TextDecoder().decode(await read()));
  for (const [path, text] of Object.entries(changed))
    if (text === null) texts.delete(path);
    else texts.set(path, text);
  return texts;
}

/** Returns the sample's files, changed as for `sampleTexts`. */
export const sample = async (changed?: Readonly<Record<string, string | null>>): Promise<ExportEntry[]> =>
  [...(await sampleTexts(changed))].map(([path, text]) => entryOf(path, text));
