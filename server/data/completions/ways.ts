import type { ListQuery } from "../../../derive/list-query.ts";
import { type ListScope, WALKED_COLUMNS, type Way } from "./conditions.ts";
import { divided } from "./finding.ts";
import type { Totals } from "./rows.ts";

/**
 * The cost of a row, in microseconds (measured at a million rows), when it is found and read, to be sorted; read in a
 * list's order and tested; put into a set; looked up in that set.
 */
const COST = { gathered: 3, tested: 4, put: 0.15, probed: 0.25 } as const;

/** Allows for matches that are spread unevenly over a list's order. */
const UNEVENNESS = 3;

/** Returns the cheapest way to find a page of a list. */
export function wayOf(
  scope: ListScope,
  { conditions, order: [first], offset, count }: ListQuery,
  { total, all: rows }: Totals,
): Way {
  if (!first || !WALKED_COLUMNS.has(first.column)) return "gathered";
  const walked = Math.min(rows, (UNEVENNESS * (offset + count) * rows) / total);
  const costs: Record<Way, number> = {
    gathered: COST.gathered * total,
    tested: COST.tested * walked,
    probed: divided(conditions, scope).find
      ? COST.put * total + COST.probed * walked
      : Number.POSITIVE_INFINITY,
  };
  const ways = Object.keys(costs) as Way[];
  return ways.reduce((best, way) => (costs[way] < costs[best] ? way : best));
}
