import type { Database } from "../data/database.ts";
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
  insertExported,
  type WrittenBy,
  writtenBy,
} from "../data/moving-out.ts";
import type { MediaStore } from "../media/store.ts";
import type { Progress } from "../moving-in/act.ts";
import { blobFile } from "./export.ts";
import type { Files } from "./files.ts";
import { BadExport, readLines } from "./lines.ts";
import { EXPORT_FORMAT, EXPORT_VERSION, MANIFEST, Manifest, type ManifestTable } from "./manifest.ts";

/** What an export would bring. */
export interface Restorable {
  readonly manifest: Manifest;
  /** What people have done here already: an export comes only where that is nothing. */
  readonly written: WrittenBy;
  /** What is here of each table and would go, and what would come. */
  readonly tables: readonly { readonly table: string; readonly here: number; readonly comes: number }[];
  /** Blobs that are here already, that come with the export, and that neither has, by their hashes. */
  readonly blobs: {
    readonly here: number;
    readonly come: readonly string[];
    readonly missing: readonly string[];
  };
}

/** Largest manifest that is read, in bytes: 60 for each 500 rows. */
const LARGEST_MANIFEST = 32 * 1024 * 1024;

/**
 * What an export says of itself; null where there is no manifest.
 * @throws BadExport for one that is no export's, or of a form that this version of the site does not know
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
  tablesOf(read.data);
  return read.data;
}

/** The tables of an export as this site has them. Throws BadExport. */
function tablesOf({ tables }: Manifest): readonly (readonly [ExportedTable, ManifestTable])[] {
  const found = EXPORTED.flatMap((table) => {
    const own = tables.filter((each) => each.table === table.name);
    if (own.length > 1) throw new BadExport(`${MANIFEST}: it has the table ${table.name} twice.`);
    const secret = table.secret === true ? Object.keys(table.columns) : table.secret;
    if (own[0])
      for (const [column, type] of Object.entries(own[0].columns))
        if (table.columns[column] !== type) throw unknownPart(`${column} of ${table.name}`);
    const absent = Object.entries(table.columns).find(
      ([column, type]) =>
        !(own[0] && column in own[0].columns) && !type.endsWith("?") && !secret.includes(column),
    );
    if (absent) throw new BadExport(`${MANIFEST}: it has no ${absent[0]} of ${table.name}.`);
    return own.map((each) => [table, each] as const);
  });
  const unknown = tables.find(({ table }) => !EXPORTED.some(({ name }) => name === table));
  if (unknown) throw unknownPart(unknown.table);
  return found;
}

const unknownPart = (what: string): BadExport =>
  new BadExport(
    `${MANIFEST}: this version of the site does not know ${what}. Import the export with the version that made it, or a newer one.`,
  );

/** Whether a value is of a column's type. */
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

/** The rows of a table of an export, a block at a time, each compared with its checksum. */
const rowsOf = (files: Files, table: ManifestTable): AsyncGenerator<ExportedRow[]> =>
  readLines(files, table, rowWith(table.columns));

/**
 * Reads an export whole, compares all checksums, and says what it would bring. Nothing is written.
 * @throws BadExport
 */
export async function lookAtExport(
  manifest: Manifest,
  files: Files,
  { database, media, progress }: { database: Database; media: MediaStore; progress: Progress },
): Promise<Restorable> {
  const all = tablesOf(manifest);
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
      const kept = await media.sizeOf(hash);
      if (kept !== null && (bytes === null || kept === bytes)) here += 1;
      else if (bytes !== null && (await files.sizeOf(blobFile(hash))) === bytes) come.push(hash);
      else missing.push(hash);
    }
  return { manifest, written: await writtenBy(database), tables, blobs: { here, come, missing } };
}

/** The SHA-256 of bytes that come, hex. */
export type HashOfStream = (bytes: ReadableStream<Uint8Array>) => Promise<string>;

/**
 * Reads an export whole, its blobs among it, and says what is not as it was written, a sentence each. Blobs that were not
 * there when it was made are none of these.
 */
export async function findDamage(
  manifest: Manifest,
  files: Files,
  { hashOfStream, progress }: { readonly hashOfStream: HashOfStream; readonly progress: Progress },
): Promise<string[]> {
  const wrong: string[] = [];
  for (const table of manifest.tables)
    try {
      for await (const _ of rowsOf(files, table));
    } catch (error) {
      if (!(error instanceof BadExport)) throw error;
      wrong.push(error.message);
    }
  const isThere = !manifest.leftOut.includes("media");
  let done = 0;
  for await (const rows of rowsOf(files, manifest.blobs))
    for (const { hash, bytes } of rows) {
      progress("reading files", done, manifest.blobs.rows);
      done += 1;
      if (!isThere || bytes === null) continue;
      const name = blobFile(String(hash));
      const blob = await files.read(name);
      if (blob === null) wrong.push(`${name}: it is not there.`);
      else if ((await hashOfStream(blob)) !== hash) wrong.push(`${name}: it is not what its name says.`);
    }
  progress("reading files", done, done);
  return wrong;
}

/** Stores a blob whose bytes come; answers their SHA-256, and stores nothing if it is not the name. */
export type StoreBlob = (hash: string, bytes: ReadableStream<Uint8Array>) => Promise<string>;

/** Takes over the blobs that come with an export. What was taken before it was cut off is not taken again. */
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

/** An export came where people had written already. */
export class NotUntouched extends Error {
  override readonly name = "NotUntouched";
}

/**
 * Puts the rows of an export in the place of what is here, as they were: ids, revisions, and the log with its numbers.
 * Batches are bounded. Where `database` makes all of them one transaction, a failure leaves nothing; where it does not, half
 * of it is there, which is known of (`findRestoration`), and it may be begun again.
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
  const tables = tablesOf(manifest);
  // Of an export without secrets the keys of this site stay; who is signed in does not.
  const going = EXPORTED.filter(
    ({ name }) => name !== "sign_in_key" || tables.some(([table]) => table.name === name),
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
