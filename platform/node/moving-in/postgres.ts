import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { cellReader, MOST_ROWS } from "../../../app/features/import/csv.server.ts";
import {
  columnOf,
  type OldRow,
  type OldTable,
  type OldValue,
  oldTable,
} from "../../../app/features/import/tables.server.ts";
import { BadDump, StatementSplitter } from "./statements.ts";

// A dump of PostgreSQL, as pg_dump writes it. Nothing of it is run: the values of known tables are read, all else is
// passed over.

/** How such a dump begins, after its comments. */
const BEGINS = /PostgreSQL database dump|^\s*(?:SET\s+\w+\s*=|COPY\s+\S+\s*\(|\\restrict\b)/im;

export const isPostgresDump = (head: string): boolean => BEGINS.test(head);

const NAME = /(?:(?:"(?:[^"]|"")+"|\w+)\.)?("(?:[^"]|"")+"|\w+)/.source;
const COPY = new RegExp(`^COPY\\s+${NAME}\\s*(?:\\(([^)]*)\\))?\\s+FROM\\s+stdin\\s*;\\s*$`, "i");
const CREATE = new RegExp(
  `^CREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?${NAME}\\s*\\(([\\s\\S]*)\\)`,
  "i",
);
const INSERT = new RegExp(
  `^INSERT\\s+INTO\\s+${NAME}\\s*(?:\\(([^)]*)\\))?\\s*(?:OVERRIDING\\s+\\w+\\s+VALUE\\s*)?VALUES\\b`,
  "i",
);
/** What begins a part of CREATE TABLE that is no column. */
const NO_COLUMN = /^(CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE|LIKE)\b/i;

const unquoted = (name: string): string =>
  name
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replaceAll('""', '"');

/** Returns the names in a list that stands between commas. */
const namesIn = (list: string): string[] => list.split(",").map(unquoted);

/** Returns the columns that a CREATE TABLE names: of each part of its body the first word. */
function columnsIn(body: string): string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const [token] of body.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]|[^'"(),]+/g)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (token === "," && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + token);
  }
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "" && !NO_COLUMN.test(part))
    .map((part) => unquoted(/^(?:"(?:[^"]|"")+"|\S+)/.exec(part)?.[0] ?? ""));
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** Returns the text of a cell of COPY, or of an E'' text. */
const unescaped = (cell: string): string =>
  cell.replace(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|([\s\S]))/gi, (_, hex, octal, character: string) => {
    if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
    return ESCAPES[character] ?? character;
  });

