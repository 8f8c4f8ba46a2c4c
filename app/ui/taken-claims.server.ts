import { takenClaims } from "../../domain/contract/completions.ts";
import type { WireRow } from "../../domain/lists/row.ts";
import { ask } from "./ask.server.ts";
import type { PageContext } from "./context.ts";

/** Returns, by the filekey of each claim among these rows, what took its combination; other rows are left out. */
export async function takersOf(
  rows: readonly WireRow[],
  context: PageContext,
): Promise<Readonly<Record<string, string>>> {
  const claims = rows.filter(({ pending }) => pending !== null).map(({ filekey }) => filekey);
  if (claims.length === 0) return {};
  const { body } = await ask(context, takenClaims, { filekeys: JSON.stringify(claims) });
  return Object.fromEntries((body?.results ?? []).map(({ filekey, by }) => [filekey, by]));
}
