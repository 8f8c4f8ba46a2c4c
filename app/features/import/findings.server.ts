import { type Finding, RULES, type RuleName, UNRESOLVED } from "./rules.server.ts";
import type { OldRow } from "./tables.server.ts";

/** What becomes of a row that was read. */
export const VERDICTS = ["new", "changes", "same", "waits", "merged", "refused"] as const;

/**
 * - "new": it is added. "changes": what is here becomes what it says. "same": that is here already.
 * - "waits": it is added or changed, and has a name that nobody knows
 * - "merged": it became a part of another row
 */
export type Verdict = (typeof VERDICTS)[number];

/** How many rows of a table were read, and with which verdicts: each has exactly one. */
export type Tally = Readonly<Record<Verdict | "read", number>>;

/** Collects what is found on the way, and what becomes of each row. */
export class Findings {
  readonly all: Finding[] = [];
  readonly #ofRow = new Map<OldRow, Finding[]>();
  readonly #verdicts = new Map<OldRow, Verdict>();

  /** Notes something about a row or one of its values. */
  note(rule: RuleName, row: OldRow, more: Pick<Finding, "column" | "known"> = {}): void {
    const value = more.column === undefined ? {} : { value: row.values[more.column] ?? null };
    const finding = { rule, table: row.table, row: row.row, ...value, ...more };
    this.all.push(finding);
    const own = this.#ofRow.get(row);
    if (own) own.push(finding);
    else this.#ofRow.set(row, [finding]);
  }

  /** Notes something about what is not a row: a file. */
  noteOf(table: string, rule: RuleName, value: string): void {
    this.all.push({ rule, table, row: null, value });
  }

  /** Refuses a row. */
  setAside(rule: RuleName, row: OldRow, more: Pick<Finding, "column" | "known"> = {}): void {
    this.note(rule, row, more);
    this.settle(row, "refused");
  }

  /** Records what becomes of a row; the last call counts. */
  settle(row: OldRow, verdict: Exclude<Verdict, "waits">): void {
    this.#verdicts.set(row, verdict);
  }

  /** What was refused, or taken without a value. */
  get leftOver(): Finding[] {
    return this.all.filter(({ rule }) => RULES[rule].outcome !== "note");
  }

  of = (row: OldRow): readonly Finding[] => this.#ofRow.get(row) ?? [];

  /** Throws for a row without a verdict, which is a bug of ours. */
  verdictOf(row: OldRow): Verdict {
    const verdict = this.#verdicts.get(row);
    if (verdict === undefined) throw new Error(`Nothing became of row ${row.row} of ${row.table}.`);
    const isWritten = verdict === "new" || verdict === "changes";
    return isWritten && this.of(row).some(({ rule }) => UNRESOLVED.has(rule)) ? "waits" : verdict;
  }

  tallies(data: ReadonlyMap<string, readonly OldRow[]>): ReadonlyMap<string, Tally> {
    return new Map(
      Array.from(data, ([table, rows]) => {
        const tally = { read: rows.length, new: 0, changes: 0, same: 0, waits: 0, merged: 0, refused: 0 };
        for (const row of rows) tally[this.verdictOf(row)] += 1;
        return [table, tally];
      }),
    );
  }
}
