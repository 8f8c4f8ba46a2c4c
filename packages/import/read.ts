import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { constants, gunzipSync } from "node:zlib";
import { z } from "zod";
import { BadExport, MANIFEST, readLines } from "../../app/features/dump/lines.server.ts";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { DUMP_NOUNS, type DumpNoun, ForeignDump, unknownIn } from "../../domain/contract/dumps.ts";
import { BadCsv, CutCsv } from "../../domain/lists/csv.ts";
import { linksByName } from "../../domain/media/proof-slots.ts";
import { StartError } from "../../server/errors.ts";
import { isCsv, MOST_ROWS, readCsv, SUFFIX, UnknownTable } from "./csv.ts";
import { type DateOrder, readDates } from "./date-order.ts";
import {
  BadDump,
  CUT_OFF_TAKEN,
  CutOff,
  columnIn,
  ENDS_EARLY,
  isPostgresDump,
  isSqlDump,
  ofRightLength,
  readSqlDump,
} from "./sql.ts";
import {
  columnOf,
  isDerived,
  isDerivedTable,
  type OldRow,
  type OldTable,
  type OldValue,
  oldTable,
  SUBMITTED,
  tableWithColumns,
  VERIFIED,
} from "./tables.ts";
import { plainValue } from "./values.ts";

/** The largest file that is read, in bytes, and the largest that is read into memory as a whole (JSON, CSV). */
const LARGEST = 4 * 1024 ** 3;
const LARGEST_WHOLE = 400 * 1024 ** 2;

/** The most files of one index: a table each, and some to spare. */
const MOST_FILES = 200;

/** What was read, and what was passed over because it holds nothing of its own. */
interface ReadIndex {
  readonly data: Map<string, readonly OldRow[]>;
  /** Tables and columns that were not read, and how many rows or values each had. */
  readonly passedOver: ReadonlyMap<string, number>;
  /** How files were read that could be read in several ways, in words. */
  readonly taken: readonly string[];
}

interface Format {
  /** Decides by the beginning, as text and as bytes, and by the file's name where these say too little. */
  readonly isThis: (head: string, bytes: Buffer, name: string) => boolean;
  readonly read: (file: string, into: Reading) => Promise<void> | void;
}

/** Where files are read into, however many there are. */
interface Reading {
  readonly passOver: (what: string, count: number) => void;
  readonly take: (rows: ReadonlyMap<string, readonly OldRow[]>) => void;
  readonly advance: (bytes: number) => void;
  readonly takesCutOff: boolean;
  readonly say: (how: string) => void;
  /** What the manifest beside it says, if it is of a public archive. */
  readonly archive: ForeignDump | null;
}

/** A file of a public archive, as it is listed or as a browser saves it: "2026-11-22-maps.jsonl.gz". */
const JSON_LINES = /\.jsonl(\.gz)?$/i;

