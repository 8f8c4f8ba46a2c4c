import type { ChallengeDefinition } from "../challenges/define.ts";
import { isForOne, rowFields } from "../challenges/fields.ts";
import { kindOf } from "../fields/index.ts";
import type { WireValue } from "../fields/kind.ts";
import { readWireList } from "../fields/wire-list.ts";
import { linkLabel, linkName, otherSlots } from "../media/proof-slots.ts";
import { isOfOriginal } from "./of-original.ts";
import type { WireRow } from "./row.ts";
import { tableColumns } from "./table.ts";

/**
 * A cell that a spreadsheet would run as a formula; an apostrophe before it makes it text. A cell whose own apostrophes
 * come before such a beginning gets one more, so that a reader can always remove exactly one.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/u;

/** Returns the text of ="0-5-2", by which others keep a spreadsheet from making a number or a date of it; else null. */
export function protectedText(value: string): string | null {
  if (!value.startsWith('="') || !value.endsWith('"') || value.length < 3) return null;
  const text = value.slice(2, -1);
  // Else it is a formula of several texts.
  return text.replaceAll('""', "").includes('"') ? null : text.replaceAll('""', '"');
}

/** Returns the text of a cell without the apostrophe of `csvLine`, or what others write for the same. */
const unprotected = (value: string): string =>
  protectedText(value) ?? (value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value);

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

/** That a text ends within a record. */
export class CutCsv extends BadCsv {}

