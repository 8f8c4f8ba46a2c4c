import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { findDamage, readManifest } from "../../../app/features/dump/restore.server.ts";
import { progressBar } from "../moving-in/progress.ts";
import { hashOfStream, runExport } from "../moving-out/command.ts";
import { folderOfFiles } from "../moving-out/folder.ts";
import type { Site } from "../open-index.ts";
import { StartError } from "../start-error.ts";
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
  const said = await runExport(site, folder, { secrets: true, "with-media": true, gzip: true });
  const files = folderOfFiles(folder);
  const manifest = await readManifest(files);
  if (manifest === null) throw new StartError(`${folder} is not there any more.`);
  const wrong = await findDamage(manifest, files, { hashOfStream, progress: progressBar(process.stderr) });
  if (wrong.length > 0)
    throw new StartError([`${folder} is no backup. It was written, and read back:`, ...wrong].join("\n"));
  return [said, "", `It was read back whole. To put it back: npm run index -- import ${folder}`].join("\n");
}
