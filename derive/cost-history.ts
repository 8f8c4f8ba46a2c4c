import { majorVersion } from "../game/versions.ts";
import type { WireRow } from "./row.ts";

/** The least that a map was completed for in one major version of the game. */
export interface LeastCost {
  readonly major: number;
  /** Cash. */
  readonly money: number;
  readonly person: string;
  /** yyyy-mm-dd, or null. */
  readonly date: string | null;
  readonly filekey: string;
}

/** The least cost of each major version, the newest first; what names no version or no cost is left out. */
export function costHistory(rows: readonly WireRow[]): LeastCost[] {
  const least = new Map<number, LeastCost>();
  for (const { version, money, person, date, filekey } of rows) {
    const major = typeof version === "string" ? majorVersion(version) : null;
    if (major === null || typeof money !== "number") continue;
    if ((least.get(major)?.money ?? Number.POSITIVE_INFINITY) <= money) continue;
    least.set(major, {
      major,
      money,
      person: String(person ?? "?"),
      date: typeof date === "string" ? date : null,
      filekey: String(filekey),
    });
  }
  return [...least.values()].sort((one, other) => other.major - one.major);
}

/** Where a cost stands in the chart: from 0 (left, bottom) to 1 (right, top). */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly cost: LeastCost;
}

/** The history as points of a chart, the oldest version on the left, costs from the least one to the greatest. */
export function chartOf(history: readonly LeastCost[]): ChartPoint[] {
  const share = (values: readonly number[]): ((value: number) => number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value) => (most === least ? 0.5 : (value - least) / (most - least));
  };
  const x = share(history.map(({ major }) => major));
  const y = share(history.map(({ money }) => money));
  return history.map((cost) => ({ x: x(cost.major), y: y(cost.money), cost })).reverse();
}