/** No heading of CSV begins so. */
const JSON_BEGINS = /^\s*[[{]/;

const FORMATS: readonly Format[] = [
  { isThis: (_, __, name) => JSON_LINES.test(name), read: readJsonLines },
  { isThis: (_, bytes) => bytes.toString("latin1", 0, 16) === "SQLite format 3\0", read: readSqliteFile },
  { isThis: (head, _, name) => /\.csv$/i.test(name) && !JSON_BEGINS.test(head), read: readCsvFile },
  {
    isThis: (head) => isPostgresDump(head),
    read: (file, reading) => readSqlDump(textIn(file, reading), true, reading),
  },
  { isThis: (head, _, name) => /\.json$/i.test(name) || JSON_BEGINS.test(head), read: readJson },
  {
    isThis: (head, _, name) => isSqlDump(head) || (/\.sql$/i.test(name) && !isCsv(head)),
    read: (file, reading) => readSqlDump(textIn(file, reading), false, reading),
  },
  { isThis: (head, _, name) => SUFFIX.test(name) || isCsv(head), read: readCsvFile },
];

export interface ReadOptions {
  /** The order in which its dates are written; null: the rows of each table are to say. */
  readonly dates?: DateOrder | null;
  /** Whether what comes before the end of a file that is cut off is taken. */
  readonly takesCutOff?: boolean;
}

/**
 * Reads an index in any form in which it is handed over: an SQL dump, a SQLite file, the output of
 * `wrangler d1 execute --json`, CSV of our lists or of its tables, JSON lines of a public archive, or a folder of these.
 * Nothing of it is run.
 * @param progress is told how far the reading is, in bytes
 * @throws StartError that names the file and what is wrong
 */
export async function readIndex(
  path: string,
  progress: (done: number, total: number) => void = () => {},
  { dates = null, takesCutOff = false }: ReadOptions = {},
): Promise<ReadIndex> {
  const all = filesAt(path);
  // Only a public archive comes here with its manifest: a whole one is put in the place of what is here.
  const [manifest, files] = [
    all.find((file) => basename(file) === MANIFEST),
    all.filter((file) => basename(file) !== MANIFEST),
  ];
  const total = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const data = new Map<string, OldRow[]>();
  const passedOver = new Map<string, number>();
  const passOver = (what: string, count: number) => passedOver.set(what, (passedOver.get(what) ?? 0) + count);
  const taken = new Set<string>();
  const texts = new Map<OldValue, OldValue>();
  /** Returns values that hold nothing of their file's text, of which they are parts; the same text once. */
  const own = (values: OldRow["values"]): OldRow["values"] =>
    Object.fromEntries(
      Object.entries(values).map(([column, value]) => {
        const known = texts.get(value) ?? structuredClone(value);
        texts.set(known, known);
        return [column, known];
      }),
    );
  let done = 0;
  let unknown: StartError | null = null;
  for (const file of files) {
    const about = await readFile(file, {
      archive: manifest === undefined ? null : ForeignDump.parse(JSON.parse(readFileSync(manifest, "utf8"))),
      take(rows) {
        for (const [table, written] of rows) {
          const plain = written.map((row) => ({ ...row, values: plainValues(row.values) }));
          const { rows: more, order } = readDates(oldTable(table) ?? { challenge: null }, plain, dates);
          if (order !== null) taken.add(`${basename(file)}: a date is written ${ORDERS[order]}`);
          const all = data.get(table) ?? [];
          for (const row of more) all.push({ ...row, values: own(row.values), file: basename(file) });
          data.set(table, all);
        }
      },
      passOver,
      takesCutOff,
      say: (how) => taken.add(`${basename(file)} ${how}`),
      advance(bytes) {
        done += bytes;
        progress(done, total);
      },
    });
    unknown ??= about;
  }
  if (data.size === 0 && unknown !== null) throw unknown;
  if (data.size === 0)
    throw new StartError(`${path} holds no table of the community's index. It takes ${WHAT_IT_TAKES}.`);
  return { data, passedOver, taken: [...taken] };
}

const plainValues = (values: OldRow["values"]): OldRow["values"] =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [column, plainValue(column, value)]));

const WHAT_IT_TAKES =
  "an SQL dump (of SQLite, D1 or PostgreSQL), a SQLite file, the JSON that wrangler d1 execute --json prints or CSV (one file a table, called like it, or like the challenge whose list it is), the files of a public dump, or a folder of these";

function filesAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new StartError(`${path} is not there.`);
  if (!found.isDirectory()) return [path];
  const files = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map(({ name }) => join(path, name))
    .sort();
  if (files.length > MOST_FILES) throw new StartError(`${path} has more than ${MOST_FILES} files.`);
  return files;
}

/** Reads a file; returns that it is of no known kind, or does not say of which table it is. Throws StartError. */
async function readFile(file: string, reading: Reading): Promise<StartError | null> {
  const { size } = statSync(file);
  // The file of an empty table is empty.
  if (size === 0) return null;
  const bytes = unpackedHead(file);
  // As it is read: what a mark of two bytes says of the encoding counts here, too.
  const head = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const name = basename(file).replace(GZIP_SUFFIX, "");
  const format = FORMATS.find(({ isThis }) => isThis(head, bytes, JSON_LINES.test(file) ? file : name));
  if (!format && head.startsWith("PGDMP"))
    throw new StartError(
      `${file} is in PostgreSQL's own format: write it anew, with pg_dump --format=plain.`,
    );
  if (!format) {
    reading.passOver(basename(file), 1);
    return new StartError(`${file} is of no kind that is read. It takes ${WHAT_IT_TAKES}.`);
  }
  if (size > LARGEST) throw new StartError(`${file} is larger than ${LARGEST / 1024 ** 3} GB.`);
  try {
    await format.read(file, reading);
    reading.advance(size);
    return null;
  } catch (error) {
    if (error instanceof UnknownTable) {
      reading.passOver(basename(file), error.rows);
      return new StartError(`${file} cannot be read: ${error.message}.`);
    }
    if (error instanceof BadExport) throw new StartError(error.message, { cause: error });
    if (error instanceof CutCsv)
      throw new StartError(`${file} cannot be read: ${error.message}: ${ENDS_EARLY}.`);
    if (error instanceof BadDump || error instanceof BadCsv)
      throw new StartError(`${file} cannot be read: ${error.message}.`);
    throw error;
  }
}

