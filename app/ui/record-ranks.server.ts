import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { type StandingInWords, standingsInWords } from "../../domain/lists/record.ts";
import type { WireRow } from "../../domain/lists/row.ts";
import type { PageContext } from "./context.ts";

/** Returns what stands beside each verified row, by filekey: whether it is a record, and by how much. */
export async function recordRanksOf(
  definition: ChallengeDefinition,
  rows: readonly WireRow[],
  context: PageContext,
  isDated = false,
): Promise<Readonly<Record<string, StandingInWords>>> {
  const verified = rows.filter(({ pending }) => pending === null);
  if (!definition.record || verified.length === 0) return {};
  const filekeys = verified.map(({ filekey }) => String(filekey));
  const standings = await context.reads.completions.standings(definition, filekeys, isDated);
  const ofRow = Map.groupBy(standings, ({ filekey }) => filekey);
  return Object.fromEntries(
    verified.flatMap((row) => {
      const filekey = String(row.filekey);
      const words = standingsInWords(definition, row, ofRow.get(filekey) ?? []);
      return words ? [[filekey, words]] : [];
    }),
  );
}
