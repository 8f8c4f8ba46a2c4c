import type { ChallengeDefinition } from "../challenges/define.ts";
import { nameOfKind } from "../challenges/fields.ts";
import type { Field } from "../fields/index.ts";
import { majorVersion } from "../game/versions.ts";
import type { RecordCost } from "./cost-chart.ts";
import { playersOf, type WireRow } from "./row.ts";

/** Whether a day comes before another; an unknown day comes last. */
const isEarlier = (one: string | null, other: string | null): boolean =>
  one !== null && (other === null || one < other);

/**
 * Returns the record of each major version by money, the newest version first. Rows without a version or a cost are
 * left out. Of equal costs, the earlier day wins, then the row that was recorded first.
 * @param rows in the order in which they were recorded
 */
export function costHistory(definition: ChallengeDefinition, rows: readonly WireRow[]): RecordCost[] {
  const valueIn = (row: WireRow, kind: Field["kind"]) => row[nameOfKind(definition, kind) ?? ""] ?? null;
  const direction = definition.record?.least === false ? -1 : 1;
  const best = new Map<number, RecordCost>();
  for (const row of rows) {
    const [version, money, date] = [valueIn(row, "version"), valueIn(row, "money"), valueIn(row, "date")];
    const major = typeof version === "string" ? majorVersion(version) : null;
    if (major === null || typeof money !== "number") continue;
    const day = typeof date === "string" ? date : null;
    const known = best.get(major);
    const worse = known ? direction * (money - known.money) : -1;
    if (known && (worse > 0 || (worse === 0 && !isEarlier(day, known.date)))) continue;
    best.set(major, {
      major,
      money,
      players: playersOf(definition, row),
      date: day,
      filekey: String(row.filekey),
    });
  }
  return [...best.values()].sort((one, other) => other.major - one.major);
}
