import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import {
  BadCsv,
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
  /** The order in which it writes a date; null: it has none that could be read in several. */
  readonly dates: DateOrder | null;
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

const headingOf = (records: Iterator<readonly string[], void>): readonly string[] =>
  (records.next().value ?? []).map((column) => column.trim());

/** What stands between the values of a file: whatever divides its heading into the most columns. */
function separatorIn(text: string): Separator {
  const widths = SEPARATORS.map((separator) => {
    try {
      return headingOf(csvRecords(text, separator)).length;
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
    const column = columnOf(table, name);
    if (column === null && !isDerived(name)) throw new BadCsv(`${table.name} has no column "${name}"`);
    return column;
  });
}

/**
 * Reads a CSV file with a heading: one of our lists as downloaded, by programs or by people, or a table of the community's
 * index; also as a spreadsheet of any country saves it. A row may also have `submitted`.
 * @param file the file's name, which is that of its table unless its columns identify it
 * @param dates the order in which its dates are written; null: its rows are to say
 * @throws BadCsv
 */
export function readCsv(file: string, text: string, dates: DateOrder | null = null): CsvTable {
  const name = file.replace(/\.csv$/i, "");
  const separator = separatorIn(text);
  const records = csvRecords(text, separator);
  const heading = headingOf(records);
  const forPeople = listForPeople(name, heading);
  const table = forPeople ? oldTable(forPeople.key) : (oldTable(name) ?? tableWithColumns(heading));
  if (table === null) throw new UnknownTable([...records].length, "2tc.csv");
  const columns = forPeople ? heading : columnsIn(heading, table);
  const known = columns.filter((column) => column !== null);
  if (new Set(known).size < known.length) throw new BadCsv("its heading names a column twice");
  const read = cellReader(table);
  const rows: OldRow[] = [];
  // The heading is the first record, so a row has the number that a spreadsheet shows next to it.
  for (const record of records) {
    const row = rows.length + 2;
    if (record.length !== columns.length)
      throw new BadCsv(`its row ${row} has ${record.length} values, and its heading ${columns.length}`);
    if (rows.length >= MOST_ROWS) throw new BadCsv(`it has more than ${MOST_ROWS} rows`);
    const written = Object.fromEntries(
      columns.flatMap((column, at) => (column === null ? [] : [[column, record[at] ?? ""] as const])),
    );
    const own = forPeople ? recordForPrograms(forPeople, written) : written;
    const values = Object.entries(own).map(([column, cell]) => [column, read(column, cell)] as const);
    rows.push({
      ...{ table: table.name, row, values: Object.fromEntries(values) },
      ...(forPeople && { isForPeople: true as const }),
    });
  }
  const definition = CHALLENGES.get(table.challenge ?? "");
  const dated = definition ? fieldsOfKind(definition, "date").map(([column]) => column) : [];
  const { rows: settled, order } = readDates(rows, dated, dates);
  return { table, rows: settled, dates: order };
}

/** The orders in which a file can write a day, a month and a year. */
export const DATE_ORDERS = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Three numbers of which only the file's other dates can say which is the day: "01/05/2024", "24-05-01". */
const THREE = /^\s*(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})\s*$/;

interface Parts {
  readonly row: number;
  readonly numbers: readonly [number, number, number];
  /** After dots the day comes first, everywhere; and a year of four digits comes last. */
  readonly orders: readonly DateOrder[];
}

const placeOf = (order: DateOrder, part: "d" | "m" | "y"): 0 | 1 | 2 => order.indexOf(part) as 0 | 1 | 2;

/** Whether three numbers can be a date in an order. */
function isPossible(numbers: Parts["numbers"], order: DateOrder): boolean {
  const [day, month] = [numbers[placeOf(order, "d")], numbers[placeOf(order, "m")]];
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}

function partsOf(text: unknown, row: number): Parts | null {
  const [, one = "", mark, two = "", three = ""] = THREE.exec(String(text ?? "")) ?? [];
  if (mark === undefined) return null;
  const numbers = [Number(one), Number(two), Number(three)] as const;
  const orders = DATE_ORDERS.filter((order) =>
    mark === "." ? order === "dmy" : three.length < 4 || order !== "ymd",
  );
  return { row, numbers, orders: orders.filter((order) => isPossible(numbers, order)) };
}

const two = (number: number): string => String(number).padStart(2, "0");

function isoOf(numbers: Parts["numbers"], order: DateOrder): string {
  const year = numbers[placeOf(order, "y")];
  return `${year < 100 ? 2000 + year : year}-${two(numbers[placeOf(order, "m")])}-${two(numbers[placeOf(order, "d")])}`;
}

/** Rows with their dates as yyyy-mm-dd, and the order in which the file wrote them; null: no date needed one. */
export interface ReadDates {
  readonly rows: readonly OldRow[];
  readonly order: DateOrder | null;
}

/**
 * Reads the dates of a file in one order, which all of its rows together decide: one day above 12 is enough. What no row
 * decides is not guessed.
 * @param given the order that somebody said; null: nobody did
 * @throws BadCsv that says what to do
 */
function readDates(rows: readonly OldRow[], columns: readonly string[], given: DateOrder | null): ReadDates {
  const found = rows.flatMap(({ row, values }) =>
    columns.flatMap((column) => partsOf(values[column], row) ?? []),
  );
  // What is no date in any order says nothing about the others.
  const telling = found.filter(({ orders }) => orders.length > 0);
  if (telling.length === 0) return { rows, order: null };
  const possible = DATE_ORDERS.filter((order) => telling.every(({ orders }) => orders.includes(order)));
  const order = given ?? (possible.length === 1 ? possible[0] : undefined);
  if (order === undefined) {
    const [first] = telling;
    throw new BadCsv(
      possible.length === 0
        ? "its dates are not all written in the same order; say which to take, --dates=dmy, --dates=mdy or --dates=ymd"
        : `its dates, as in row ${first?.row}, may be written in several orders; say which, ${possible.map((each) => `--dates=${each}`).join(" or ")}`,
    );
  }
  const dated = rows.map((row) => {
    const read = columns.flatMap((column) => {
      const parts = partsOf(row.values[column], row.row);
      return parts?.orders.includes(order) ? [[column, isoOf(parts.numbers, order)] as const] : [];
    });
    return read.length === 0 ? row : { ...row, values: { ...row.values, ...Object.fromEntries(read) } };
  });
  return { rows: dated, order };
}
