import { Dump } from "../../../domain/contract/dumps.ts";
import type { Database } from "../../../server/db/database.ts";
import type { Files } from "../../../server/files.ts";
import type { Progress } from "../../../server/jobs/job.ts";
import type { MediaStore } from "../../../server/media/store.ts";
import { blobFile } from "./export.server.ts";
import {
  BadExport,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  MANIFEST,
  Manifest,
  type ManifestTable,
  readLines,
} from "./lines.server.ts";
import {
  beginRestoration,
  type ColumnType,
  clearFilled,
  countExported,
  EXPORTED,
  type ExportedRow,
  type ExportedTable,
  type ExportedValue,
  emptyExported,
  endRestoration,
  FILLED_BY_TRIGGERS,
  findExported,
  insertExported,
  isSecret,
  type WrittenBy,
  writtenBy,
} from "./repository/tables.server.ts";

/** What an export would bring. */
export interface Restorable {
  readonly manifest: Manifest;
  /** What people have already written here: an export is only accepted if that is nothing. */
  readonly written: WrittenBy;
  /** Per table, the rows that are here and would be removed, and those that would come. */
  readonly tables: readonly { readonly table: string; readonly here: number; readonly comes: number }[];
  /** Blobs that are already here (a count), that come with the export, and that neither has, by hash. */
  readonly blobs: {
    readonly here: number;
    readonly come: readonly string[];
    readonly missing: readonly string[];
  };
}

/** The largest manifest that is read, in bytes. A manifest has 60 for each 500 rows. */
const LARGEST_MANIFEST = 32 * 1024 * 1024;

/**
 * Reads the manifest of a whole archive; null if there is none, or if it is that of a public one, which a site imports
 * like an index from elsewhere.
 * @throws BadExport if it is not an export's, or has a format that this version of the site does not know
 */
export async function readManifest(files: Files): Promise<Manifest | null> {
  const size = await files.sizeOf(MANIFEST);
  if (size === null) return null;
  if (size > LARGEST_MANIFEST) throw new BadExport(`${MANIFEST}: it is too large to be an export's.`);
  const stored = await files.read(MANIFEST);
  const text = stored ? await new Response(stored as unknown as BodyInit).text() : "";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadExport(`${MANIFEST}: it is no JSON: it was cut off, changed or damaged.`);
  }
  if (Dump.safeParse(value).success) return null;
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== EXPORT_FORMAT) throw new BadExport(`${MANIFEST}: it is not that of an export of this site.`);
  if (typeof version === "number" && version > EXPORT_VERSION)
    throw new BadExport(
      `${MANIFEST}: the export has form ${version}, and this version of the site reads up to ${EXPORT_VERSION}. Import it with a newer version of the site.`,
    );
  const read = Manifest.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new BadExport(
      `${MANIFEST}: ${issue?.path.join(".")} is not as exports have it: ${issue?.message}.`,
    );
  }
  return read.data;
}

/** Returns the tables of an export as this index has them. Throws BadExport. */
async function tablesOf(
  { tables }: Manifest,
  database: Database,
): Promise<readonly (readonly [ExportedTable, ManifestTable])[]> {
  const found = (await findExported(database)).flatMap((table) => {
    const own = tables.filter((each) => each.table === table.name);
    if (own.length > 1) throw new BadExport(`${MANIFEST}: it has the table ${table.name} twice.`);
    if (own[0])
      for (const [column, type] of Object.entries(own[0].columns))
        if (table.columns[column] !== type) throw unknownPart(`${column} of ${table.name}`);
    const absent = Object.entries(table.columns).find(
      ([column, type]) =>
        !(own[0] && column in own[0].columns) && !type.endsWith("?") && !isSecret(table, column),
    );
    if (absent) throw new BadExport(`${MANIFEST}: it has no ${absent[0]} of ${table.name}.`);
    return own.map((each) => [table, each] as const);
  });
  const unknown = tables.find(({ table }) => !EXPORTED.some((name) => name === table));
  if (unknown) throw unknownPart(unknown.table);
  return found;
}

const unknownPart = (what: string): BadExport =>
  new BadExport(
    `${MANIFEST}: this version of the site does not know ${what}. Import the export with the version that made it, or a newer one.`,
  );

/** Whether a value has a column's type. */
function isOf(value: unknown, type: ColumnType): value is ExportedValue {
  if (value === null) return type.endsWith("?");
  if (type.startsWith("text")) return typeof value === "string";
  return typeof value === "number" && (type.startsWith("real") || Number.isSafeInteger(value));
}

