import type { WireRow } from "./row.ts";

/** A spreadsheet would run a cell that begins like this as a formula; an apostrophe before it makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: WireRow[string] | undefined): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of RFC 4180 CSV, with its line end. */
export function csvLine(values: readonly (WireRow[string] | undefined)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
