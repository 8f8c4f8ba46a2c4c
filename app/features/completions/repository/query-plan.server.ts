import type { ListQuery } from "../../../../domain/lists/list-query.ts";
import { type ListScope, type Plan, WALKED_COLUMNS } from "./conditions.server.ts";
import type { Totals } from "./rows.server.ts";
import { splitSearch } from "./search-split.server.ts";

/**
 * The cost of a row in microseconds, measured at a million rows (2026-11-24).
 * - `gathered`: found, read and sorted
 * - `tested`: read in the list's order and tested
 * - `inserted`: added to the set of matches
 * - `passed`: walked past in the order's index, because it is not in that set
 * - `taken`: found in the set, which takes longer than not finding it
 *
 * Rows that are read are rarely in SQLite's cache, so they cost ten times what they cost in a second run. An order's
 * index mostly is in the cache, because every such list walks it.
 */
const COST = { gathered: 15, tested: 15, inserted: 0.15, passed: 0.1, taken: 0.4 } as const;

/** Allows for matches that are spread unevenly over a list's order. */
const UNEVENNESS = 2;

/** Returns the cheapest plan to find a page of a list. */
export function choosePlan(
  scope: ListScope,
  { conditions, order: [first], offset, count }: ListQuery,
  { total, all: rows }: Totals,
): Plan {
  // Where every row is in the list, each plan is the same walk of its order.
  if (conditions.length === 0 || !first || !WALKED_COLUMNS.has(first.column)) return "gathered";
  const taken = offset + count;
  const walked = Math.min(rows, (UNEVENNESS * taken * rows) / total);
  const costs: Record<Plan, number> = {
    gathered: COST.gathered * total,
    tested: COST.tested * walked,
    probed: splitSearch(conditions, scope).find
      ? COST.inserted * total + COST.passed * walked + COST.taken * taken
      : Number.POSITIVE_INFINITY,
  };
  const ways = Object.keys(costs) as Plan[];
  return ways.reduce((best, plan) => (costs[plan] < costs[best] ? plan : best));
}
