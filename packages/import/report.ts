import type { FieldChange } from "../../domain/contract/history.ts";
import { csvLine } from "../../domain/lists/csv.ts";
import { type Findings, type ImportFinding, RULES, type RuleName, UNRESOLVED, VERDICTS } from "./rules.ts";
import type { OldData } from "./tables.ts";

const EXAMPLES = 10;

/** The longest value shown, in characters. */
const LONGEST_SHOWN = 120;

const number = new Intl.NumberFormat("en-GB");

/** Aligns lines of a name and counts in columns. */
export function linesOfTable(
  head: readonly string[],
  rows: readonly (readonly [string, ...number[]])[],
): string[] {
  const width = Math.max(10, ...rows.map(([name]) => name.length));
  const line = (name: string, cells: readonly string[]): string =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(10))].join("");
  return [
    ...(head.length > 0 ? [line("", head)] : []),
    ...rows.map(([name, ...counts]) =>
      line(
        name,
        counts.map((count) => number.format(count)),
      ),
    ),
  ];
}

/** Returns a plan as lines: the counts of each table, then findings by rule. */
export function reportOf(data: OldData, findings: Findings): string[] {
  const columns = ["read", ...VERDICTS] as const;
  const rows = Array.from(
    findings.tallies(data),
    ([table, tally]) => [table, ...columns.map((column) => tally[column])] as const,
  );
  return [...linesOfTable(columns, rows), ...changedLines(findings), ...foundLines(findings.all)];
}

/** Returns the first changes of what is here, each value as it is and as it becomes. */
function changedLines({ changes }: Findings): string[] {
  if (changes.size === 0) return [];
  const some = [...changes].slice(0, EXAMPLES);
  const more = changes.size - some.length;
  return [
    "",
    `Changes of what is here (${number.format(changes.size)}):`,
    ...some.map(([{ table, row }, each]) =>
      printable(`  row ${row} of ${table}: ${each.map(tellChange).join(", ")}`),
    ),
    ...(more > 0 ? [`  … and ${number.format(more)} more, in the plan`] : []),
  ];
}

/** For example "Tower 1 Upgrades "0-5-2" → "5-2-0"". */
const tellChange = ({ label, before, after }: FieldChange): string =>
  `${label} ${shown(before)} → ${shown(after)}`;

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function foundLines(findings: readonly ImportFinding[]): string[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  const rules = (Object.keys(RULES) as RuleName[]).filter((rule) => byRule.has(rule));
  return rules.flatMap((rule) => {
    const found = byRule.get(rule) ?? [];
    const more = found.length - EXAMPLES;
    return [
      "",
      `${rule} (${number.format(found.length)}): ${RULES[rule].says}`,
      ...found.slice(0, EXAMPLES).map((each) => `  ${tell(each)}`),
      ...(more > 0 ? [`  … and ${number.format(more)} more, in the plan`] : []),
    ];
  });
}

/** For example "row 17 of twotc_completions: tower1 "Alch" → Alchemist". */
function tell({ rule, table, row, column, value, known }: ImportFinding): string {
  const place = row === null ? table : `row ${row} of ${table}`;
  const text = value === "" ? '""' : shown(value);
  const what = column === undefined ? (value === undefined ? "" : `: ${text}`) : `: ${column} ${text}`;
  // What is not resolved stays as it is: the name beside it is only a likely one.
  const beside = known === undefined ? "" : isOnlyNear(rule) ? `, perhaps ${known}` : ` → ${known}`;
  return printable(`${place}${what}${beside}`);
}

const isOnlyNear = (rule: RuleName): boolean => UNRESOLVED.has(rule) || rule === "unknown-nature";

const HEADING = ["file", "table", "row", "verdict", "reason", "nearest name", "values", "changes"];

/** Yields the lines of a CSV file with each row that was read, whole, what becomes of it and why; and what is odd about files. */
export function* planAsCsv(data: OldData, findings: Findings): Generator<string> {
  yield csvLine(HEADING);
  for (const rows of data.values())
    for (const row of rows) {
      const found = findings.of(row);
      const reasons = found.map(({ rule, column }) => `${column ? `${column}: ` : ""}${RULES[rule].says}`);
      const near = found.flatMap(({ rule, known }) => (known && isOnlyNear(rule) ? [known] : []));
      yield csvLine([
        ...[row.file ?? "", row.table, row.row, findings.verdictOf(row)],
        ...[reasons.join(" "), near.join(", "), JSON.stringify(row.values)],
        (findings.changes.get(row) ?? []).map(tellChange).join(", "),
      ]);
    }
  for (const { rule, table, row, value } of findings.all)
    if (row === null) {
      const { outcome, says } = RULES[rule];
      yield csvLine(["", table, "", outcome === "row" ? "refused" : "", says, "", String(value), ""]);
    }
}

/** Replaces control characters, so that foreign data cannot steer the terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "�");
