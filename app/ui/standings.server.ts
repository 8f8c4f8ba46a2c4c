import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { challengeReads } from "../../domain/contract/completions.ts";
import { type StandingInWords, standingsInWords } from "../../domain/lists/record.ts";
import type { WireRow } from "../../domain/lists/row.ts";
import { ask } from "./ask.server.ts";
import type { PageContext } from "./context.ts";

/** Returns what stands beside each verified row, by filekey: whether it is a record, and by how much. */
export async function standingsOf(
  definition: ChallengeDefinition,
  rows: readonly WireRow[],
  context: PageContext,
  isDated = false,
): Promise<Readonly<Record<string, StandingInWords>>> {
  const { standings } = challengeReads(definition);
  const verified = rows.filter(({ pending }) => pending === null);
  if (!standings || verified.length === 0) return {};
  const filekeys = JSON.stringify(verified.map(({ filekey }) => filekey));
  const { body } = await ask(context, standings, { filekeys, ...(isDated && { when: 1 }) });
  const ofRow = Map.groupBy(body?.results ?? [], ({ filekey }) => filekey);
  return Object.fromEntries(
    verified.flatMap((row) => {
      const filekey = String(row.filekey);
      const words = standingsInWords(definition, row, ofRow.get(filekey) ?? []);
      return words ? [[filekey, words]] : [];
    }),
  );
}
