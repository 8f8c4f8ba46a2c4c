import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import type { Field } from "../../../domain/fields/index.ts";
import {
  BadCsv,
  CutCsv,
  csvRecords,
  recordForPrograms,
  SEPARATORS,
  type Separator,
} from "../../../domain/lists/csv.ts";
import {
  columnOf,
  isDerived,
  listForPeople,
  type OldRow,
  type OldTable,
  type OldValue,
  oldTable,
  tableWithColumns,
} from "./tables.server.ts";

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
}

/** No table of a community's index has more rows. */
export const MOST_ROWS = 2_000_000;

/** Columns in which "null" may be what somebody wrote. */
const FREE_TEXT = /^(person\d?|notes)$/;

/** Returns how a table's cells of text are read: the community's nightly files have the text null for nothing. */
export function cellReader({ challenge }: OldTable): (column: string, cell: string) => OldValue {
  const definition = CHALLENGES.get(challenge ?? "");
  const amounts = definition ? fieldsOfKind(definition, "money").map(([column]) => column) : [];
  return (column, cell) => {
    if (cell === "" || (cell === "null" && !FREE_TEXT.test(column))) return null;
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

/** The line by which a spreadsheet is told what stands between values; it does not show it. */
const SEPARATOR_LINE = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n)/i;

/** Returns what stands between the values of a file, and its text without the line that may say so. */
function dividedBy(written: string): { readonly separator: Separator; readonly text: string } {
  const [line = "", mark] = SEPARATOR_LINE.exec(written) ?? [];
  const text = written.slice(line.length);
  return { separator: SEPARATORS.find((each) => each === mark) ?? separatorIn(text), text };
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

/** Returns the columns of a heading by the names that the table has for them; null: passed over. */
function columnsIn(heading: readonly string[], table: OldTable): (string | null)[] {
  return heading.map((name) => {
    if (name === "") return null;
    const column = columnOf(table, name);
    if (column === null && !isDerived(name)) throw new BadCsv(`${table.name} has no column "${name}"`);
    return column;
  });
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
  const { heading, number } = headingOf(records);
  const forPeople = listForPeople(name, heading);
  const table = forPeople ? oldTable(forPeople.key) : (oldTable(name) ?? tableWithColumns(heading));
  if (table === null) throw new UnknownTable([...records].length, "2tc.csv");
  const columns = forPeople ? heading : columnsIn(heading, table);
  const known = columns.filter((column) => column !== null);
  if (new Set(known).size < known.length) throw new BadCsv("its heading names a column twice");
  const read = cellReader(table);
  const rows: OldRow[] = [];
  // A row has the number that a spreadsheet shows beside it.
  let row = number;
  let isCutOff = false;
  try {
    for (const record of records) {
      row += 1;
      if (isBlank(record)) continue;
      checkLength(record, { heading, columns, table, row, isLast: () => isEndOf(text, records) });
      if (rows.length >= MOST_ROWS) throw new BadCsv(`it has more than ${MOST_ROWS} rows`);
      const cells = Object.fromEntries(
        columns.flatMap((column, at) => (column === null ? [] : [[column, record[at] ?? ""] as const])),
      );
      const own = forPeople ? recordForPrograms(forPeople, cells) : cells;
      const values = Object.entries(own).map(([column, cell]) => [column, read(column, cell)] as const);
      rows.push({
        ...{ table: table.name, row, values: Object.fromEntries(values) },
        ...(forPeople && { isForPeople: true as const }),
      });
    }
  } catch (error) {
    if (!(error instanceof CutCsv && takesCutOff)) throw error;
    isCutOff = true;
  }
  return { table, rows, isCutOff };
}

/** Whether no record follows, and the text does not end with a line. */
const isEndOf = (text: string, records: Iterator<unknown>): boolean =>
  !/[\r\n]$/.test(text.slice(-1)) && records.next().done === true;

interface Row {
  readonly heading: readonly string[];
  readonly columns: readonly (string | null)[];
  readonly table: OldTable;
  readonly row: number;
  readonly isLast: () => boolean;
}

/**
 * Refuses a record with other values than the heading names. Spreadsheets write empty columns behind the last, and leave
 * out what is empty at the end of a row. Throws BadCsv, and CutCsv for the last.
 */
function checkLength(
  record: readonly string[],
  { heading, columns, table: { challenge }, row, isLast }: Row,
): void {
  const nameless = record.findIndex((cell, at) => !heading[at] && cell.trim() !== "");
  if (nameless !== -1)
    throw new BadCsv(
      nameless >= heading.length
        ? `its row ${row} has ${record.length} values, and its heading ${heading.length}`
        : `its row ${row} has a value in column ${nameless + 1}, which has no heading`,
    );
  const fields: Readonly<Record<string, Field>> = CHALLENGES.get(challenge ?? "")?.fields ?? {};
  const needs = (column: string | null): boolean => {
    const field = fields[column ?? ""];
    return field !== undefined && !field.ogExtra && !field.optional;
  };
  if (!columns.slice(record.length).some(needs)) return;
  const says = `its row ${row} has ${record.length} values, and its heading ${heading.length}`;
  throw isLast() ? new CutCsv(says) : new BadCsv(says);
}

/** How the names of files of values end. A spreadsheet calls its "Unicode text" .txt. */
export const SUFFIX = /\.(?:csv|tsv|txt)$/i;
