import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { BadCsv, csvRecords } from "../../../domain/lists/csv.ts";
import {
  type OldRow,
  type OldTable,
  type OldValue,
  oldTable,
  SUBMITTED,
  tableWithColumns,
} from "./tables.server.ts";

/** The rows of a CSV file and the table they belong to. */
export interface CsvTable {
  readonly table: OldTable;
  readonly rows: readonly OldRow[];
}

/** No table of a community's index has more rows. */
export const MOST_ROWS = 2_000_000;

/**
 * Reads a CSV file with a heading: one of our lists as downloaded, or a table of the community's index. A row may also
 * have `submitted`.
 * @param name the file's name without its extension: the name of its table, unless its columns identify it
 * @throws BadCsv
 */
export function readCsv(name: string, text: string): CsvTable {
  const records = csvRecords(text);
  const heading: readonly string[] = records.next().value ?? [];
  const columns = heading.map((column) => column.trim());
  const table = oldTable(name) ?? tableWithColumns(columns);
  if (table === null)
    throw new BadCsv(
      "it does not say of which table it is; call it like its challenge or its table, 2tc.csv",
    );
  const unknown = columns.find((column) => column !== SUBMITTED && !table.columns.includes(column));
  if (unknown !== undefined) throw new BadCsv(`${table.name} has no column "${unknown}"`);
  if (new Set(columns).size < columns.length) throw new BadCsv("its heading names a column twice");
  const definition = CHALLENGES.get(table.challenge ?? "");
  const amounts = definition ? fieldsOfKind(definition, "money").map(([column]) => column) : [];
  // In CSV all values are text, so an amount written as text is nothing to note.
  const read = (column: string, cell: string): OldValue => {
    if (cell === "") return null;
    return amounts.includes(column) && /^\d{1,15}$/.test(cell) ? Number(cell) : cell;
  };
  const rows: OldRow[] = [];
  // The heading is the first record, so a row has the number that a spreadsheet shows next to it.
  for (const record of records) {
    const row = rows.length + 2;
    if (record.length !== columns.length)
      throw new BadCsv(`its row ${row} has ${record.length} values, and its heading ${columns.length}`);
    if (rows.length >= MOST_ROWS) throw new BadCsv(`it has more than ${MOST_ROWS} rows`);
    const values = columns.map((column, at) => [column, read(column, record[at] ?? "")] as const);
    rows.push({ table: table.name, row, values: Object.fromEntries(values) });
  }
  return { table, rows };
}
