import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { blobFile, type Exported } from "../../../app/features/dump/export.server.ts";
import { BadExport } from "../../../app/features/dump/lines.server.ts";
import { lookAtExport, takeBlobs } from "../../../app/features/dump/restore.server.ts";
import type { Database } from "../../../server/db/database.ts";
import { StartError } from "../../../server/errors.ts";
import { exportedText, exportTo } from "../moving-out/command.ts";
import { folderOfFiles } from "../moving-out/folder.ts";
import type { Site } from "../open-index.ts";
import { progressBar } from "../progress.ts";
import { freeName } from "./backup.ts";

/** Prefix of a D1 backup's name in its folder; the time it was begun follows. */
const PREFIX = "export-";

/**
 * `backup DIR` for an index on D1, which cannot be copied as a file: makes a full export with secrets and media, and
 * reads it back before reporting success. Each one has all of its files, and `import` restores it.
 */
export async function runBackupOfD1(site: Site, dir: string, keep?: string): Promise<string> {
  if (keep !== undefined)
    throw new StartError(
      "--keep is for backups of a data folder. Of D1 each backup is a folder of its own: delete those that you do not want.",
    );
  mkdirSync(dir, { recursive: true });
  const folder = join(resolve(dir), freeName(dir, new Date(), PREFIX));
  const exported = await exportTo(site, folder, { secrets: true, "with-media": true, gzip: true });
  await readBack(exported, folder, site.database);
  return [
    ...[exportedText(folder, exported), ""],
    `It was read back whole. To put it back: npm run index -- import ${folder}`,
  ].join("\n");
}

/**
 * Reads an archive with all of its files as if for a site that has none of them.
 * @throws StartError if something of it is damaged or gone
 */
export async function readBack(
  { manifest, missing }: Exported,
  folder: string,
  database: Database,
): Promise<void> {
  const files = folderOfFiles(folder);
  const progress = progressBar(process.stderr);
  try {
    const { blobs } = await lookAtExport(manifest, files, {
      ...{ database, media: { sizeOf: async () => null }, progress },
    });
    const gone = blobs.missing.find((hash) => !missing.includes(hash));
    if (gone !== undefined) throw new BadExport(`${blobFile(gone)}: it is not there.`);
    await takeBlobs(blobs, files, hashOfBlob, progress);
  } catch (error) {
    if (error instanceof BadExport)
      throw new StartError(`${folder} is no backup. It was written, and read back: ${error.message}`, {
        cause: error,
      });
    throw error;
  }
}

async function hashOfBlob(_: string, bytes: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes as unknown as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest("hex");
}
