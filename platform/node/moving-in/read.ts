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
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { z } from "zod";
import { BadExport, MANIFEST, readLines } from "../../../app/features/dump/lines.server.ts";
import { MOST_ROWS, readCsv, UnknownTable } from "../../../app/features/import/csv.server.ts";
import { type DateOrder, readDates } from "../../../app/features/import/date-order.server.ts";
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
} from "../../../app/features/import/tables.server.ts";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { DUMP_NOUNS, type DumpNoun, ForeignDump, unknownIn } from "../../../domain/contract/dumps.ts";
import { BadCsv } from "../../../domain/lists/csv.ts";
import { linksByName } from "../../../domain/media/proof-slots.ts";
import { StartError } from "../../shared/settings.ts";
import { BadDump, columnIn, isPostgresDump, ofRightLength, readSqlDump } from "./sql.ts";

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
  /** Decides by the first bytes, and by the file's name where these say too little. */
  readonly isThis: (head: Buffer, name: string) => boolean;
  readonly read: (file: string, into: Reading) => Promise<void> | void;
}

/** Where files are read into, however many there are. */
interface Reading {
  readonly passOver: (what: string, count: number) => void;
  readonly take: (rows: ReadonlyMap<string, readonly OldRow[]>) => void;
  readonly advance: (bytes: number) => void;
  /** What the manifest beside it says, if it is of a public archive. */
  readonly archive: ForeignDump | null;
}

/** A file of a public archive, as it is listed or as a browser saves it: "2026-11-22-maps.jsonl.gz". */
const JSON_LINES = /\.jsonl(\.gz)?$/i;

const FORMATS: readonly Format[] = [
  { isThis: (_, name) => JSON_LINES.test(name), read: readJsonLines },
  { isThis: (head) => head.toString("latin1", 0, 16) === "SQLite format 3\0", read: readSqliteFile },
  { isThis: (_, name) => /\.csv$/i.test(name), read: readCsvFile },
  {
    isThis: (head) => isPostgresDump(head.toString("utf8")),
    read: (file, reading) => readSqlDump(textIn(file), true, reading),
  },
  { isThis: (head, name) => /\.json$/i.test(name) || /^\s*[[{]/.test(head.toString("utf8")), read: readJson },
  {
    isThis: (head, name) =>
      /\.sql$/i.test(name) || /^\s*(--|\/\*|pragma|begin|create|insert|delete)/i.test(head.toString("utf8")),
    read: (file, reading) => readSqlDump(textIn(file), false, reading),
  },
];

/**
 * Reads an index in any form in which it is handed over: an SQL dump, a SQLite file, the output of
 * `wrangler d1 execute --json`, CSV of our lists or of its tables, JSON lines of a public archive, or a folder of these.
 * Nothing of it is run.
 * @param progress is told how far the reading is, in bytes
 * @param dates the order in which its dates are written; null: the rows of each table are to say
 * @throws StartError that names the file and what is wrong
 */
export async function readIndex(
  path: string,
  progress: (done: number, total: number) => void = () => {},
  dates: DateOrder | null = null,
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
          const { rows: more, order } = readDates(oldTable(table) ?? { challenge: null }, written, dates);
          if (order !== null) taken.add(`${basename(file)}: a date is written ${ORDERS[order]}`);
          const all = data.get(table) ?? [];
          for (const row of more) all.push({ ...row, values: own(row.values), file: basename(file) });
          data.set(table, all);
        }
      },
      passOver,
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

/** Reads a file; returns that it does not say of which table it is. Throws StartError. */
async function readFile(file: string, reading: Reading): Promise<StartError | null> {
  const { size } = statSync(file);
  if (size > LARGEST) throw new StartError(`${file} is larger than ${LARGEST / 1024 ** 3} GB.`);
  // The file of an empty table is empty.
  if (size === 0) return null;
  const format = FORMATS.find(({ isThis }) => isThis(headOf(file), file));
  if (!format) throw new StartError(`${file} is of no kind that is read. It takes ${WHAT_IT_TAKES}.`);
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
    if (error instanceof BadDump || error instanceof BadCsv)
      throw new StartError(`${file} cannot be read: ${error.message}.`);
    throw error;
  }
}

function headOf(file: string): Buffer {
  const head = Buffer.alloc(4096);
  const opened = openSync(file, "r");
  try {
    return head.subarray(0, readSync(opened, head, 0, head.length, 0));
  } finally {
    closeSync(opened);
  }
}

