import { fieldsOfKind } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { Field } from "../../domain/fields/index.ts";
import {
  BadCsv,
  CutCsv,
  csvRecords,
  recordForPrograms,
  SEPARATORS,
  type Separator,
} from "../../domain/lists/csv.ts";
import {
  columnOf,
  isDerived,
  listForPeople,
  type OldRow,
  type OldTable,
  type OldValue,
  oldTable,
  tableWithColumns,
} from "./tables.ts";

/** That a file does not say of which table its rows are. */
export class UnknownTable extends BadCsv {
  readonly rows: number;
  constructor(rows: number, example: string) {
    super(`it does not say of which table it is; call it like its challenge or its table, ${example}`);
    this.rows = rows;
  }
}

export interface CsvTable {
  readonly table: OldTable;
  readonly rows: readonly OldRow[];
  /** Whether it ends early, so that its last record is left out. */
  readonly isCutOff: boolean;
  /** The columns that its table does not have, and how many values each has. */
  readonly passedOver: ReadonlyMap<string, number>;
  /** The rows that are its heading once more, as where files were joined. */
  readonly headings: readonly number[];
}

/** No table of a community's index has more rows. */
export const MOST_ROWS = 2_000_000;

/** Returns how a table's cells of text are read. */
export function cellReader({ challenge }: OldTable): (column: string, cell: string) => OldValue {
  const definition = CHALLENGES.get(challenge ?? "");
  const amounts = definition ? fieldsOfKind(definition, "money").map(([column]) => column) : [];
  return (column, cell) => {
    if (cell === "") return null;
    // All values are text, so an amount written as text is nothing to note.
    return amounts.includes(column) && /^\d{1,15}$/.test(cell) ? Number(cell) : cell;
  };
}

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === "");

/** Reads records up to the first that has a value: the heading, without empty columns at its end. */
function headingOf(records: Iterator<readonly string[], void>) {
  let number = 0;
  for (;;) {
    const { value, done } = records.next();
    number += 1;
    if (done) return { heading: [], number };
    if (isBlank(value)) continue;
    const heading = value.map((column) => column.trim());
    return { heading: heading.slice(0, heading.findLastIndex((column) => column !== "") + 1), number };
  }
}

/**
 * The line by which a spreadsheet is told what stands between values; it does not show it. One that shows it as a row
 * saves it with empty columns, by what stands between values from then on.
 */
const SEPARATOR_LINE = /^"?sep=([^\r\n]?)"?([,;|\t]?)[,;|\t]*(?:\r\n|\r|\n)/i;

/** By what some programs end a file: Ctrl-Z, and bytes that are 0. */
const END_SIGNS = new Set(["\0", "\u001a"]);

