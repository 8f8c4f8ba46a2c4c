import type { WireRow } from "./row.ts";

/**
 * A cell that a spreadsheet would run as a formula; an apostrophe before it makes it text. A cell whose own apostrophes
 * come before such a beginning gets one more, so that a reader can always remove exactly one.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/u;

function cell(value: WireRow[string] | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Begins a file that is meant for spreadsheets. Without it they misread the encoding of non-ASCII text; with it,
 * programs misread the name of the first column.
 */
export const BYTE_ORDER_MARK = "\ufeff";

/** Returns one line of RFC 4180 CSV, including the line break. */
export function csvLine(values: readonly (WireRow[string] | undefined)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

/** Says why a text is not CSV. The message is the end of a sentence that names the text. */
export class BadCsv extends Error {
  override readonly name = "BadCsv";
}

export const SEPARATORS = [",", ";", "\t"] as const;
export type Separator = (typeof SEPARATORS)[number];

/**
 * Yields the records of RFC 4180 CSV, the heading included, as written by `csvLine` or a spreadsheet, with any kind of
 * line break. Blank lines are skipped.
 * @param separator what stands between values: spreadsheets of many countries write another than the comma
 * @throws BadCsv
 */
export function* csvRecords(text: string, separator: Separator = ","): Generator<readonly string[], void> {
  const ends = new RegExp(`[${separator}\\r\\n]|$`, "g");
  let record: string[] = [];
  let number = 1;
  for (let at = 0; at < text.length; ) {
    const isQuoted = text[at] === '"';
    let end = at;
    if (isQuoted) {
      do end = text.indexOf('"', end + 1);
      while (end !== -1 && text[end + 1] === '"' && ++end);
      if (end === -1) throw new BadCsv(`its record ${number} has a quote that is not closed`);
      end += 1;
    } else {
      ends.lastIndex = at;
      end = ends.exec(text)?.index ?? text.length;
    }
    const value = isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end);
    record.push(FORMULA.test(value) && value.startsWith("'") ? value.slice(1) : value);
    const next = text[end];
    if (next !== undefined && ![separator, "\r", "\n"].includes(next))
      throw new BadCsv(`its record ${number} has something behind a closing quote`);
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (next === separator && at < text.length) continue;
    if (next === separator) record.push("");
    if (record.length > 1 || value !== "" || isQuoted) yield record;
    record = [];
    number += 1;
  }
}
