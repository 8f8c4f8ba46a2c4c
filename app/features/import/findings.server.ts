import { type Finding, type LeftOver, RULES, type RuleName } from "./rules.server.ts";
import type { OldRow } from "./tables.server.ts";

/** What became of the rows of a table; each row read counts in exactly one of the others. */
export interface Tally {
  read: number;
  added: number;
  updated: number;
  /** Already here, with the same content. */
  same: number;
  /** Merged into another row. */
  merged: number;
  aside: number;
}

/** What became of a row. */
export type Fate = Exclude<keyof Tally, "read">;

/** Collects what is found on the way, and what becomes of each row. */
export class Findings {
  readonly all: Finding[] = [];
  readonly leftOver: LeftOver[] = [];
  readonly #fates = new Map<OldRow, Fate>();

  /** Notes something about a row or one of its values. If the rule leaves anything out, the row is left over, too. */
  note(rule: RuleName, { table, row, values }: OldRow, more: Pick<Finding, "column" | "known"> = {}): void {
    const value = more.column === undefined ? {} : { value: values[more.column] ?? null };
    this.#add({ rule, table, row, ...value, ...more }, values);
  }

  /** Notes something about what is not a row: a file. */
  noteOf(table: string, rule: RuleName, value: string, more: Pick<Finding, "known"> = {}): void {
    this.#add({ rule, table, row: null, value, ...more }, value);
  }

  #add(finding: Finding, was: unknown): void {
    this.all.push(finding);
    const { outcome, says } = RULES[finding.rule];
    if (outcome !== "note") this.leftOver.push({ ...finding, says, was });
  }

  /** Sets a row aside. */
  setAside(rule: RuleName, row: OldRow, more: Pick<Finding, "column" | "known"> = {}): void {
    this.note(rule, row, more);
    this.settle(row, "aside");
  }

  /** Records what became of a row; the last call counts. */
  settle(row: OldRow, fate: Fate): void {
    this.#fates.set(row, fate);
  }

  /** Returns the counts of each table read, in order. Throws for a row without a fate, which is a bug of ours. */
  tallies(data: ReadonlyMap<string, readonly OldRow[]>): ReadonlyMap<string, Tally> {
    return new Map(
      Array.from(data, ([table, rows]) => {
        const tally: Tally = { read: rows.length, added: 0, updated: 0, same: 0, merged: 0, aside: 0 };
        for (const row of rows) {
          const fate = this.#fates.get(row);
          if (fate === undefined) throw new Error(`Nothing became of row ${row.row} of ${table}.`);
          tally[fate] += 1;
        }
        return [table, tally];
      }),
    );
  }
}
