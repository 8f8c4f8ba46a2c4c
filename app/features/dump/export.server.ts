import type { Database } from "../../../server/db/database.ts";
import { type Files, streamOf } from "../../../server/files.ts";
import type { MediaStore } from "../../../server/media/store.ts";
import type { Progress } from "../../../server/progress.ts";
import { writeLines } from "./lines.server.ts";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  LINES_PER_BLOCK,
  MANIFEST,
  type Manifest,
} from "./manifest.server.ts";
import {
  columnsExported,
  countBlobs,
  EXPORTED,
  type ExportedTable,
  type ExportedValue,
  lastOfLogs,
  readBlobNames,
  readExportedPage,
} from "./repository/tables.server.ts";

/** What an export is made from. */
export interface Exporting {
  /** A snapshot of the index from the first read to the last, although the site is written to meanwhile. */
  readonly database: Database;
  readonly media: MediaStore;
  readonly files: Files;
  readonly now: Date;
  readonly progress: Progress;
}

/** What to export. */
export interface ExportOptions {
  /** Include password hashes, keys, sessions and links. */
  readonly secrets: boolean;
  /** Include the files themselves. */
  readonly media: boolean;
  /** Compress the files. */
  readonly gzip: boolean;
}

/** What was exported. */
export interface Exported {
  readonly manifest: Manifest;
  /** Blobs that rows name but that are missing, or whose bytes do not match their name. */
  readonly missing: readonly string[];
}

/** Thrown when the index was written to during the export, where the database cannot hold a snapshot for so long. */
export class WrittenMeanwhile extends Error {
  override readonly name = "WrittenMeanwhile";

  constructor() {
    super("Somebody wrote to the index while it was read.");
  }
}

/** The columns of the list of blobs. */
const BLOB_COLUMNS = { hash: "text", bytes: "integer?" } as const;

/** Returns the path of a blob in an export, the same as in a data folder. */
export const blobFile = (hash: string): string => `media/${hash.slice(0, 2)}/${hash}`;

/**
 * Writes everything: a file for each table, the list of blobs, and the blobs if requested. The manifest is written
 * last, so that an interrupted export is not mistaken for a complete one; started again, it copies no blob twice.
 *
 * @throws WrittenMeanwhile
 */
export async function exportIndex(options: ExportOptions, exporting: Exporting): Promise<Exported> {
  const { database, files, now, progress } = exporting;
  const before = await lastOfLogs(database);
  const ending = options.gzip ? ".jsonl.gz" : ".jsonl";
  const tables: Manifest["tables"] = [];
  for (const [place, table] of EXPORTED.entries()) {
    progress("writing tables", place, EXPORTED.length);
    const columns = columnsExported(table, options.secrets);
    if (Object.keys(columns).length === 0) continue;
    const file = `${table.name}${ending}`;
    const written = await writeLines(files, file, pagesOf(database, table, Object.keys(columns)));
    tables.push({
      table: table.name,
      file,
      columns: { ...columns },
      ...written,
      blocks: [...written.blocks],
    });
  }
  progress("writing tables", EXPORTED.length, EXPORTED.length);
  const missing: string[] = [];
  const file = `blobs${ending}`;
  const blobs = await writeLines(files, file, blobPages(options, exporting, missing));
  const after = await lastOfLogs(database);
  if (before.change !== after.change || before.accountLog !== after.accountLog) throw new WrittenMeanwhile();
  const manifest: Manifest = {
    ...{
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      madeAt: now.toISOString(),
      lastChange: after.change,
    },
    leftOut: [
      ...(options.secrets ? [] : (["secrets"] as const)),
      ...(options.media ? [] : (["media"] as const)),
    ],
    tables,
    blobs: { table: "blobs", file, columns: { ...BLOB_COLUMNS }, ...blobs, blocks: [...blobs.blocks] },
  };
  await files.write(MANIFEST, streamOf(textOf(`${JSON.stringify(manifest, null, 2)}\n`)));
  return { manifest, missing };
}

export async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function* pagesOf(database: Database, table: ExportedTable, columns: readonly string[]) {
  let after: readonly ExportedValue[] | null = null;
  do {
    const page = await readExportedPage(database, table, columns, after, LINES_PER_BLOCK);
    yield page.rows;
    after = page.next;
  } while (after !== null);
}

async function* blobPages(
  options: ExportOptions,
  { database, media, files, progress }: Exporting,
  missing: string[],
) {
  const step = options.media ? "copying files" : "looking at files";
  const total = await countBlobs(database);
  let done = 0;
  for (let after = ""; ; ) {
    const hashes = await readBlobNames(database, after, LINES_PER_BLOCK);
    const rows: { hash: string; bytes: number | null }[] = [];
    for (const hash of hashes) {
      let bytes = await media.sizeOf(hash);
      if (bytes !== null && options.media && !(await takeBlob(hash, bytes, media, files))) bytes = null;
      if (bytes === null) missing.push(hash);
      rows.push({ hash, bytes });
      done += 1;
      progress(step, done, total);
    }
    yield rows;
    const last = hashes.at(-1);
    if (last === undefined || hashes.length < LINES_PER_BLOCK) break;
    after = last;
  }
}

/** Copies a blob unless it is already there; returns whether its bytes match its name. */
async function takeBlob(hash: string, bytes: number, media: MediaStore, files: Files): Promise<boolean> {
  const name = blobFile(hash);
  if ((await files.sizeOf(name)) === bytes) return true;
  const blob = await media.read(hash, null);
  if (!blob) return false;
  const { sha256 } = await files.write(name, blob);
  if (sha256 === hash) return true;
  await files.remove(name);
  return false;
}