/** Returns the beginning of a file, unpacked if it can be. */
function unpackedHead(file: string): Buffer {
  const head = headOf(file);
  try {
    return unpacked(head, true);
  } catch (error) {
    if (!(error instanceof BadDump)) throw error;
    return head;
  }
}

/** How much of a file says of which kind it is, in bytes: a dump may begin with comments. */
const HEAD = 64 * 1024;

function headOf(file: string): Buffer {
  const head = Buffer.alloc(HEAD);
  const opened = openSync(file, "r");
  try {
    return head.subarray(0, readSync(opened, head, 0, head.length, 0));
  } finally {
    closeSync(opened);
  }
}

/** Reads a copy: opening a database writes files next to it, and the log of one in use belongs to it. */
function readSqliteFile(file: string, reading: Reading): void {
  const { passOver, take } = reading;
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-import-"));
  try {
    const copy = join(folder, "index.sqlite");
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    checkLength(copy, reading);
    const sqlite = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    try {
      sqlite.exec("pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on");
      const tables = sqlite.prepare("select name, sql from sqlite_schema where type = 'table'").all();
      const shadows = sqlite.prepare("select name from pragma_table_list where type = 'shadow'").all();
      const isShadow = (name: string) => isDerivedTable(name) || shadows.some((each) => each.name === name);
      for (const { name, sql } of tables) {
        const isVirtual = /^create\s+virtual/i.test(String(sql));
        const table = isVirtual ? null : oldTable(String(name));
        if (table) take(new Map([[table.name, readRows(sqlite, table, String(name), reading)]]));
        else
          passOver(String(name), isVirtual || isShadow(String(name)) ? 0 : countRows(sqlite, String(name)));
      }
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (error instanceof Error && "errcode" in error) throw new BadDump(error.message);
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the rows of a table of a database, in the order in which they came. Throws BadDump. */
function readRows(
  sqlite: DatabaseSync,
  table: OldTable,
  name: string,
  { passOver, takesCutOff }: Reading,
): OldRow[] {
  const has = sqlite.prepare("select name from pragma_table_info(?)").all(name);
  for (const { name: column } of has)
    if (columnOf(table, String(column)) === null && !isDerived(String(column))) {
      const values = countRows(sqlite, name, String(column));
      if (values > 0) passOver(columnIn(String(column), name), values);
    }
  const columns = has.flatMap((each) => {
    const column = columnOf(table, String(each.name));
    return column === null ? [] : [`${quoted(String(each.name))} as ${quoted(column)}`];
  });
  if (columns.length === 0)
    throw new BadDump(`the table ${name} has none of the columns ${table.columns.join(", ")}`);
  const statement = selectIn(sqlite, name, columns.join());
  statement.setReadBigInts(true);
  const rows: OldRow[] = [];
  try {
    for (const { "#": number, ...row } of statement.iterate()) {
      if (rows.length >= MOST_ROWS) throw new BadDump(`the table ${name} has more than ${MOST_ROWS} rows`);
      const values = Object.entries(row).map(([column, value]) => [column, toOldValue(value)] as const);
      rows.push({
        table: table.name,
        values: Object.fromEntries(values),
        row: typeof number === "bigint" ? Number(number) : rows.length + 1,
      });
    }
  } catch (error) {
    if (!takesCutOff || !(error instanceof Error && "errcode" in error)) throw error;
  }
  return rows;
}

/** The bytes of a database's head. */
const SHORTEST_DATABASE = 100;

/**
 * Compares a database's length with the number of pages that its head says. Throws CutOff; or fills it up, since SQLite
 * reads nothing of one that is too short.
 */
function checkLength(file: string, { takesCutOff, say }: Reading): void {
  const head = headOf(file);
  if (head.length < SHORTEST_DATABASE) throw new CutOff(`it has no whole head: ${ENDS_EARLY}`);
  // A page of 65,536 bytes is written as 1. Of an old program the numbers of changes differ: it does not say its pages.
  const page = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  const length = head.readUInt32BE(24) === head.readUInt32BE(92) ? head.readUInt32BE(28) * page : 0;
  if (existsSync(`${file}-wal`) || statSync(file).size >= length) return;
  if (length > LARGEST) throw new BadDump("its head is damaged");
  if (!takesCutOff) throw new CutOff(`it has fewer pages than it says: ${ENDS_EARLY}`);
  truncateSync(file, length);
  say(CUT_OFF_TAKEN);
}

/** Returns how many rows a table has, or how many values one of its columns. */
function countRows(sqlite: DatabaseSync, name: string, column: string | null = null): number {
  const counted = column === null ? "*" : quoted(column);
  try {
    return Number(sqlite.prepare(`select count(${counted}) as rows from ${quoted(name)}`).get()?.rows);
  } catch {
    // What is damaged of a table that is not read is no reason to refuse the others.
    return 1;
  }
}

/** Selects in the order of insertion if there is one: a table without rowids is read in the order of its key. */
function selectIn(sqlite: DatabaseSync, name: string, columns: string) {
  try {
    return sqlite.prepare(`select rowid as "#", ${columns} from ${quoted(name)} order by rowid`);
  } catch {
    return sqlite.prepare(`select null as "#", ${columns} from ${quoted(name)}`);
  }
}

/** Bytes are text that was written as a blob; whole numbers beyond 2^53 stay as text. */
function toOldValue(value: unknown): OldValue {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number" || value === null) return value;
  return ofRightLength(value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : String(value));
}

function readJson(file: string, reading: Reading): void {
  const { take, passOver } = reading;
  const named = oldTable(basename(file).replace(/\.(?:json|csv|txt)(?:\.gz)?$/i, ""));
  for (const rows of rowsIn(textIn(file, reading), named, reading)) {
    const columns = Object.keys(rows[0] ?? {});
    const table = named ?? tableWithColumns(columns);
    if (table === null && columns.length > 0) throw new UnknownTable(rows.length, "twotc_completions.json");
    if (table) take(new Map([[table.name, rows.map((row, at) => rowOf(table, row, at, passOver))]]));
  }
}

/** Returns the rows of JSON. What holds none is a file of another kind, unless its name is that of a table. */
function rowsIn(text: string, named: OldTable | null, reading: Reading): JsonRow[][] {
  try {
    return resultsIn(text, reading);
  } catch (error) {
    if (named !== null || !(error instanceof NoRows)) throw error;
    throw new UnknownTable(1, "twotc_completions.json");
  }
}

/** That a text is no JSON, or JSON without rows. */
class NoRows extends BadDump {}

/** The tables whose rows a public archive has under other names. Completions are of our own lists. */
const TABLE_OF: Partial<Record<DumpNoun, string>> = {
  maps: "map_information",
  "chimps-starts": "chimps_starts",
  "balance-changes": "balance_changes",
};

/** Yields lines up to where they cannot be read, if a file that is cut off is taken. Throws BadExport. */
async function* wholeLines(
  pages: AsyncIterable<Line[]>,
  { takesCutOff, say }: Reading,
): AsyncGenerator<Line[]> {
  try {
    yield* pages;
  } catch (error) {
    if (!takesCutOff || !(error instanceof BadExport)) throw error;
    say(`is cut off or damaged: ${error.message}`);
  }
}

async function readJsonLines(file: string, reading: Reading): Promise<void> {
  const { take, passOver, archive } = reading;
  const name = basename(file);
  const own = name.replace(JSON_LINES, "").toLowerCase();
  const noun = DUMP_NOUNS.find((each) => own === each || own.endsWith(`-${each}`));
  if (noun === undefined)
    throw new BadDump(
      "it is none of the files of a public dump: completions.jsonl.gz, maps.jsonl.gz. An export is imported as its folder",
    );
  const rows = archive?.files.find((each) => each.file === name)?.rows;
  const stream = { read: async () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array> };
  const found = new Map<string, OldRow[]>();
  let number = 0;
  for await (const lines of wholeLines(readLines(stream, { file: name, rows }, lineIn), reading))
    for (const line of lines) {
      const table = oldTable(noun === "completions" ? String(line.challenge) : (TABLE_OF[noun] ?? ""));
      const definition = CHALLENGES.get(String(line.challenge));
      const unknown = unknownIn(noun, line, definition);
      if (unknown !== undefined)
        throw new BadDump(
          `its line ${number + 1} has ${unknown}, which this version of the site does not know: import it with the version that made it, or a newer one`,
        );
      if (table === null || line.sample === true) passOver(line.sample === true ? "the sample" : noun, 0);
      else {
        const own = found.get(table.name) ?? [];
        found.set(table.name, own);
        own.push(rowOf(table, rowIn(definition ? completionIn(definition, line) : line, number), number));
      }
      number += 1;
      if (number > MOST_ROWS) throw new BadDump(`it has more than ${MOST_ROWS} lines`);
    }
  take(found);
}

type Line = Readonly<Record<string, unknown>>;

/** Reads a line of a public archive. Its values are read like any other's. */
function lineIn(line: unknown): Line {
  if (typeof line !== "object" || line === null || Array.isArray(line)) throw new Error("is no row");
  return line as Line;
}

const Links = z.array(z.object({ role: z.string(), url: z.string() })).catch([]);

/** Returns a completion's own values with its links and its times. */
const completionIn = (definition: ChallengeDefinition, line: Line) => ({
  ...(line.completion as Line),
  ...linksByName(definition, Links.parse(line.links)),
  [SUBMITTED]: line.recorded,
  [VERIFIED]: line.verified,
});

function rowOf(table: OldTable, row: JsonRow, at: number, passOver: Reading["passOver"] = () => {}): OldRow {
  const known = Object.entries(row).flatMap(([name, value]) => {
    const column = columnOf(table, name);
    if (column === null && value !== null && !isDerived(name)) passOver(columnIn(name, table.name), 1);
    return column === null ? [] : [[column, value] as const];
  });
  return { table: table.name, row: at + 1, values: Object.fromEntries(known) };
}

const ORDERS: Readonly<Record<DateOrder, string>> = {
  dmy: "day, month, year",
  mdy: "month, day, year",
  ymd: "year, month, day",
};

function readCsvFile(file: string, reading: Reading): void {
  const { take, takesCutOff, say, passOver } = reading;
  const name = basename(file).replace(GZIP_SUFFIX, "");
  const { table, rows, isCutOff, passedOver, headings } = readCsv(name, textIn(file, reading), takesCutOff);
  if (isCutOff) say(CUT_OFF_TAKEN);
  for (const row of headings) say(`has its heading again in row ${row}, which is passed over`);
  for (const [column, count] of passedOver) passOver(columnIn(column, table.name), count);
  take(new Map([[table.name, rows]]));
}

const GZIP_SUFFIX = /\.gz$/i;

/** Returns bytes unpacked if they are packed by gzip. Throws BadDump, and CutOff for those that end early. */
function unpacked(bytes: Buffer, takesCutOff: boolean): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, {
      maxOutputLength: LARGEST_WHOLE,
      ...(takesCutOff && { finishFlush: constants.Z_SYNC_FLUSH }),
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "Z_BUF_ERROR") throw new CutOff(`it ends early: ${ENDS_EARLY}`);
    if (code === "ERR_BUFFER_TOO_LARGE")
      throw new BadDump(`unpacked it is larger than ${LARGEST_WHOLE / 1024 ** 2} MB`);
    throw new BadDump("it is damaged: gzip cannot unpack it");
  }
}

/**
 * Reads a whole file, without a byte order mark. Throws BadDump if it is too large, or neither UTF-8 nor UTF-16: names
 * would be garbled.
 */
export function textIn(
  file: string,
  { takesCutOff }: Pick<Reading, "takesCutOff"> = { takesCutOff: false },
): string {
  if (statSync(file).size > LARGEST_WHOLE)
    throw new BadDump(`it is larger than ${LARGEST_WHOLE / 1024 ** 2} MB`);
  const bytes = unpacked(readFileSync(file), takesCutOff);
  // What is cut off may end within a character.
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  try {
    return decoder.decode(bytes, { stream: takesCutOff });
  } catch (error) {
    throw new BadDump("it is not UTF-8: have what wrote it save it as such", { cause: error });
  }
}

/**
 * What a file's first bytes say of its encoding. Spreadsheets and shells of Windows write UTF-16; without a mark, every
 * other byte of what begins such a file is 0.
 */
function encodingOf([one, two, three, four]: Buffer): string {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0 && three !== 0 && four === 0))
    return "utf-16le";
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== 0 && three === 0 && four !== 0)
    ? "utf-16be"
    : "utf-8";
}

