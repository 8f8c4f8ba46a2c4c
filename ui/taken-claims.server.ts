import { takenClaims } from "../contract/completions.ts";
import type { WireRow } from "../derive/row.ts";
import { ask } from "./ask.server.ts";
import type { PageContext } from "./context.ts";

/** Of these rows the claims whose combination was verified meanwhile: what took it, by their filekeys. */
export async function takersOf(
  rows: readonly WireRow[],
  context: PageContext,
): Promise<Readonly<Record<string, string>>> {
  const claims = rows.filter(({ pending }) => pending !== null).map(({ filekey }) => filekey);
  if (claims.length === 0) return {};
  const { body } = await ask(context, takenClaims, { filekeys: JSON.stringify(claims) });
  return Object.fromEntries((body?.results ?? []).map(({ filekey, by }) => [filekey, by]));
}
