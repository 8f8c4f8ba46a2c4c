import { createHash } from "node:crypto";
import { createWriteStream, existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Exported, exportIndex } from "../../../app/features/dump/export.server.ts";
import { BadExport, MANIFEST, WrittenMeanwhile } from "../../../app/features/dump/lines.server.ts";
import { sqlForD1 } from "../../../app/features/dump/repository/sql-for-d1.server.ts";
import { findRestoration } from "../../../app/features/dump/repository/tables.server.ts";
import {
  lookAtExport,
  NotUntouched,
  type Restorable,
  readManifest,
  restoreRows,
  type StoreBlob,
  takeBlobs,
} from "../../../app/features/dump/restore.server.ts";
import { linesOfTable } from "../../../packages/import/report.ts";
import { StartError } from "../../../server/errors.ts";
import { makePrivate } from "../data-folder.ts";
import type { CommandSite } from "../open-index.ts";
import { progressBar } from "../progress.ts";
import type { BlobWriter } from "../uploads.ts";
import { folderOfFiles } from "./folder.ts";

/** The options of `export`. */
interface ExportFlags {
  readonly secrets?: boolean;
  readonly "with-media"?: boolean;
  readonly gzip?: boolean;
}

/** What an interrupted export leaves, which is overwritten or continued. */
const OF_AN_EXPORT = /^([a-z_]+\.jsonl(\.gz)?|manifest\.json)(\.part)?$|^media$/;

/** Writes the whole index to a folder. Returns what to print. */
export const runExport = async (site: CommandSite, path: string, flags: ExportFlags): Promise<string> =>
  exportedText(resolve(path), await exportTo(site, resolve(path), flags));

/** Writes the whole index to a folder. */
async function exportTo(
  { openSnapshot, parts }: CommandSite,
  folder: string,
  flags: ExportFlags,
): Promise<Exported> {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  if (there.includes(MANIFEST))
    throw new StartError(`${folder} holds an export already. Name another folder, or move that one away.`);
  const other = there.find((name) => !OF_AN_EXPORT.test(name));
  if (other !== undefined)
    throw new StartError(
      `${folder} holds other things (${other}). Name a folder that is empty or not there yet.`,
    );
  makePrivate(folder);
  const snapshot = openSnapshot();
  try {
    return await exportIndex(
      { secrets: flags.secrets === true, media: flags["with-media"] === true, gzip: flags.gzip === true },
      {
        database: snapshot.database,
        media: parts.media,
        files: folderOfFiles(folder),
        now: new Date(),
        progress: progressBar(process.stderr),
      },
    );
  } catch (error) {
    if (error instanceof WrittenMeanwhile)
      throw new StartError(`${error.message} What was written to ${folder} is no export: begin it again.`, {
        cause: error,
      });
    throw error;
  } finally {
    snapshot.close();
  }
}

/** Writes the whole database as SQL for D1 to a new file. Returns what to print. */
export async function runExportForD1({ openSnapshot, settings }: CommandSite, path: string): Promise<string> {
  if (settings.database !== "folder")
    throw new StartError("export d1 reads a data folder, and DATABASE says another place. Unset it.");
  const file = resolve(path);
  if (existsSync(file)) throw new StartError(`${file} is there already. Name another file.`);
  const snapshot = openSnapshot();
  try {
    const lines = Readable.from(sqlForD1(snapshot.database)).map((line) => `${line}\n`);
    await pipeline(lines, createWriteStream(file, { flags: "wx" }));
  } finally {
    snapshot.close();
  }
  return `Wrote ${file}, with passwords, keys and sessions: whoever has it can sign in as anybody. Keep it safe.`;
}

/** Says what was exported. */
function exportedText(folder: string, { manifest, missing }: Exported): string {
  const { tables, blobs, leftOut } = manifest;
  const size = [...tables, blobs].reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...linesOfTable(
      [],
      tables.map(({ table, rows }) => [table, rows]),
    ),
    "",
    `Exported to ${folder}: ${[...tables, blobs].length} files of ${inMegabytes(size)} MB.`,
    leftOut.includes("secrets")
      ? "Passwords, keys and sessions are not in it; --secrets writes them, too. E-mail addresses are: keep it to yourself."
      : "Passwords, keys and sessions are in it: whoever has it can sign in as anybody. Keep it safe.",
    leftOut.includes("media")
      ? `The ${blobs.rows} files that were uploaded are named in ${blobs.file} and not in it; --with-media copies them, too.`
      : `The ${blobs.rows - missing.length} files that were uploaded are in media/.`,
    ...(missing.length > 0
      ? [
          `${missing.length} files are not in the media folder as they should be: ${missing.slice(0, 5).join(", ")}`,
        ]
      : []),
  ].join("\n");
}