/** Reads a copy: opening a database writes files next to it, and the log of one in use belongs to it. */
function readSqliteFile(file: string, { passOver, take }: Reading): void {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-import-"));
  try {
    const copy = join(folder, "index.sqlite");
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    const sqlite = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    try {
      sqlite.exec("pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on");
      const tables = sqlite.prepare("select name, sql from sqlite_schema where type = 'table'").all();
      const shadows = sqlite.prepare("select name from pragma_table_list where type = 'shadow'").all();
      const isShadow = (name: string) => isDerivedTable(name) || shadows.some((each) => each.name === name);
      for (const { name, sql } of tables) {
        const isVirtual = /^create\s+virtual/i.test(String(sql));
        const table = isVirtual ? null : oldTable(String(name));
        if (table) take(new Map([[table.name, readRows(sqlite, table, String(name), passOver)]]));
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
  passOver: Reading["passOver"],
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
  for (const { "#": number, ...row } of statement.iterate()) {
    if (rows.length >= MOST_ROWS) throw new BadDump(`the table ${name} has more than ${MOST_ROWS} rows`);
    const values = Object.entries(row).map(([column, value]) => [column, toOldValue(value)] as const);
    rows.push({
      ...{ table: table.name, values: Object.fromEntries(values) },
      row: typeof number === "bigint" ? Number(number) : rows.length + 1,
    });
  }
  return rows;
}

/** Returns how many rows a table has, or how many values one of its columns. */
function countRows(sqlite: DatabaseSync, name: string, column: string | null = null): number {
  const counted = column === null ? "*" : quoted(column);
  return Number(sqlite.prepare(`select count(${counted}) as rows from ${quoted(name)}`).get()?.rows);
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

function readJson(file: string, { take, passOver }: Reading): void {
  for (const rows of resultsIn(textIn(file))) {
    const columns = Object.keys(rows[0] ?? {});
    const table = oldTable(basename(file).replace(/\.json$/i, "")) ?? tableWithColumns(columns);
    if (table === null && columns.length > 0) throw new UnknownTable(rows.length, "twotc_completions.json");
    if (table) take(new Map([[table.name, rows.map((row, at) => rowOf(table, row, at, passOver))]]));
  }
}

/** The tables whose rows a public archive has under other names. Completions are of our own lists. */
const TABLE_OF: Partial<Record<DumpNoun, string>> = {
  ...{ maps: "map_information", "chimps-starts": "chimps_starts", "balance-changes": "balance_changes" },
};

async function readJsonLines(file: string, { take, passOver, archive }: Reading): Promise<void> {
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
  for await (const lines of readLines(stream, { file: name, rows }, lineIn))
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
  ...{ [SUBMITTED]: line.recorded, [VERIFIED]: line.verified },
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
  ...{ dmy: "day, month, year", mdy: "month, day, year", ymd: "year, month, day" },
};

function readCsvFile(file: string, { take }: Reading): void {
  const { table, rows } = readCsv(basename(file), textIn(file));
  take(new Map([[table.name, rows]]));
}

/**
 * Reads a whole file, without a byte order mark. Throws BadDump if it is too large, or neither UTF-8 nor UTF-16 with a
 * mark: names would be garbled.
 */
export function textIn(file: string): string {
  if (statSync(file).size > LARGEST_WHOLE)
    throw new BadDump(`it is larger than ${LARGEST_WHOLE / 1024 ** 2} MB`);
  const bytes = readFileSync(file);
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw new BadDump("it is not UTF-8: have what wrote it save it as such", { cause: error });
  }
}

/** What a file's first two bytes say of its encoding. Spreadsheets save "Unicode text" as UTF-16. */
function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

type JsonRow = Readonly<Record<string, OldValue>>;

/** Returns the rows of each result in wrangler's output; what it prints before the JSON is skipped. */
function resultsIn(text: string): JsonRow[][] {
  const begin = /^\s*[[{]/m.exec(text)?.index ?? 0;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(begin));
  } catch (error) {
    throw new BadDump(`it is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const isAnswer = (each: unknown): each is { results: unknown } =>
    typeof each === "object" && each !== null && Array.isArray((each as { results?: unknown }).results);
  // Bare rows, without wrangler's frame, are one result.
  const answers = list.every(isAnswer) ? list.map(({ results }) => results as unknown[]) : [list];
  return answers.map((rows) => rows.map(rowIn));
}

function rowIn(row: unknown, at: number): JsonRow {
  if (typeof row !== "object" || row === null || Array.isArray(row))
    throw new BadDump(`its row ${at + 1} is no object`);
  const value = (each: unknown): OldValue => {
    if (typeof each === "boolean") return each ? 1 : 0;
    if (typeof each === "string" || typeof each === "number" || each === null) return each;
    return each === undefined ? null : JSON.stringify(each);
  };
  return Object.fromEntries(Object.entries(row).map(([column, each]) => [column, value(each)]));
}