/** Returns a text without the signs by which some programs end a file. */
function withoutEndSigns(text: string): string {
  let end = text.length;
  while (end > 0 && END_SIGNS.has(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** Returns what stands between the values of a file, and its text without the line that may say so. */
function dividedBy(file: string): { readonly separator: Separator; readonly text: string } {
  const written = withoutEndSigns(file);
  const [line = "", mark, behind] = SEPARATOR_LINE.exec(written) ?? [];
  const text = written.slice(line.length);
  const said = SEPARATORS.find((each) => each === (behind || mark));
  return { separator: said ?? separatorIn(text), text };
}

/** What stands between the values of a file: whatever divides its heading into the most columns. */
function separatorIn(text: string): Separator {
  const widths = SEPARATORS.map((separator) => {
    try {
      return headingOf(csvRecords(text, separator)).heading.length;
    } catch {
      // What divides a file does not stand behind a closing quote.
      return 0;
    }
  });
  return SEPARATORS[widths.indexOf(Math.max(...widths))] ?? ",";
}

/** Returns the columns of a heading by the names that the table has for them; null: passed over. Throws BadCsv. */
function columnsIn(heading: readonly string[], table: OldTable): (string | null)[] {
  const columns = heading.map((name) => (name === "" ? null : columnOf(table, name)));
  if (columns.every((column) => column === null))
    throw new BadCsv(
      `its first row, ${heading.slice(0, 5).join(", ").slice(0, 100)}, names no column of ${table.name} (${table.columns.join(", ")}): delete what stands above the heading`,
    );
  return columns;
}

/** Reads the heading of a file; of one whose name is not that of a table, an unreadable one is of no table. */
function headingIn(records: Iterator<readonly string[], void>, isNamed: boolean) {
  try {
    return headingOf(records);
  } catch (error) {
    if (isNamed || !(error instanceof BadCsv)) throw error;
    throw new UnknownTable(1, "2tc.csv");
  }
}

/** Whether the first lines of a file are those of a table as CSV, whatever the file is called. */
export function isCsv(head: string): boolean {
  const { separator, text } = dividedBy(head);
  try {
    const { heading } = headingOf(csvRecords(text, separator));
    return listForPeople("", heading) !== null || tableWithColumns(heading) !== null;
  } catch (error) {
    if (!(error instanceof BadCsv)) throw error;
    return false;
  }
}

/** Yields each record with whether it is the last. What cannot be read is thrown in its turn, behind those before it. */
function* withLast(records: Generator<readonly string[], void>) {
  let record: readonly string[] | null = null;
  try {
    for (const next of records) {
      if (record) yield [record, false] as const;
      record = next;
    }
  } catch (error) {
    if (record) yield [record, false] as const;
    throw error;
  }
  if (record) yield [record, true] as const;
}

/** Counts records, of those that cannot be read the first. */
function countOf(records: Iterator<unknown, void>): number {
  let count = 0;
  try {
    while (!records.next().done) count += 1;
  } catch (error) {
    if (!(error instanceof BadCsv)) throw error;
    count += 1;
  }
  return count;
}

/**
 * Reads a CSV file with a heading: one of our lists as downloaded, by programs or by people, or a table of the community's
 * index; also as a spreadsheet of any country saves it. A row may also have `submitted`.
 * @param file the file's name, which is that of its table unless its columns identify it
 * @param takesCutOff whether what comes before the end of a file that is cut off is taken
 * @throws BadCsv
 */
export function readCsv(file: string, written: string, takesCutOff = false): CsvTable {
  const name = file.replace(SUFFIX, "");
  const { separator, text } = dividedBy(written);
  const records = csvRecords(text, separator);
  const { heading, number } = headingIn(records, oldTable(name) !== null);
  const forPeople = listForPeople(name, heading);
  const table = forPeople ? oldTable(forPeople.key) : (oldTable(name) ?? tableWithColumns(heading));
  if (table === null) throw new UnknownTable(countOf(records), "2tc.csv");
  const columns = forPeople ? heading : columnsIn(heading, table);
  const known = columns.filter((column) => column !== null);
  if (new Set(known).size < known.length) throw new BadCsv("its heading names a column twice");
  const read = cellReader(table);
  const rows: OldRow[] = [];
  const passedOver = new Map<string, number>();
  const headings: number[] = [];
  // A row has the number that a spreadsheet shows beside it.
  let row = number;
  let isCutOff = false;
  try {
    for (const [record, isLast] of withLast(records)) {
      row += 1;
      if (isBlank(record)) continue;
      checkLength(record, { heading, columns, table, row, isEnd: isLast && !/[\r\n]$/.test(text.slice(-1)) });
      if (isHeadingAgain(record, { heading, table, row })) {
        headings.push(row);
        continue;
      }
      if (rows.length >= MOST_ROWS) throw new BadCsv(`it has more than ${MOST_ROWS} rows`);
      const cells = Object.fromEntries(
        columns.flatMap((column, at) => (column === null ? [] : [[column, record[at] ?? ""] as const])),
      );
      for (const [at, column] of columns.entries()) {
        const name = heading[at] ?? "";
        if (column === null && name !== "" && !isDerived(name) && (record[at] ?? "").trim() !== "")
          passedOver.set(name, (passedOver.get(name) ?? 0) + 1);
      }
      const own = forPeople ? recordForPrograms(forPeople, cells) : cells;
      const values = Object.entries(own).map(([column, cell]) => [column, read(column, cell)] as const);
      rows.push({
        table: table.name,
        row,
        values: Object.fromEntries(values),
        ...(forPeople && { isForPeople: true as const }),
      });
    }
  } catch (error) {
    if (!(error instanceof CutCsv && takesCutOff)) throw error;
    isCutOff = true;
  }
  return { table, rows, isCutOff, passedOver, headings };
}

interface Row {
  readonly heading: readonly string[];
  readonly columns: readonly (string | null)[];
  readonly table: OldTable;
  readonly row: number;
  /** Whether the file ends with it, without the end of a line. */
  readonly isEnd: boolean;
}

/** Whether a record is the heading once more. Throws BadCsv for the heading of another file, whose rows are other ones. */
function isHeadingAgain(
  record: readonly string[],
  { heading, table, row }: Pick<Row, "heading" | "table" | "row">,
): boolean {
  const names = record.map((name) => name.trim());
  const isSame = (one: string, other = ""): boolean => one.toLowerCase() === other.toLowerCase();
  if (heading.every((name, at) => isSame(name, names[at]))) return true;
  const written = names.filter((name) => name !== "");
  if (written.length > 1 && written.every((name) => columnOf(table, name) !== null))
    throw new BadCsv(`its row ${row} is the heading of another file: read them one by one`);
  return false;
}

/**
 * Refuses a record with other values than the heading names. Spreadsheets write empty columns behind the last, and leave
 * out what is empty at the end of a row; but the line of it ends. Throws BadCsv, and CutCsv for one that ends the file.
 */
function checkLength(
  record: readonly string[],
  { heading, columns, table: { challenge }, row, isEnd }: Row,
): void {
  const nameless = record.findIndex((cell, at) => !heading[at] && cell.trim() !== "");
  if (nameless !== -1)
    throw new BadCsv(
      nameless >= heading.length
        ? `its row ${row} has ${record.length} values, and its heading ${heading.length}`
        : `its row ${row} has a value in column ${nameless + 1}, which has no heading`,
    );
  const says = `its row ${row} has ${record.length} values, and its heading ${heading.length}`;
  if (isEnd && record.length < heading.length) throw new CutCsv(says);
  const fields: Readonly<Record<string, Field>> = CHALLENGES.get(challenge ?? "")?.fields ?? {};
  const needs = (column: string | null): boolean => {
    const field = fields[column ?? ""];
    return field !== undefined && !field.ogExtra && !field.optional;
  };
  if (columns.slice(record.length).some(needs)) throw new BadCsv(says);
}

/** How the names of files of values end. A spreadsheet calls its "Unicode text" .txt; others follow by mistake. */
export const SUFFIX = /\.(?:csv|tsv|txt|sql)$/i;
