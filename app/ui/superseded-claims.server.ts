import type { WireRow } from "../../domain/lists/row.ts";
import type { PageContext } from "./context.ts";

/** Returns, by the filekey of each claim among these rows, what took its combination; other rows are left out. */
export async function supersedingOf(
  rows: readonly WireRow[],
  context: PageContext,
): Promise<Readonly<Record<string, string>>> {
  const claims = rows.filter(({ pending }) => pending !== null).map(({ filekey }) => String(filekey));
  if (claims.length === 0) return {};
  const taken = await context.reads.completions.taken(claims);
  return Object.fromEntries(taken.map(({ filekey, by }) => [filekey, by]));
}
