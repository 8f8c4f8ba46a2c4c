import { DUMP_NOUNS, ForeignDump } from "../../../domain/contract/dumps.ts";
import { ConstraintError, type Database } from "../../../server/db/database.ts";
import type { Files } from "../../../server/files.ts";
import type { ReportProgress } from "../../../server/jobs/job.ts";
import type { MediaStore } from "../../../server/media/store.ts";
import { write } from "../completions/repository/effects.server.ts";
import { blobFile } from "./export.server.ts";
import {
  ArchiveManifest,
  BadExport,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  MANIFEST,
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
  IN_EVERY_EXPORT,
  insertExported,
  isSecret,
  type WrittenBy,
  writtenBy,
} from "./repository/tables.server.ts";

/** What an export would bring. */
export interface Restorable {
  readonly manifest: ArchiveManifest;
  /** What people have already written here: an export is only accepted if that is nothing. */
  readonly written: WrittenBy;
  /** Per table, the rows that are here and would be removed, and those that would come. */
  readonly tables: readonly { readonly table: string; readonly here: number; readonly comes: number }[];
  /** Tables that come empty, since the version that made the export did not have them. */
  readonly lacks: readonly string[];
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
export async function readManifest(files: Files): Promise<ArchiveManifest | null> {
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
  const dump = ForeignDump.safeParse(value);
  if (dump.success) {
    const unknown = dump.data.files.find(({ noun }) => !DUMP_NOUNS.some((each) => each === noun));
    if (unknown) throw unknownPart(`the file ${unknown.file} of a public dump`);
    return null;
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== EXPORT_FORMAT) throw new BadExport(`${MANIFEST}: it is not that of an export of this site.`);
  if (typeof version === "number" && version > EXPORT_VERSION)
    throw new BadExport(
      `${MANIFEST}: the export has form ${version}, and this version of the site reads up to ${EXPORT_VERSION}. Import it with a newer version of the site.`,
    );
  const read = ArchiveManifest.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new BadExport(
      `${MANIFEST}: ${issue?.path.join(".")} is not as exports have it: ${issue?.message}.`,
    );
  }
  return read.data;
}

/** What is in an export: its tables as this index has them, and the names of those that it lacks. */
interface Found {
  readonly pairs: readonly (readonly [ExportedTable, ManifestTable])[];
  readonly lacks: readonly string[];
}

/**
 * Finds the tables of an export. What an earlier version of the site did not have comes empty, or by its default; what
 * this one does not know would be lost.
 *
 * @throws BadExport
 */
async function tablesOf({ tables, leftOut }: ArchiveManifest, database: Database): Promise<Found> {
  const unknown = tables.find(({ table }) => !EXPORTED.some((name) => name === table));
  if (unknown) throw unknownPart(`the table ${unknown.table}`);
  const isLeftOut = (table: ExportedTable, column: string): boolean =>
    leftOut.includes("secrets") && isSecret(table, column);
  const all = await findExported(database);
  const lacking = all.filter(
    (table) =>
      !tables.some((each) => each.table === table.name) &&
      !Object.keys(table.columns).every((column) => isLeftOut(table, column)),
  );
  const damaged = lacking.find(({ name }) => IN_EVERY_EXPORT.some((each) => each === name));
  if (damaged)
    throw new BadExport(
      `${MANIFEST}: it has no table ${damaged.name}, which every export has: it is damaged.`,
    );
  const pairs = all.flatMap((table) => {
    const [own, another] = tables.filter((each) => each.table === table.name);
    if (another) throw new BadExport(`${MANIFEST}: it has the table ${table.name} twice.`);
    if (!own) return [];
    for (const [column, type] of Object.entries(own.columns)) {
      const here = table.columns[column];
      if (here === undefined) throw unknownPart(`the column ${column} of ${table.name}`);
      if (!canBecome(type, here))
        throw new BadExport(`${MANIFEST}: ${column} of ${table.name} is ${type}, and here it is ${here}.`);
    }
    const absent = table.needed.find((column) => !(column in own.columns) && !isLeftOut(table, column));
    if (absent !== undefined)
      throw new BadExport(
        `${MANIFEST}: it has no ${absent} of ${table.name}, without which this version of the site can take no row. Import it with the version that made it.`,
      );
    return [[table, own] as const];
  });
  return { pairs, lacks: lacking.map(({ name }) => name) };
}