type JsonRow = Readonly<Record<string, OldValue>>;

/**
 * Returns what is whole of a JSON text that is cut off: its lists up to the last object that ends in one, all closed. Null
 * if it is not cut off, or nothing of it is whole.
 */
function wholeOf(text: string): { readonly whole: string | null } | null {
  const open: string[] = [];
  let last: { readonly end: number; readonly closed: string } | null = null;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[\s\S])*"?|[[\]{}]/g)) {
    if (token === "[") open.push("]");
    else if (token === "{") open.push("}");
    else if (token === "]" || token === "}") {
      if (open.pop() !== token) return null;
      if (token === "}" && open.at(-1) === "]") last = { end: index + 1, closed: open.toReversed().join("") };
    }
  }
  if (open.length === 0) return null;
  return { whole: last && text.slice(0, last.end) + last.closed };
}

/** Reads JSON. Throws BadDump, and CutOff for one that ends early. */
function jsonIn(text: string, { takesCutOff, say }: Reading): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cut = wholeOf(text);
    if (cut === null)
      throw new NoRows(`it is no JSON: ${error instanceof Error ? error.message : String(error)}`);
    if (!takesCutOff || cut.whole === null) throw new CutOff(`it is no whole JSON: ${ENDS_EARLY}`);
    say(CUT_OFF_TAKEN);
    return jsonIn(cut.whole, { takesCutOff: false } as Reading);
  }
}