/** Whether a path is an archive of a site: a folder with its manifest. */
export const isExport = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && existsSync(join(path, MANIFEST));

/**
 * Imports a whole archive, or says what would be imported. Returns what to print; null: it is a public archive.
 */
export async function runImportOfExport(
  site: CommandSite,
  path: string,
  isApplied: boolean,
): Promise<string | null> {
  const { database, parts, advice } = site;
  const folder = resolve(path);
  const files = folderOfFiles(folder);
  const progress = progressBar(process.stderr);
  try {
    const manifest = await readManifest(files);
    if (!manifest) return null;
    const found = await lookAtExport(manifest, files, { database, media: parts.media, progress });
    const said = restorableText(folder, found);
    if (!isUntouched(found))
      throw new StartError([...said, "", ...notUntouched(found), advice.ofItsOwn].join("\n"));
    if (!isApplied)
      return [...said, "", "This was a dry run: nothing was written. --apply does it."].join("\n");
    await takeBlobs(found.blobs, files, storeBlob(site.media.blobs), progress);
    await site.loadAtOnce((writing) => restoreRows(manifest, files, writing, progress), progress);
    const wrong = await site.findWrong();
    return [
      ...said,
      "",
      wrong.length === 0
        ? "Moved in. The database was checked: nothing is wrong."
        : `Moved in. The check found:\n${wrong.join("\n")}`,
      ...(manifest.leftOut.includes("secrets")
        ? [
            "It has no passwords: `admin recover EMAIL` gives an administrator a new one, and everybody else asks for theirs.",
          ]
        : []),
      advice.takenUp,
    ].join("\n");
  } catch (error) {
    if (await isHalfThere(database)) {
      console.error("Some of it was written, and what was here is gone. Import it again: it begins anew.");
      if (error instanceof BadExport) throw new StartError(error.message, { cause: error });
      throw error;
    }
    if (error instanceof BadExport)
      throw new StartError(`${error.message} Nothing was written.`, { cause: error });
    if (error instanceof NotUntouched)
      throw new StartError("Somebody wrote to this index meanwhile. Nothing was written.", { cause: error });
    throw error;
  }
}

/** Whether an import of an export was interrupted where it is not one transaction. */
const isHalfThere = (database: CommandSite["database"]): Promise<boolean> =>
  findRestoration(database).then(
    (madeAt) => madeAt !== null,
    // If the database cannot be queried, the error that led here says so already.
    () => false,
  );

const isUntouched = ({ written: { changes, accountChanges } }: Restorable): boolean =>
  changes + accountChanges === 0;

function notUntouched({ written: { changes, accountChanges } }: Restorable): string[] {
  const things = [
    [changes, "changes by people or imports"],
    [accountChanges, "changes of accounts"],
  ] as const;
  const has = things.filter(([count]) => count > 0).map(([count, what]) => `${what}: ${count}`);
  return [
    `This index has things of its own (${has.join(", ")}), and an export comes in the place of all that is there. Nothing was written.`,
  ];
}

function restorableText(folder: string, { manifest, tables, lacks, blobs }: Restorable): string[] {
  return [
    `${folder}: an export of ${manifest.madeAt}. All checksums are right.`,
    ...linesOfTable(
      ["comes", "goes"],
      tables.map(({ table, comes, here }) => [table, comes, here]),
    ),
    ...(lacks.length > 0
      ? [
          `An earlier version of the site made it, without these tables, which will be empty: ${lacks.join(", ")}`,
        ]
      : []),
    `Files: ${blobs.here} are here, ${blobs.come.length} come with it, ${blobs.missing.length} are neither here nor in it.`,
    ...(blobs.missing.length > 0
      ? [
          "Pictures and videos that are in neither will not be found. Copy the media folder of the site that it came from first, or export with --with-media.",
        ]
      : []),
  ];
}

const inMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** Stores a blob if its bytes match its name, and returns their hash. */
function storeBlob(blobs: BlobWriter): StoreBlob {
  return async (name, bytes) => {
    const file = await blobs.begin();
    try {
      const hash = createHash("sha256");
      for await (const chunk of bytes as unknown as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        await file.append(chunk);
      }
      await file.finish();
      const found = hash.digest("hex");
      if (found === name) await file.commit(name);
      return found;
    } finally {
      await file.discard();
    }
  };
}