const unknownPart = (what: string): BadExport =>
  new BadExport(
    `${MANIFEST}: this version of the site does not know ${what}. Import the export with the version that made it, or a newer one.`,
  );

const typeOf = (type: ColumnType): string => type.replace("?", "");

/** Whether values of a column may be those of another; each value is looked at as well (null, whole numbers). */
const canBecome = (type: ColumnType, here: ColumnType): boolean =>
  typeOf(type) === typeOf(here) || (typeOf(type) === "integer" && typeOf(here) === "real");

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
function rowsOf(
  files: Files,
  own: ManifestTable,
  types: Readonly<Record<string, ColumnType>> = own.columns,
): AsyncGenerator<ExportedRow[]> {
  const columns = Object.keys(own.columns).map((column) => [column, types[column]]);
  return readLines(files, own, rowWith(Object.fromEntries(columns)));
}

/**
 * Reads an export completely, compares all checksums, and returns what it would bring. Writes nothing.
 * @throws BadExport
 */
export async function lookAtExport(
  manifest: ArchiveManifest,
  files: Files,
  {
    database,
    media,
    progress,
  }: { database: Database; media: Pick<MediaStore, "sizeOf">; progress: ReportProgress },
): Promise<Restorable> {
  const { pairs, lacks } = await tablesOf(manifest, database);
  const total = pairs.reduce((sum, [, { rows }]) => sum + rows, 0);
  let done = 0;
  const tables: Restorable["tables"][number][] = [];
  for (const [table, own] of pairs) {
    for await (const rows of rowsOf(files, own, table.columns)) {
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
  return { manifest, written: await writtenBy(database), tables, lacks, blobs: { here, come, missing } };
}

/** Stores a streamed blob and returns the SHA-256 of its bytes; stores nothing if that differs from the name. */
export type StoreBlob = (hash: string, bytes: ReadableStream<Uint8Array>) => Promise<string>;

/** Stores the blobs that come with an export. Those stored before an interruption are skipped. */
export async function takeBlobs(
  { come }: Restorable["blobs"],
  files: Files,
  store: StoreBlob,
  progress: ReportProgress,
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

/** Writes rows of a table. Throws BadExport if one of them breaks a rule that the table has in this version. */
async function insertRows(
  database: Database,
  { file }: ManifestTable,
  statements: Parameters<Database["atomic"]>[0],
): Promise<void> {
  try {
    await write(database, statements);
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    throw new BadExport(
      `${file}: it has a row that this version of the site does not take (${error.constraint}).`,
      { cause: error },
    );
  }
}

/**
 * Replaces what is here with the rows of an export as they were: ids, revisions, and the log with its numbers. Batches
 * are limited in size. If `database` runs all of them as one transaction, a failure leaves nothing; if not, some of the
 * rows are there, which is recorded (`findRestoration`), and the restoration can be restarted.
 *
 * @throws NotUntouched, and BadExport
 */
export async function restoreRows(
  manifest: ArchiveManifest,
  files: Files,
  database: Database,
  progress: ReportProgress,
): Promise<void> {
  if (!(await beginRestoration(database, manifest.madeAt))) throw new NotUntouched();
  const { pairs } = await tablesOf(manifest, database);
  // After an export without secrets this site keeps its keys, but all sessions end.
  const going = EXPORTED.filter(
    (name) => name !== "sign_in_key" || pairs.some(([table]) => table.name === name),
  );
  for (const statement of emptyExported(going)) await database.atomic([statement]);
  const total = pairs.reduce((sum, [, { rows }]) => sum + rows, 0);
  let done = 0;
  for (const [table, own] of pairs) {
    if (FILLED_BY_TRIGGERS.includes(table.name)) await database.atomic([clearFilled(table)]);
    const columns = Object.keys(own.columns);
    for await (const rows of rowsOf(files, own, table.columns)) {
      await insertRows(database, own, insertExported(table, columns, rows));
      done += rows.length;
      progress("writing rows", done, total);
    }
    const count = await countExported(database, table);
    if (count !== own.rows)
      throw new BadExport(`${own.file}: ${own.rows} rows were read, and ${count} are there afterwards.`);
  }
  await endRestoration(database);
}