/** The longest error that is told, in characters. */
const LONGEST_ERROR = 200;

/** Refuses what wrangler, or D1's own address, answers of a statement that failed. Throws BadDump. */
function checkSuccess(answer: unknown): void {
  if (typeof answer !== "object" || answer === null) return;
  const { success, error, errors } = answer as Readonly<Record<string, unknown>>;
  const isErrorAlone = error !== undefined && Object.keys(answer).length === 1;
  if (success !== false && !isErrorAlone) return;
  const said = error ?? errors ?? "";
  const why = (typeof said === "string" ? said : JSON.stringify(said)).slice(0, LONGEST_ERROR);
  throw new BadDump(`it holds no rows, since what wrote it failed${why === "" ? "" : `: ${why}`}`);
}

/** Returns the rows of each result in wrangler's output; what it prints before the JSON is skipped. */
function resultsIn(text: string, reading: Reading): JsonRow[][] {
  const begin = /^\s*[[{]/m.exec(text)?.index ?? 0;
  const value = jsonIn(text.slice(begin), reading);
  const list: unknown[] = Array.isArray(value) ? value : [value];
  for (const each of list) checkSuccess(each);
  const isAnswer = (each: unknown): each is { results: unknown } =>
    typeof each === "object" && each !== null && Array.isArray((each as { results?: unknown }).results);
  // Bare rows, without wrangler's frame, are one result.
  const answers = list.every(isAnswer) ? list.map(({ results }) => results as unknown[]) : [list];
  return answers.map((rows) => rows.map(rowIn));
}

function rowIn(row: unknown, at: number): JsonRow {
  if (typeof row !== "object" || row === null || Array.isArray(row))
    throw new NoRows(`its row ${at + 1} is no object`);
  const value = (each: unknown): OldValue => {
    if (typeof each === "boolean") return each ? 1 : 0;
    if (typeof each === "string" || typeof each === "number" || each === null) return each;
    return each === undefined ? null : JSON.stringify(each);
  };
  return Object.fromEntries(Object.entries(row).map(([column, each]) => [column, value(each)]));
}
