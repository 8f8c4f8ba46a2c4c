import { cellReader, MOST_ROWS } from "./csv.ts";
import {
  columnOf,
  isDerived,
  isDerivedTable,
  type OldRow,
  type OldTable,
  type OldValue,
  oldTable,
} from "./tables.ts";

/** The longest value, in characters. Notes have 10,000. */
const LONGEST_VALUE = 4 * 1024 * 1024;

/** Returns a value's text. Throws BadDump for one that is too long. */
export function ofRightLength(text: string): string {
  if (text.length > LONGEST_VALUE) throw new BadDump(`a value has more than ${LONGEST_VALUE} characters`);
  return text;
}

/** Why a dump cannot be read any further. */
export class BadDump extends Error {
  override readonly name = "BadDump";
}

/** That a file ends early. What comes before can be read, if somebody says so. */
export class CutOff extends BadDump {}

/** How the sentences about a file that ends early end. */
export const ENDS_EARLY = "the file is cut off. --cut-off takes what is there";

/** What is said of such a file, behind its name. */
export const CUT_OFF_TAKEN = "is cut off: what comes before its end is read";

// A dump of SQLite, D1 or PostgreSQL. Nothing of it is run: the plain values that it puts into known tables are read,
// and all else is passed over.

/** How a dump of PostgreSQL begins: in its comments, or in the first statements after them. */
const POSTGRES = /PostgreSQL database dump|^\s*(?:SET\s+\w+\s*=|COPY\s+\S+\s*\(|\\restrict\b)/im;
const FIRST_STATEMENTS = 4_096;

export const isPostgresDump = (head: string): boolean =>
  POSTGRES.test(head.slice(0, beginOf(head, 0) + FIRST_STATEMENTS));

/** How a dump of another database begins, whatever its file is called. */
const SQL =
  /^\s*(?:--(?!-)|\/\*|pragma\s+\w+|begin\s*(?:transaction\s*)?;|create\s+(?:table|index|view|trigger|virtual|unique|temp)\b|(?:insert|delete)\b.{0,60}\b(?:into|from)\b)/i;

export const isSqlDump = (head: string): boolean => SQL.test(head);

const QUOTED = /(?:"(?:[^"]|"")+"|`[^`]+`|\[[^\]]+\]|'[^']+'|[\w$]+)/.source;
const NAME = `(?:${QUOTED}\\s*\\.\\s*)?(${QUOTED})`;
const COPY = new RegExp(`^COPY\\s+${NAME}\\s*(?:\\(([^)]*)\\))?\\s+FROM\\s+stdin\\s*$`, "i");
const CREATE = new RegExp(`^CREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?${NAME}`, "i");
const INSERT = new RegExp(`^(?:INSERT(?:\\s+OR\\s+\\w+)?|REPLACE)\\s+INTO\\s+${NAME}`, "i");
const VALUES = /\s*(?:\(([^)]*)\))?\s*(?:OVERRIDING\s+\w+\s+VALUE\s*)?VALUES\b/iy;
/** What begins a part of CREATE TABLE that is no column. */
const NO_COLUMN = /^(CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE|LIKE)\b/i;
/** Statements of SQLite's dumps that create what is derived from tables, or that control how the file is run. */
const DERIVED =
  /^(create\s+(table|temp|temporary|virtual|index|unique|trigger|view)|pragma|begin|commit|end|rollback|savepoint|release|analyze|delete\s+from\s+"?sqlite_sequence|drop)\b/i;

const unquoted = (name: string): string =>
  /^["`[']/.test(name.trim()) ? name.trim().slice(1, -1).replaceAll('""', '"') : name.trim();

/** Returns the columns that a CREATE TABLE names: of each part of its body the first word. */
function columnsIn(sql: string): string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const [token] of sql
    .slice(sql.indexOf("("))
    .matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]|[^'"(),]+/g)) {
    if (token === "(" && ++depth === 1) continue;
    if (token === ")" && --depth === 0) break;
    if (token === "," && depth === 1) parts.push("");
    else parts.push((parts.pop() ?? "") + token);
  }
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "" && !NO_COLUMN.test(part))
    .map((part) => unquoted(new RegExp(`^${QUOTED}`).exec(part)?.[0] ?? part));
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** Returns the text of a cell of COPY, or of an E'' text. */
const unescaped = (cell: string): string =>
  cell.replace(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|([\s\S]))/gi, (_, hex, octal, character: string) => {
    if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
    return ESCAPES[character] ?? character;
  });

