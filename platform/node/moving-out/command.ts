import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadAtOnce } from "../../../server/data/load-at-once.ts";
import { type Exported, exportIndex } from "../../../server/moving-out/export.ts";
import { BadExport } from "../../../server/moving-out/lines.ts";
import { MANIFEST } from "../../../server/moving-out/manifest.ts";
import {
  lookAtExport,
  NotUntouched,
  type Restorable,
  readManifest,
  restoreRows,
  type StoreBlob,
  takeBlobs,
} from "../../../server/moving-out/restore.ts";
import type { Settings } from "../../settings.ts";
import { findWrong } from "../check.ts";
import { progressBar } from "../moving-in/progress.ts";
import { databaseFile, type openDataFolder } from "../open.ts";
import { StartError } from "../start-error.ts";
import type { BlobWriter } from "../uploads.ts";
import { folderOfFiles } from "./folder.ts";
import { oneTransaction } from "./one-transaction.ts";

type Site = Awaited<ReturnType<typeof openDataFolder>> & { readonly settings: Settings };

/** What `export` is told beside its folder. */
interface ExportFlags {
  readonly secrets?: boolean;
  readonly "with-media"?: boolean;
  readonly gzip?: boolean;
}

/** What an export that was cut off has left, which is written anew or gone on with. */
const OF_AN_EXPORT = /^([a-z_]+\.jsonl(\.gz)?|manifest\.json)(\.part)?$|^media$/;

/** Writes all of the index to a folder. Answers what to print. */
export async function runExport(
  { settings, parts }: Site,
  path: string,
  flags: ExportFlags,
): Promise<string> {
  const folder = resolve(path);
  const there = existsSync(folder) ? readdirSync(folder) : [];
  if (there.includes(MANIFEST))
    throw new StartError(`${folder} holds an export already. Name another folder, or move that one away.`);
  const other = there.find((name) => !OF_AN_EXPORT.test(name));
  if (other !== undefined)
    throw new StartError(
      `${folder} holds other things (${other}). Name a folder that is empty or not there yet.`,
    );
  const snapshot = oneTransaction(databaseFile(settings), "read");
  try {
    const exported = await exportIndex(
      { secrets: flags.secrets === true, media: flags["with-media"] === true, gzip: flags.gzip === true },
      {
        ...{ database: snapshot.database, media: parts.media, files: folderOfFiles(folder) },
        ...{ now: new Date(), progress: progressBar(process.stderr) },
      },
    );
    return exportedText(folder, exported);
  } finally {
    snapshot.close();
  }
}

function exportedText(folder: string, { manifest, missing }: Exported): string {
  const { tables, blobs, leftOut } = manifest;
  const size = [...tables, blobs].reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...rowsOfTable(tables.map(({ table, rows }) => [table, rows])),
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

/** Whether a path is that of an export: a folder with its manifest. */
export const isExport = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && existsSync(join(path, MANIFEST));

/** Moves an export in, or says what would come. Answers what to print. */
export async function runImportOfExport(site: Site, path: string, isApplied: boolean): Promise<string> {
  const { settings, database, parts } = site;
  const folder = resolve(path);
  const files = folderOfFiles(folder);
  const progress = progressBar(process.stderr);
  try {
    const manifest = await readManifest(files);
    if (!manifest) throw new StartError(`${folder} is no export.`);
    const found = await lookAtExport(manifest, files, { database, media: parts.media, progress });
    const said = restorableText(folder, found);
    if (!isUntouched(found)) throw new StartError([...said, "", ...notUntouched(found)].join("\n"));
    if (!isApplied)
      return [...said, "", "This was a dry run: nothing was written. --apply does it."].join("\n");
    await takeBlobs(found.blobs, files, storeBlob(site.media.blobs), progress);
    const writing = oneTransaction(databaseFile(settings), "write");
    try {
      await loadAtOnce(
        writing.database,
        () => restoreRows(manifest, files, writing.database, progress),
        progress,
      );
      writing.commit();
    } finally {
      writing.close();
    }
    await database.learnTables();
    const wrong = await findWrong(databaseFile(settings), database);
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
      "If the site is running, start it anew.",
    ].join("\n");
  } catch (error) {
    if (error instanceof BadExport)
      throw new StartError(`${error.message} Nothing was written.`, { cause: error });
    if (error instanceof NotUntouched)
      throw new StartError("Somebody wrote to this index meanwhile. Nothing was written.", { cause: error });
    throw error;
  }
}

const isUntouched = ({ written: { changes, imports, accountChanges } }: Restorable): boolean =>
  changes + imports + accountChanges === 0;

function notUntouched({ written: { changes, imports, accountChanges } }: Restorable): string[] {
  const things = [
    [changes, "changes by people"],
    [imports, "imports"],
    [accountChanges, "changes of accounts"],
  ] as const;
  const has = things.filter(([count]) => count > 0).map(([count, what]) => `${what}: ${count}`);
  return [
    `This index has things of its own (${has.join(", ")}), and an export comes in the place of all that is there. Nothing was written.`,
    "Set DATA_DIR to a new folder and import there; then start the site on that folder.",
  ];
}

function restorableText(folder: string, { manifest, tables, blobs }: Restorable): string[] {
  return [
    `${folder}: an export of ${manifest.madeAt}. All checksums are right.`,
    ...rowsOfTable(
      tables.map(({ table, comes, here }) => [table, comes, here]),
      ["", "comes", "goes"],
    ),
    `Files: ${blobs.here} are here, ${blobs.come.length} come with it, ${blobs.missing.length} are neither here nor in it.`,
    ...(blobs.missing.length > 0
      ? [
          "Pictures and videos that are in neither will not be found. Copy the media folder of the site that it came from first, or export with --with-media.",
        ]
      : []),
  ];
}

const inMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** Lines with a name and counts, which stand below one another. */
function rowsOfTable(
  rows: readonly (readonly [string, ...number[]])[],
  head: readonly string[] = [],
): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = [...(head.length > 0 ? [head] : []), ...rows];
  return lines.map(([name = "", ...counts]) =>
    `${String(name).padEnd(width)}${counts.map((count) => String(count).padStart(10)).join("")}`.trimEnd(),
  );
}

/** Stores a blob of which the bytes are what its name says. */
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
      if (found === name) await file.settle(name);
      return found;
    } finally {
      await file.discard();
    }
  };
}