/** Reads a row with exactly these columns; throws what is wrong with it. */
const rowWith =
  (columns: Readonly<Record<string, ColumnType>>) =>
  (row: unknown): ExportedRow => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) throw new Error("is no row");
    const values = row as Readonly<Record<string, unknown>>;
    for (const [column, type] of Object.entries(columns))
      if (!isOf(values[column] ?? null, type) || !(column in values))
        throw new Error(`has no ${column} as its column takes it`);
    if (Object.keys(values).length !== Object.keys(columns).length)
      throw new Error("has more than its columns");
    return values as ExportedRow;
  };

/** Reads the rows of a table of an export block by block, comparing each checksum. */
const rowsOf = (files: Files, table: ManifestTable): AsyncGenerator<ExportedRow[]> =>
  readLines(files, table, rowWith(table.columns));

/**
 * Reads an export completely, compares all checksums, and returns what it would bring. Writes nothing.
 * @throws BadExport
 */
export async function lookAtExport(
  manifest: Manifest,
  files: Files,
  {
    database,
    media,
    progress,
  }: { database: Database; media: Pick<MediaStore, "sizeOf">; progress: Progress },
): Promise<Restorable> {
  const all = await tablesOf(manifest, database);
  const total = all.reduce((sum, [, { rows }]) => sum + rows, 0);
  let done = 0;
  const tables: Restorable["tables"][number][] = [];
  for (const [table, own] of all) {
    for await (const rows of rowsOf(files, own)) {
      done += rows.length;
      progress("comparing checksums", done, total);
    }
    tables.push({ table: table.name, here: await countExported(database, table), comes: own.rows });
  }
  const come: string[] = [];
  const missing: string[] = [];
  let here = 0;
  for await (const rows of rowsOf(files, manifest.blobs))
    for (const { hash, bytes } of rows) {
      if (typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash))
        throw new BadExport(`${manifest.blobs.file}: "${hash}" is the name of no file.`);
      const stored = await media.sizeOf(hash);
      if (stored !== null && (bytes === null || stored === bytes)) here += 1;
      else if (bytes !== null && (await files.sizeOf(blobFile(hash))) === bytes) come.push(hash);
      else missing.push(hash);
    }
  return { manifest, written: await writtenBy(database), tables, blobs: { here, come, missing } };
}

/** Stores a streamed blob and returns the SHA-256 of its bytes; stores nothing if that differs from the name. */
export type StoreBlob = (hash: string, bytes: ReadableStream<Uint8Array>) => Promise<string>;

/** Stores the blobs that come with an export. Those stored before an interruption are skipped. */
export async function takeBlobs(
  { come }: Restorable["blobs"],
  files: Files,
  store: StoreBlob,
  progress: Progress,
): Promise<void> {
  for (const [place, hash] of come.entries()) {
    progress("taking files over", place, come.length);
    const bytes = await files.read(blobFile(hash));
    if (!bytes || (await store(hash, bytes)) !== hash)
      throw new BadExport(`${blobFile(hash)}: it is damaged, and not what its name says.`);
  }
  if (come.length > 0) progress("taking files over", come.length, come.length);
}

/** Thrown when an export is restored where people have already written. */
export class NotUntouched extends Error {
  override readonly name = "NotUntouched";
}

/**
 * Replaces what is here with the rows of an export as they were: ids, revisions, and the log with its numbers. Batches
 * are limited in size. If `database` runs all of them as one transaction, a failure leaves nothing; if not, some of the
 * rows are there, which is recorded (`findRestoration`), and the restoration can be restarted.
 *
 * @throws NotUntouched, and BadExport
 */
export async function restoreRows(
  manifest: Manifest,
  files: Files,
  database: Database,
  progress: Progress,
): Promise<void> {
  if (!(await beginRestoration(database, manifest.madeAt))) throw new NotUntouched();
  const tables = await tablesOf(manifest, database);
  // After an export without secrets this site keeps its keys, but nobody stays signed in.
  const going = EXPORTED.filter(
    (name) => name !== "sign_in_key" || tables.some(([table]) => table.name === name),
  );
  for (const statement of emptyExported(going)) await database.atomic([statement]);
  const total = tables.reduce((sum, [, { rows }]) => sum + rows, 0);
  let done = 0;
  for (const [table, own] of tables) {
    if (FILLED_BY_TRIGGERS.includes(table.name)) await database.atomic([clearFilled(table)]);
    const columns = Object.keys(own.columns);
    for await (const rows of rowsOf(files, own)) {
      await database.atomic(insertExported(table, columns, rows));
      done += rows.length;
      progress("writing rows", done, total);
    }
    const count = await countExported(database, table);
    if (count !== own.rows)
      throw new BadExport(`${own.file}: ${own.rows} rows were read, and ${count} are there afterwards.`);
  }
  await endRestoration(database);
}
