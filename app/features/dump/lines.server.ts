import { z } from "zod";
import type { Database } from "../../../server/db/database.ts";
import { compressed, decompressed, type Files, streamOf, type WrittenFile } from "../../../server/files.ts";
import { hashOf } from "../../../server/media/store.ts";
import { lastOfLogs } from "./repository/tables.server.ts";

export interface WrittenLines extends WrittenFile {
  readonly rows: number;
  /** SHA-256 of each block of lines. */
  readonly blocks: readonly string[];
}

/** A file of an archive: its name, the pages of its rows, and what else its manifest says of it. */
interface ArchiveFile {
  readonly file: string;
  readonly pages: AsyncIterable<readonly unknown[]>;
}

/** Thrown when the index was written to during the export, where the database cannot hold a snapshot for so long. */
export class WrittenMeanwhile extends Error {
  override readonly name = "WrittenMeanwhile";

  constructor() {
    super("Somebody wrote to the index while it was read.");
  }
}

/** Where an archive is written, and how much of the index it holds: what everybody may see, or the whole. */
interface Archive {
  readonly level: "public" | "whole";
  /** A snapshot of the index from the first read to the last; where none can be held, nobody may write meanwhile. */
  readonly database: Database;
  readonly files: Files;
  /** What the names of its files begin with. */
  readonly folder: string;
}

/**
 * Writes an archive of the index: files of lines, and the manifest last, so that an archive that was cut off is not
 * mistaken for a complete one.
 *
 * @throws WrittenMeanwhile
 */
export async function writeArchive<File extends ArchiveFile, Manifest>(
  { level, database, files, folder }: Archive,
  content: readonly File[],
  manifestOf: (written: readonly (File & WrittenLines)[], lastChange: number) => Manifest,
): Promise<Manifest> {
  const before = await lastOfLogs(database);
  const written: (File & WrittenLines)[] = [];
  for (const each of content)
    written.push({ ...each, ...(await writeLines(files, `${folder}${each.file}`, each.pages)) });
  const { change, accountLog } = await lastOfLogs(database);
  if (change !== before.change || (level === "whole" && accountLog !== before.accountLog))
    throw new WrittenMeanwhile();
  const manifest = manifestOf(written, change);
  await files.write(`${folder}${MANIFEST}`, streamOf(textOf(`${JSON.stringify(manifest, null, 2)}\n`)));
  return manifest;
}

export async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const bytesOf = (rows: readonly unknown[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

/** Regroups rows into blocks of LINES_PER_BLOCK. */
async function* inBlocks<Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row[]> {
  let block: Row[] = [];
  for await (const page of pages)
    for (const row of page) {
      block.push(row);
      if (block.length < LINES_PER_BLOCK) continue;
      yield block;
      block = [];
    }
  if (block.length > 0) yield block;
}

/** Writes each row as a line of JSON, compressed if the name ends in .gz. No more than one block is in memory. */
async function writeLines(
  files: Files,
  name: string,
  pages: AsyncIterable<readonly unknown[]>,
): Promise<WrittenLines> {
  const blocks: string[] = [];
  let rows = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const block of inBlocks(pages)) {
      const bytes = bytesOf(block);
      blocks.push(await hashOf(bytes));
      rows += block.length;
      yield bytes;
    }
  }
  const stream = streamOf(pieces());
  const written = await files.write(name, name.endsWith(".gz") ? compressed(stream) : stream);
  return { ...written, rows, blocks };
}

/** The longest line that is read, in bytes: a log entry contains a completion twice. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** Thrown for an export's file that cannot be read; the message names the file, and the line where known. */
export class BadExport extends Error {
  override readonly name = "BadExport";
}

/** What a file must be according to its manifest; of a public archive that says less. */
export interface ExpectedLines {
  readonly file: string;
  readonly rows?: number | undefined;
  readonly blocks?: readonly string[] | undefined;
}

/**
 * Reads the rows of a file block by block; a block is returned only after its checksum was compared. No more than one
 * block is in memory.
 *
 * @param check throws what is wrong with a row, as the end of a sentence: "has no id"
 * @throws BadExport for a file that is missing, truncated, damaged, or not what the manifest says
 */
