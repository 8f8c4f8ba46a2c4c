import type { ImportResult } from "./import.server.ts";
import { type Finding, RULES, type RuleName } from "./rules.server.ts";

/** The number of examples of each finding, unless all are asked for. */
const EXAMPLES = 10;

/** The longest value shown, in characters. */
const LONGEST_SHOWN = 120;

const number = new Intl.NumberFormat("en-GB");

const COLUMNS = ["read", "added", "updated", "same", "merged", "aside"] as const;
const HEADS: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  ...{ read: "read", added: "to be added", updated: "updated", same: "here already", merged: "merged" },
  aside: "set aside",
};

/** Returns the result of an import or dry run as lines: the counts of each table, then all findings by rule. */
export function reportOf(result: ImportResult, all = false): string[] {
  const { tallies, findings, sample } = result;
  const width = Math.max(...Array.from(tallies.keys(), (name) => name.length), 10);
  const line = (name: string, cells: readonly string[]): string =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(13))].join("");
  const heads = COLUMNS.map((column) =>
    result.act !== null && column === "added" ? "added" : HEADS[column],
  );
  return [
    line("", heads),
    ...Array.from(tallies, ([table, tally]) =>
      line(
        table,
        COLUMNS.map((column) => number.format(tally[column])),
      ),
    ),
    ...(sample > 0 ? ["", `${number.format(sample)} sample completions and starts go with it.`] : []),
    ...foundLines(findings, all),
  ];
}

function foundLines(findings: readonly Finding[], all: boolean): string[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  const rules = (Object.keys(RULES) as RuleName[]).filter((rule) => byRule.has(rule));
  return rules.flatMap((rule) => {
    const found = byRule.get(rule) ?? [];
    const shown = all ? found : found.slice(0, EXAMPLES);
    const more = found.length - shown.length;
    return [
      "",
      `${rule} (${number.format(found.length)}): ${RULES[rule].says}`,
      ...shown.map((each) => `  ${tell(each)}`),
      ...(more > 0 ? [`  … and ${number.format(more)} more; --all shows them`] : []),
    ];
  });
}

const UNRESOLVED: ReadonlySet<RuleName> = new Set(["unknown-tower", "unknown-map", "unknown-nature"]);

/** For example "row 17 of twotc_completions: tower1 "Alch" → Alchemist". */
function tell({ rule, table, row, column, value, known }: Finding): string {
  const place = row === null ? table : `row ${row} of ${table}`;
  const text = JSON.stringify(value ?? null);
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  const what = column === undefined ? (value === undefined ? "" : `: ${shown}`) : `: ${column} ${shown}`;
  // What is not resolved stays as it is: the name beside it is only a likely one.
  const beside = known === undefined ? "" : UNRESOLVED.has(rule) ? `, perhaps ${known}` : ` → ${known}`;
  return printable(`${place}${what}${beside}`);
}

/** Says what is written to the file of what is left over: as many as the table counts, and rows that lost a value. */
export function leftOverLine({ leftOver }: Pick<ImportResult, "leftOver">, file: string): string {
  if (leftOver.length === 0) return "Nothing is left over.";
  const rows = leftOver.filter(({ rule }) => RULES[rule].outcome === "row").length;
  const told = [
    ...(rows > 0 ? [`${number.format(rows)} set aside`] : []),
    ...(leftOver.length > rows ? [`${number.format(leftOver.length - rows)} taken without a value`] : []),
  ];
  return `Left over, each whole and with its reason, in ${file}: ${told.join(", ")}.`;
}

/** Replaces control characters, so that foreign data cannot steer the terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "�");