/** A value of INSERT, with what follows it: a cast, a comma or the end of its row. */
const VALUE =
  /\s*(?:E'([^'\\]*(?:(?:''|\\[\s\S])[^'\\]*)*)'|'([^']*(?:''[^']*)*)'|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(true|false)|(null|default))\s*(?:::\s*[\w. "[\]]+?\s*)?([,)])/iy;

/** Yields the rows of an INSERT, from the place behind VALUES on. Throws BadDump for anything else than plain values. */
function* rowsOf(sql: string, from: number): Generator<OldValue[]> {
  const opens = /\s*,?\s*\(/y;
  for (let at = from; ; ) {
    opens.lastIndex = at;
    if (!opens.test(sql)) {
      if (/^\s*(?:on\s+conflict\b[\s\S]*)?$/i.test(sql.slice(at))) return;
      throw new BadDump("its values cannot be read");
    }
    const row: OldValue[] = [];
    VALUE.lastIndex = opens.lastIndex;
    for (let end = ","; end === ","; ) {
      const found = VALUE.exec(sql);
      if (!found) throw new BadDump("it has a value that is none of text, number, true, false and null");
      const [, escaped, text, number, truth, , next = ")"] = found;
      if (escaped !== undefined) row.push(unescaped(escaped.replaceAll("''", "'")));
      else if (text !== undefined) row.push(text.replaceAll("''", "'"));
      else if (number !== undefined) row.push(Number(number));
      else row.push(truth === undefined ? null : truth.toLowerCase() === "true" ? 1 : 0);
      end = next;
    }
    at = VALUE.lastIndex;
    yield row;
  }
}

/** From this length on a statement is long, in characters. */
const LONG = 1024 * 1024;

/** Where the rows of a dump go. */
interface Into {
  readonly take: (rows: ReadonlyMap<string, readonly OldRow[]>) => void;
  readonly passOver: (table: string, count: number | null) => void;
  readonly advance: (bytes: number) => void;
}

/** The rows of one table, as they come. */
interface Filling {
  readonly name: string;
  /** Null: a table that holds nothing of its own. */
  readonly table: OldTable | null;
  /** The table's own name of each column; null: passed over. */
  readonly columns: readonly (string | null)[];
  readonly read: (column: string, cell: string) => OldValue;
}

/** Reads a dump line by line. Throws BadDump with the number of the line. */
export async function readPostgresDump(file: string, { take, passOver, advance }: Into): Promise<void> {
  const made = new Map<string, readonly string[]>();
  const found = new Map<string, OldRow[]>();
  const splitter = new StatementSplitter();
  let pending: string[] = [];
  let waiting = 0;
  let copying: Filling | null = null;
  let line = 0;

  function fillingOf(name: string, listed: string | undefined): Filling {
    const table = oldTable(name);
    const names = listed === undefined ? (made.get(name) ?? table?.columns ?? []) : namesIn(listed);
    const columns = table ? names.map((each) => columnOf(table, each)) : [];
    if (table && columns.every((column) => column === null))
      throw new BadDump(`the table ${name} has none of the columns ${table.columns.join(", ")}`);
    return { name, table, columns, read: table ? cellReader(table) : (_, cell) => cell };
  }

  function add({ name, table, columns, read }: Filling, cells: readonly OldValue[]): void {
    if (!table) {
      passOver(name, 1);
      return;
    }
    if (cells.length !== columns.length)
      throw new BadDump(`a row of ${name} has ${cells.length} values for ${columns.length} columns`);
    const rows = found.get(table.name) ?? [];
    found.set(table.name, rows);
    if (rows.length >= MOST_ROWS) throw new BadDump(`the table ${name} has more than ${MOST_ROWS} rows`);
    const values = columns.flatMap((column, at) => {
      const cell = cells[at] ?? null;
      return column === null ? [] : [[column, typeof cell === "string" ? read(column, cell) : cell] as const];
    });
    rows.push({ table: table.name, row: rows.length + 1, values: Object.fromEntries(values) });
  }

  function run(sql: string): void {
    const creates = CREATE.exec(sql);
    if (creates) made.set(unquoted(creates[1] ?? ""), columnsIn(creates[2] ?? ""));
    const inserts = INSERT.exec(sql);
    if (!inserts) return;
    const filling = fillingOf(unquoted(inserts[1] ?? ""), inserts[2]);
    if (filling.table === null) passOver(filling.name, 1);
    else for (const row of rowsOf(sql, inserts[0].length)) add(filling, row);
  }

  /** Hands on the lines that wait. A long statement is not looked at from its beginning for each of its lines. */
  function flush(): void {
    for (const { sql } of splitter.push(pending.join(""))) run(sql);
    [pending, waiting] = [[], 0];
  }

  const lines = createInterface({
    input: createReadStream(file, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  try {
    for await (const text of lines) {
      line += 1;
      advance(Buffer.byteLength(text) + 1);
      if (copying) {
        if (text === "\\.") copying = null;
        else
          add(
            copying,
            text.split("\t").map((cell) => (cell === "\\N" ? null : unescaped(cell))),
          );
        continue;
      }
      const copy = COPY.exec(text);
      if (copy) flush();
      const isBetween = pending.length === 0 && splitter.isEmpty;
      if (copy && isBetween) {
        copying = fillingOf(unquoted(copy[1] ?? ""), copy[2]);
        continue;
      }
      // Commands of psql, such as \restrict, have no semicolon.
      if (isBetween && /^(?:\\|--|$)/.test(text)) continue;
      pending.push(`${text}\n`);
      waiting += text.length;
      if (splitter.length < LONG ? text.endsWith(";") : waiting > splitter.length / 4) flush();
    }
    flush();
    if (copying) throw new BadDump("it ends within the rows of a table: the file is cut off");
    for (const { sql } of splitter.end()) run(sql);
  } catch (error) {
    if (error instanceof BadDump) throw new BadDump(`line ${line}: ${error.message}`);
    throw error;
  }
  take(found);
}
