import type { Database } from "../../../server/db/database.ts";
import type { Files } from "../../../server/files.ts";
import type { ReportProgress } from "../../../server/jobs/job.ts";
import type { MediaStore } from "../../../server/media/store.ts";
import {
  type ArchiveManifest,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  LINES_PER_BLOCK,
  type ManifestTable,
  writeArchive,
} from "./lines.server.ts";
import {
  countBlobs,
  EXPORTED,
  type ExportedRow,
  findExported,
  isSecret,
  readBlobNames,
  readExported,
} from "./repository/tables.server.ts";

export interface Exporting {
  /** A snapshot of the index from the first read to the last, although the site is written to meanwhile. */
  readonly database: Database;
  readonly media: MediaStore;
  readonly files: Files;
  readonly now: Date;
  readonly progress: ReportProgress;
}

export interface ExportOptions {
  /** Include password hashes, keys, sessions and links. */
  readonly secrets: boolean;
  /** Include the files themselves. */
  readonly media: boolean;
  readonly gzip: boolean;
}

export interface Exported {
  readonly manifest: ArchiveManifest;
  /** Blobs that rows name but that are missing, or whose bytes do not match their name. */
  readonly missing: readonly string[];
}

const BLOB_COLUMNS = { hash: "text", bytes: "integer?" } as const;

/** Returns the path of a blob in an export, the same as in a data folder. */
export const blobFile = (hash: string): string => `media/${hash.slice(0, 2)}/${hash}`;

/**
 * Writes everything: a file for each table, the list of blobs, and the blobs if requested. Cut off and restarted, it
 * copies no blob twice.
 *
 * @throws WrittenMeanwhile
 */
export async function exportIndex(options: ExportOptions, exporting: Exporting): Promise<Exported> {
  const { database, files, now, progress } = exporting;
  const missing: string[] = [];
  const ending = options.gzip ? ".jsonl.gz" : ".jsonl";
  const tables = (await findExported(database)).flatMap((table, place) => {
    const columns = Object.entries(table.columns).filter(
      ([name]) => options.secrets || !isSecret(table, name),
    );
    async function* pages(): AsyncGenerator<readonly ExportedRow[]> {
      progress("writing tables", place, EXPORTED.length);
      yield* readExported(
        database,
        table,
        columns.map(([name]) => name),
        LINES_PER_BLOCK,
      );
    }
    const file = `${table.name}${ending}`;
    return columns.length === 0
      ? []
      : [{ table: table.name, file, columns: Object.fromEntries(columns), pages: pages() }];
  });
  const blobs = {
    table: "blobs",
    file: `blobs${ending}`,
    columns: BLOB_COLUMNS,
    pages: blobPages(options, exporting, missing),
  };
  const manifest = await writeArchive(
    { level: "whole", database, files, folder: "" },
    [...tables, blobs],
    (written, lastChange): ArchiveManifest => {
      const all = written.map(({ table, file, columns, bytes, sha256, rows, blocks }) => ({
        table,
        file,
        columns,
        bytes,
        sha256,
        rows,
        blocks: [...blocks],
      }));
      return {
        format: EXPORT_FORMAT,
        version: EXPORT_VERSION,
        madeAt: now.toISOString(),
        lastChange,
        leftOut: [
          ...(options.secrets ? [] : (["secrets"] as const)),
          ...(options.media ? [] : (["media"] as const)),
        ],
        tables: all.slice(0, -1),
        blobs: all.at(-1) as ManifestTable,
      };
    },
  );
  return { manifest, missing };
}

async function* blobPages(
  options: ExportOptions,
  { database, media, files, progress }: Exporting,
  missing: string[],
) {
  progress("writing tables", EXPORTED.length, EXPORTED.length);
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
