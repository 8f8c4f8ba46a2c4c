import type { LoggedChange } from "../../../server/db/history.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { AnyNounLog } from "../../audit/types.server.ts";
import { balanceChangeLog } from "../balance-changes/routes.server.ts";
import { heroLog, towerLog } from "../catalogue/audit.server.ts";
import { chimpsStartLog } from "../chimps-starts/routes.server.ts";
import { codeBackfillLog } from "../code-backfill/audit.server.ts";
import { completionLog } from "../completions/audit.server.ts";
import { gameVersionLog } from "../game-versions/routes.server.ts";
import { importLog } from "../import/log.server.ts";
import { mapLog } from "../maps/audit.server.ts";
import { playerLog } from "../players/commands.server.ts";
import { proofLog } from "../proof-links/audit.server.ts";
import { reportLog } from "../review/report-log.server.ts";
import { spellingLog } from "../spellings/commands.server.ts";

/** All nouns whose changes people can read and undo. */
const LOGS: ReadonlyMap<string, AnyNounLog> = new Map(
  [
    completionLog,
    mapLog,
    chimpsStartLog,
    balanceChangeLog,
    gameVersionLog,
    spellingLog,
    towerLog,
    heroLog,
    playerLog,
    importLog,
    reportLog,
    codeBackfillLog,
    proofLog,
  ].map((log) => [log.noun, log]),
);

export const LOGGED_NOUNS: readonly string[] = [...LOGS.keys()];

/** Those whose changes everybody may follow. */
export const PUBLIC_NOUNS: readonly string[] = [...LOGS.values()]
  .filter(({ isPublic }) => isPublic)
  .map(({ noun }) => noun);

/** Returns, by noun, the ids of those changed things that exist now. */
export async function findThere(
  changes: readonly LoggedChange[],
  data: Data,
): Promise<(noun: string) => ReadonlySet<string>> {
  const there = new Map(
    await Promise.all(
      Array.from(
        Map.groupBy(changes, (change) => change.noun),
        async ([noun, own]) => {
          const found: ReadonlySet<string> = (await logOf(noun)?.findThere(own, data)) ?? new Set();
          return [noun, found] as const;
        },
      ),
    ),
  );
  return (noun) => there.get(noun) ?? new Set();
}

/** Returns the log of a noun; null for what the index logs about itself. */
export const logOf = (noun: string): AnyNounLog | null => LOGS.get(noun) ?? null;
