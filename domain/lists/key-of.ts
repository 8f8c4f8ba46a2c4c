import type { WireRow } from "./row.ts";

/**
 * Returns the query that names a row in the addresses of its pages: the challenge's keys, and for a claim also its
 * filekey, because others may claim the same.
 */
export function keyQueryOf(keys: readonly string[], row: WireRow): Readonly<Record<string, string>> {
  const names = row.pending === null || keys.includes("filekey") ? keys : [...keys, "filekey"];
  return Object.fromEntries(names.map((key) => [key, String(row[key] ?? "")]));
}
