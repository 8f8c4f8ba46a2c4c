import type { ChallengeDefinition } from "../challenges/define.ts";
import { rowFields } from "./fields.ts";
import type { WireRow } from "./row.ts";

/**
 * A spreadsheet would run a cell that begins like this as a formula; an apostrophe before it makes it text. One that begins
 * so behind apostrophes of its own gets another, so that who reads it takes one away.
 */
const FORMULA = /^'*[=+\-@\t\r\n]/;

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

/** A text is no CSV, and why: the end of a sentence that names it. */
export class BadCsv extends Error {
  override readonly name = "BadCsv";
}

/**
 * The records of RFC 4180 CSV, its heading among them, as `csvLine` writes it or a spreadsheet does: whatever ends the lines.
 * Blank lines are none.
 * @throws BadCsv
 */
export function* csvRecords(text: string): Generator<readonly string[]> {
  const ends = /[,\r\n]|$/g;
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
    if (next !== undefined && !",\r\n".includes(next))
      throw new BadCsv(`its record ${number} has something behind a closing quote`);
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (next === "," && at < text.length) continue;
    if (next === ",") record.push("");
    if (record.length > 1 || value !== "" || isQuoted) yield record;
    record = [];
    number += 1;
  }
}

/** The columns of a challenge's CSV by their fields' names: those that its definition puts first, then all others. */
export function csvColumns(definition: ChallengeDefinition): readonly string[] {
  return [...new Set([...definition.csv, ...rowFields(definition).map(([name]) => name)])];
}
