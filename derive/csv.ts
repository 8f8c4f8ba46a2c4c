import type { ChallengeDefinition } from "../challenges/define.ts";
import { rowFields } from "./fields.ts";
import type { WireRow } from "./row.ts";

/** A spreadsheet would run a cell that begins like this as a formula; an apostrophe before it makes it text. */
const FORMULA = /^[=+\-@\t\r\n]/;

function cell(value: WireRow[string] | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What a file begins with that spreadsheets are to open: without it they take what is not ASCII for another encoding, and
 * with it a program finds a first column of another name.
 */
export const BYTE_ORDER_MARK = "\ufeff";

/** One line of RFC 4180 CSV, with its line end. */
export function csvLine(values: readonly (WireRow[string] | undefined)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

/** The columns of a challenge's CSV by their fields' names: those that its definition puts first, then all others. */
export function csvColumns(definition: ChallengeDefinition): readonly string[] {
  return [...new Set([...definition.csv, ...rowFields(definition).map(([name]) => name)])];
}