const undoubled = (text: string): string => text.replaceAll("''", "'");

function numberOf(text: string): OldValue {
  const number = Number(text);
  // A whole number that has no exact value here stays as it is written.
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text) ? text : number;
}

const PLAIN =
  /\s*(?:E'([^'\\]*(?:(?:''|\\[\s\S])[^'\\]*)*)'|X'([0-9a-f]*)'|'([^']*(?:''[^']*)*)'|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(true|false)\b|(null|default)\b|(replace|char|unistr)\s*\()/iy;
const CAST = /\s*::\s*[\w. "[\]]+?(?=\s*[,)])/y;
const COMMA = /\s*,/y;
const CLOSES = /\s*\)/y;

/** The functions by which SQLite writes texts with characters that no quoted text can hold. */
const FUNCTIONS: Readonly<Record<string, (values: readonly OldValue[]) => string>> = {
  replace([text, from, to]) {
    // Characters take the place of others: with longer texts, few letters would write more than fits anywhere.
    if (!from || String(from).length + String(to).length > 20) throw new BadDump(NOT_PLAIN);
    return String(text ?? "").replaceAll(String(from), () => String(to));
  },
  char: (codes) => String.fromCodePoint(...codes.map((code) => Math.min(Number(code) || 0, 0x10ffff))),
  unistr: ([text]) =>
    String(text ?? "").replace(/\\(?:u?([0-9a-f]{4})|(\\))/gi, (_, hex, slash) =>
      slash ? "\\" : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
};

/** Reads the plain values in a statement. */
class Values {
  readonly #sql: string;
  #at: number;

  constructor(sql: string, at: number) {
    this.#sql = sql;
    this.#at = at;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#sql);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** Yields the rows. Throws BadDump for anything else than plain values. */
  *rows(): Generator<OldValue[]> {
    while (this.#take(/\s*,?\s*\(/y)) yield this.#list(0);
    if (!/^\s*(?:on\s+conflict\b[\s\S]*)?$/i.test(this.#sql.slice(this.#at)))
      throw new BadDump("its values cannot be read");
  }

  #list(depth: number): OldValue[] {
    const values: OldValue[] = [];
    do values.push(this.#value(depth));
    while (this.#take(COMMA));
    if (!this.#take(CLOSES)) throw new BadDump(NOT_PLAIN);
    return values;
  }

  #value(depth: number): OldValue {
    const found = this.#take(PLAIN);
    if (!found || depth > 20) throw new BadDump(NOT_PLAIN);
    const [, escaped, hex, text, number, truth, , called] = found;
    const of = called === undefined ? null : FUNCTIONS[called.toLowerCase()];
    if (of) return ofRightLength(of(this.#list(depth + 1)));
    this.#take(CAST);
    if (escaped !== undefined) return unescaped(undoubled(escaped));
    if (hex !== undefined) return Buffer.from(hex, "hex").toString("utf8");
    if (text !== undefined) return undoubled(text);
    if (number !== undefined) return numberOf(number);
    return truth === undefined ? null : truth.toLowerCase() === "true" ? 1 : 0;
  }
}

const NOT_PLAIN = "it has a value that is none of text, number, true, false and null";

/** What may stand before a statement: blanks, comments, and commands of psql, which have no semicolon. */
const BEFORE = /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|\\[^\n]*/y;

function beginOf(text: string, from: number): number {
  let at = from;
  for (BEFORE.lastIndex = at; BEFORE.test(text); at = BEFORE.lastIndex);
  return at;
}

/** What ends each kind of quoted text and comment. PostgreSQL writes a function's body between $$ and $$, or $name$. */
const ENDS: Readonly<Record<string, string>> = { "[": "]", "--": "\n", "/*": "*/" };

/** How the creation of a trigger begins and ends, and how far each is looked for, in characters. */
const TRIGGER = /^create\s+(?:temp\s+|temporary\s+)?trigger\b/i;
const TRIGGER_END = /\bend\s*$|\bexecute\s+(?:function|procedure)\b[^;]*$/i;
const LOOKED_AT = 2_000;

/**
 * Returns where the statement that begins there ends: at a semicolon outside quotes and comments, and for a trigger of
 * SQLite at the one after its END. Null if it has no end.
 */
function endOf(text: string, begin: number): number | null {
  const isTrigger = TRIGGER.test(text.slice(begin, begin + LOOKED_AT));
  const marks = /['"`[;]|--|\/\*|\$\w*\$/g;
  marks.lastIndex = begin;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found;
    if (mark === ";") {
      const last = text.slice(Math.max(begin, found.index - LOOKED_AT), found.index);
      if (!isTrigger || TRIGGER_END.test(last)) return found.index;
      continue;
    }
    const close = ENDS[mark] ?? mark;
    const end = text.indexOf(close, marks.lastIndex);
    if (end === -1) return null;
    marks.lastIndex = end + close.length;
  }
  return null;
}

/** Returns how many rows a statement inserts that is not read any further: at least one. */
function countRows(sql: string, from: number): number {
  VALUES.lastIndex = from;
  let rows = 0;
  try {
    if (VALUES.test(sql)) for (const _ of new Values(sql, VALUES.lastIndex).rows()) rows += 1;
  } catch (error) {
    if (!(error instanceof BadDump)) throw error;
  }
  return Math.max(rows, 1);
}

const OPENS = /^(?:begin|start\s+transaction)\b/i;
const CLOSES_ALL = /^(?:commit|end)\b/i;
const ROLLS_BACK = /^rollback\s*(?:transaction\s*)?$/i;
/** The first and the last line of pg_dump, which are comments. A file may hold several, one behind the other. */
const PG_DUMP = /^-- PostgreSQL database dump( complete)?[ \t\r]*$/gm;

interface Into {
  readonly take: (rows: ReadonlyMap<string, readonly OldRow[]>) => void;
  /** Is told of what is not read: a table, or a column of one, and how many rows or values it had. */
  readonly passOver: (what: string, count: number) => void;
  /** Whether what comes before the end of a file that is cut off is taken. */
  readonly takesCutOff: boolean;
  /** Is told how a file was read, as the end of a sentence that begins with its name. */
  readonly say: (how: string) => void;
}

/** What a column is called that is not read though its table is. */
export const columnIn = (column: string, table: string): string => `${table}.${column}`;

/** A table whose rows come. */
interface Filling {
  readonly name: string;
  /** Null: a table that holds nothing of its own. */
  readonly table: OldTable | null;
  /** The table's own name of each column; null: passed over. */
  readonly columns: readonly (string | null)[];
  /** The same columns as the dump names them. */
  readonly names: readonly string[];
  readonly read: (column: string, cell: string) => OldValue;
}

/**
 * Reads a dump. Throws BadDump with the number of the line, and CutOff if it ends early, be it for an error of what wrote
 * it: a dump that begins a transaction has to commit it, pg_dump writes a last line, and a statement ends in a semicolon.
 */
export function readSqlDump(
  text: string,
  isPostgres: boolean,
  { take, passOver, takesCutOff, say }: Into,
): void {
  const made = new Map<string, readonly string[]>();
  const found = new Map<string, OldRow[]>();

  function fillingOf(name: string, listed: string | undefined): Filling {
    const table = oldTable(name);
    const names = listed?.split(",").map(unquoted) ?? made.get(name) ?? table?.columns ?? [];
    const columns = table ? names.map((each) => columnOf(table, each)) : [];
    if (table && columns.every((column) => column === null))
      throw new BadDump(`the table ${name} has none of the columns ${table.columns.join(", ")}`);
    // All values of COPY are text.
    return { name, table, columns, names, read: table && isPostgres ? cellReader(table) : (_, cell) => cell };
  }

  function add({ name, table, columns, names, read }: Filling, cells: readonly OldValue[]): void {
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
      if (column === null && cell !== null && !isDerived(names[at] ?? ""))
        passOver(columnIn(names[at] ?? "", name), 1);
      return column === null
        ? []
        : [[column, typeof cell === "string" ? read(column, ofRightLength(cell)) : cell] as const];
    });
    rows.push({ table: table.name, row: rows.length + 1, values: Object.fromEntries(values) });
  }

  /** Reads a statement. If rows of COPY follow it, returns what they fill. */
  function run(sql: string): Filling | null {
    const copies = COPY.exec(sql);
    const creates = CREATE.exec(sql);
    const inserts = INSERT.exec(sql);
    const [, quoted = ""] = copies ?? creates ?? inserts ?? [];
    const name = unquoted(quoted);
    if (copies) return fillingOf(name, copies[2]);
    if (creates && oldTable(name)) {
      made.set(name, columnsIn(sql));
      found.set(name.toLowerCase(), found.get(name.toLowerCase()) ?? []);
    } else if (creates || (inserts && !oldTable(name)))
      passOver(name, inserts && !isDerivedTable(name) ? countRows(sql, inserts[0].length) : 0);
    else if (inserts) {
      VALUES.lastIndex = inserts[0].length;
      const values = VALUES.exec(sql);
      if (!values) throw new BadDump("it fills a table with something else than values");
      const filling = fillingOf(name, values[1]);
      for (const row of new Values(sql, VALUES.lastIndex).rows()) add(filling, row);
    } else if (!isPostgres && !DERIVED.test(sql))
      throw new BadDump(`it is no statement of a dump: ${sql.slice(0, 60).trim()}`);
    return null;
  }

  /** Where the statement or the row of COPY begins that is being read. */
  let at = beginOf(text, 0);

  /** Reads rows of COPY up to their end. */
  function copy(filling: Filling): void {
    for (;;) {
      const end = text.indexOf("\n", at);
      if (end === -1) throw new CutOff(`it ends within the rows of a table: ${ENDS_EARLY}`);
      const line = text.slice(at, end).replace(/\r$/, "");
      if (line === "\\.") break;
      add(
        filling,
        line.split("\t").map((cell) => (cell === "\\N" ? null : unescaped(cell))),
      );
      at = end + 1;
    }
    at = text.indexOf("\n", at) + 1;
  }

  let isOpen = false;
  function checkEnd(): void {
    let isWhole = true;
    for (const [, complete] of text.matchAll(PG_DUMP)) {
      if (complete === undefined && !isWhole) break;
      isWhole = complete !== undefined;
    }
    if (!isWhole) throw new CutOff(`it lacks the last line of pg_dump: ${ENDS_EARLY}`);
    if (isOpen) throw new CutOff(`it begins a transaction and does not commit it: ${ENDS_EARLY}`);
  }

  /** Reads the last statement, which has no end; of its rows those that are whole. */
  function runUnended(): never {
    try {
      if (takesCutOff) run(text.slice(at));
    } catch (error) {
      if (!(error instanceof BadDump)) throw error;
    }
    throw new CutOff(`its last statement has no end: ${ENDS_EARLY}`);
  }

  try {
    while (at < text.length) {
      const end = endOf(text, at);
      if (end === null) runUnended();
      const sql = text.slice(at, end);
      if (OPENS.test(sql)) isOpen = true;
      if (CLOSES_ALL.test(sql)) isOpen = false;
      if (ROLLS_BACK.test(sql))
        throw new CutOff(`what wrote it had errors and took all of it back (ROLLBACK): ${ENDS_EARLY}`);
      const filling = run(sql);
      at = filling ? text.indexOf("\n", end) + 1 || text.length : end + 1;
      if (filling) copy(filling);
      at = beginOf(text, at);
    }
    checkEnd();
  } catch (error) {
    if (!(error instanceof BadDump)) throw error;
    const isCutOff = error instanceof CutOff;
    if (!isCutOff || !takesCutOff) {
      const message = `line ${text.slice(0, at).split("\n").length}: ${error.message}`;
      throw isCutOff ? new CutOff(message) : new BadDump(message);
    }
    say(CUT_OFF_TAKEN);
  }
  take(found);
}