export async function* readLines<Row>(
  files: Pick<Files, "read">,
  expected: ExpectedLines,
  check: (row: unknown) => Row,
): AsyncGenerator<Row[]> {
  const { file, rows = null, blocks } = expected;
  const bad = (what: string): BadExport => new BadExport(`${file}: ${what}`);
  let number = 0;
  let block: string[] = [];
  async function finishBlock(): Promise<Row[]> {
    const first = number - block.length + 1;
    const checked = block.map((line, at) => {
      try {
        return check(JSON.parse(line));
      } catch (error) {
        const why =
          error instanceof SyntaxError ? "is no JSON" : error instanceof Error ? error.message : error;
        throw bad(`line ${first + at} ${why}. The file was changed or damaged after it was exported.`);
      }
    });
    const place = Math.ceil(number / LINES_PER_BLOCK) - 1;
    const hash =
      blocks && (await hashOf(new TextEncoder().encode(block.map((line) => `${line}\n`).join(""))));
    if (hash !== blocks?.[place])
      throw bad(
        `lines ${first} to ${number} do not have the checksum that they had. The file was changed or damaged after it was exported.`,
      );
    block = [];
    return checked;
  }
  for await (const line of linesOf(files, file, bad)) {
    number += 1;
    if (rows !== null && number > rows)
      throw bad(`it has more than the ${rows} lines that the manifest says.`);
    block.push(line);
    if (block.length === LINES_PER_BLOCK) yield await finishBlock();
  }
  if (rows !== null && number < rows) throw bad(`it ends behind line ${number} of ${rows}: it was cut off.`);
  if (block.length > 0) yield await finishBlock();
}

async function* linesOf(
  files: Pick<Files, "read">,
  file: string,
  bad: (what: string) => BadExport,
): AsyncGenerator<string> {
  const stored = await files.read(file);
  if (!stored) throw bad("it is not there.");
  const stream = file.endsWith(".gz") ? decompressed(stored) : stored;
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let open = "";
  let number = 0;
  try {
    for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) {
      const lines = (open + text.decode(piece, { stream: true })).split("\n");
      open = lines.pop() ?? "";
      if (open.length > LONGEST_LINE) throw bad(`line ${number + lines.length + 1} has no end.`);
      number += lines.length;
      yield* lines;
    }
    open += text.decode();
  } catch (error) {
    if (error instanceof BadExport) throw error;
    throw bad(`it cannot be read behind line ${number}: it was cut off, changed or damaged.`);
  }
  if (open !== "") throw bad(`line ${number + 1} has no end: the file was cut off.`);
}

/** The name of the export format, and its version: a site reads the versions that it knows. */
export const EXPORT_FORMAT = "btd6-index-export";
export const EXPORT_VERSION = 1;

/** The file that makes a folder an export. It is written last. */
export const MANIFEST = "manifest.json";

/** Lines in a block of a file; the last may have fewer. Each block has a checksum, which locates damage. */
export const LINES_PER_BLOCK = 500;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);

const Table = z.object({
  table: z.string(),
  file: z.string().regex(/^[a-z_]+\.jsonl(\.gz)?$/),
  columns: z
    .record(z.string(), z.enum(["text", "text?", "integer", "integer?", "real", "real?"]))
    .describe("Each line of the file is an object with these; a question mark: it may be null."),
  rows: Count,
  bytes: Count.describe("Of the file."),
  sha256: Sha256.describe("Of the file."),
  blocks: z.array(Sha256).describe("Of each 500 lines, with their line ends, not compressed."),
});

export const ArchiveManifest = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  madeAt: z.string().describe("ISO 8601, UTC."),
  lastChange: Count.describe("The number of the last entry in the log."),
  leftOut: z.array(z.enum(["secrets", "media"])).describe("What was not asked for."),
  tables: z.array(Table).describe("Those that others refer to stand before these."),
  blobs: Table.describe("The files that rows name by their hash; bytes is null where one was not there."),
});
export type ArchiveManifest = z.infer<typeof ArchiveManifest>;
export type ManifestTable = z.infer<typeof Table>;
