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
 * @throws BadCsv
 */
export function readCsv(file: string, text: string): CsvTable {
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
  return { table, rows };
}
