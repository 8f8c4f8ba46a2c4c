import type { ChallengeDefinition } from "../challenges/define.ts";
import type { Field } from "../fields/index.ts";
import { majorVersion } from "../game/versions.ts";
import type { RecordCost } from "./cost-chart.ts";
import { nameOfKind } from "./fields.ts";
import { playersOf } from "./heading.ts";
import type { WireRow } from "./row.ts";

/** The record of each major version by money, the newest first; what names no version or no cost is left out. */
export function costHistory(definition: ChallengeDefinition, rows: readonly WireRow[]): RecordCost[] {
  const valueIn = (row: WireRow, kind: Field["kind"]) => row[nameOfKind(definition, kind) ?? ""] ?? null;
  const direction = definition.record?.least === false ? -1 : 1;
  const best = new Map<number, RecordCost>();
  for (const row of rows) {
    const [version, money, date] = [valueIn(row, "version"), valueIn(row, "money"), valueIn(row, "date")];
    const major = typeof version === "string" ? majorVersion(version) : null;
    if (major === null || typeof money !== "number") continue;
    const known = best.get(major);
    if (known && direction * (money - known.money) >= 0) continue;
    best.set(major, {
      major,
      money,
      players: playersOf(definition, row),
      date: typeof date === "string" ? date : null,
      filekey: String(row.filekey),
    });
  }
  return [...best.values()].sort((one, other) => other.major - one.major);
}