export const SEPARATORS = [",", ";", "\t", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

/**
 * Yields the records of RFC 4180 CSV, the heading included, as written by `csvLine` or a spreadsheet, with any kind of
 * line break. Blank lines are skipped.
 * @param separator what stands between values: spreadsheets of many countries write another than the comma
 * @throws BadCsv, and CutCsv at its end
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
      if (end === -1) throw new CutCsv(`its record ${number} has a quote that is not closed`);
      end += 1;
    } else {
      ends.lastIndex = at;
      end = ends.exec(text)?.index ?? text.length;
    }
    const value = isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end);
    record.push(unprotected(value));
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

/** A column of a CSV file: its heading, and what it has for each row. */
export interface CsvColumn {
  readonly heading: string;
  readonly cell: (row: WireRow) => WireValue;
}

/** Returns the text on one line, so that a row of a file is one, too: a line break and the blanks around it are one blank. */
const onOneLine = (value: WireValue): WireValue => {
  if (typeof value !== "string") return value;
  const lines = value.split(/[\r\n]+/);
  const last = lines.length - 1;
  return lines
    .map((line, at) => (at > 0 ? line.trimStart() : line))
    .map((line, at) => (at < last ? line.trimEnd() : line))
    .join(" ");
};

const named = (names: readonly string[]): CsvColumn[] =>
  names.map((name) => ({ heading: name, cell: (row) => row[name] ?? null }));

/** The names of all columns of a challenge's list: those that its definition puts first, then all other fields. */
export const allColumnNames = (definition: ChallengeDefinition): readonly string[] => [
  ...new Set([...definition.csv, ...rowFields(definition).map(([name]) => name)]),
];

/** The columns with the links of the slots besides the first, by the names of their form fields. */
export const linkColumnNames = (definition: ChallengeDefinition): readonly string[] =>
  otherSlots(definition).map(({ role }) => linkName(definition, role));

/** When the game's server was asked for the challenge code, if that agrees with the completion. */
export const CODE_CHECKED = "code_checked";

/** Whether all players say that it is right, of which there are several. */
export const PLAYERS_AGREE_COLUMN = "players_agree";

/** The columns with everything that a row has, as it is. */
export const allColumns = (definition: ChallengeDefinition): readonly CsvColumn[] =>
  named([
    ...allColumnNames(definition),
    ...linkColumnNames(definition),
    ...(definition.game ? [CODE_CHECKED] : []),
    ...(isForOne(definition) ? [] : [PLAYERS_AGREE_COLUMN]),
  ]);

/** The columns that programs have long known, each row on one line; of a challenge without such a file all. */
export const establishedColumns = (definition: ChallengeDefinition): readonly CsvColumn[] =>
  named(definition.csv.length > 0 ? definition.csv : allColumnNames(definition)).map(({ heading, cell }) => ({
    heading,
    cell: (row) => onOneLine(cell(row)),
  }));

/** A row for people, who also want to know whether it was made up to show the site. */
export type RowForPeople = WireRow & { readonly sample: boolean };

/** Where things can be seen, as whole addresses. */
export interface LinkAddresses {
  /** Returns the address of an uploaded proof. */
  readonly mediaOf: (filekey: string) => string;
  readonly pageOf: (filekey: string) => string;
}

const NOT_ITS_OWN = "N/A";
const NOTHING = "–";
const BETWEEN = ", ";
/** The headings of what is no column of the list's page. */
const OTHERS = {
  link: "Link",
  notes: "Notes",
  og: "OG?",
  status: "Status",
  page: "Page",
  filekey: "File key",
};
const OG = { yes: "yes", no: "no" };
const PENDING = "pending";

/** The names of the columns with further links, and what they are called for people. */
const linkHeadings = (definition: ChallengeDefinition) =>
  otherSlots(definition).map(
    ({ role }) => [linkName(definition, role), linkLabel(definition, role)] as const,
  );

/** Returns a list's value as its page shows it. */
function shown(definition: ChallengeDefinition, name: string, value: WireValue): WireValue {
  const [, field] = rowFields(definition).find(([each]) => each === name) ?? [];
  if (!field || value === null) return value;
  if (field.kind === "towerset" || field.kind === "upgradeset")
    return (readWireList(value) ?? [String(value)]).map((entry) => entry ?? NOTHING).join(BETWEEN);
  return field.kind === "completiontype" ? (kindOf(field).inWords?.(value, field) ?? null) : value;
}

/** The columns of a list as its page shows them, and the filekey last, by which the import knows a row. */
export function columnsForPeople(
  definition: ChallengeDefinition,
  { mediaOf, pageOf }: LinkAddresses,
): readonly CsvColumn[] {
  const filekeyOf = ({ filekey }: WireRow): string => String(filekey);
  const columns = tableColumns(definition).flatMap((column): CsvColumn[] => {
    if (column.cell === "info")
      return [
        { heading: OTHERS.link, cell: (row) => row.link ?? mediaOf(filekeyOf(row)) },
        ...linkHeadings(definition).map(([name, heading]) => ({
          heading,
          cell: (row: WireRow) => row[name] ?? null,
        })),
        { heading: OTHERS.notes, cell: ({ notes = null }) => notes },
      ];
    if (column.cell === "og")
      return [{ heading: OTHERS.og, cell: ({ og }) => (og === true ? OG.yes : OG.no) }];
    return [
      {
        heading: column.label,
        cell: (row) =>
          isOfOriginal(column, row) ? NOT_ITS_OWN : shown(definition, column.name, row[column.name] ?? null),
      },
    ];
  });
  const statusOf = ({ pending, sample }: WireRow): string =>
    [...(sample === true ? ["sample"] : []), ...(pending !== null ? [PENDING] : [])].join(BETWEEN) ||
    "verified";
  const all: readonly CsvColumn[] = [
    ...columns,
    { heading: OTHERS.status, cell: statusOf },
    { heading: OTHERS.page, cell: (row) => pageOf(filekeyOf(row)) },
    { heading: OTHERS.filekey, cell: filekeyOf },
  ];
  return all.map(({ heading, cell }) => ({ heading, cell: (row) => onOneLine(cell(row)) }));
}

const HEADINGS_ALONE: LinkAddresses = { mediaOf: () => "", pageOf: () => "" };

/** Whether these are the headings of a challenge's file for people. */
export const areForPeople = (definition: ChallengeDefinition, headings: readonly string[]): boolean =>
  columnsForPeople(definition, HEADINGS_ALONE)
    .map(({ heading }) => heading)
    .join("\n") === headings.join("\n");

/** Whether a link is the address of a completion's own file: on its page's site, or on a host that has media alone. */
function isOwnFile(link: string, filekey: string, page: string): boolean {
  const [url, own] = [URL.parse(link), URL.parse(page)];
  if (!url || !own) return false;
  return url.origin === own.origin ? url.pathname === `/media/${filekey}` : url.pathname === `/${filekey}`;
}

/** Whose a claim is in a file that does not say it. */
export const SOMEBODY = "unknown";

/** Returns a record of a file for people by the names of the columns that programs know. It does not have them all. */
export function recordForPrograms(
  definition: ChallengeDefinition,
  record: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const of = (heading: string): string => record[heading] ?? "";
  const filekey = of(OTHERS.filekey);
  const fields = tableColumns(definition).flatMap(({ name, label, cell }) => {
    const text = of(label);
    if (cell === "info" || cell === "og") return [];
    if (text === NOT_ITS_OWN) return [[name, ""] as const];
    if (cell !== "towerset" && cell !== "upgradeset") return [[name, text] as const];
    const list = text.split(BETWEEN).map((entry) => (entry === NOTHING ? null : entry));
    return [[name, text === "" ? "" : JSON.stringify(list)] as const];
  });
  return {
    ...Object.fromEntries(fields),
    ...Object.fromEntries(linkHeadings(definition).map(([name, heading]) => [name, of(heading)])),
    link: isOwnFile(of(OTHERS.link), filekey, of(OTHERS.page)) ? "" : of(OTHERS.link),
    notes: of(OTHERS.notes),
    og: of(OTHERS.og) === OG.yes ? "1" : "0",
    pending: of(OTHERS.status).split(BETWEEN).includes(PENDING) ? SOMEBODY : "",
    filekey,
  };
}
