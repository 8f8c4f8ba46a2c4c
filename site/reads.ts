import { data as thrown } from "react-router";
import type { Deps } from "../app/api/deps.server.ts";
import { balanceChangeAnswers } from "../app/features/balance-changes/routes.server.ts";
import { catalogueAnswers } from "../app/features/catalogue/routes.server.ts";
import { chimpsStartAnswers } from "../app/features/chimps-starts/routes.server.ts";
import { completionAnswers } from "../app/features/completions/routes.server.ts";
import { coverageAnswers } from "../app/features/coverage/routes.server.ts";
import { dumpAnswers } from "../app/features/dump/public-dump.server.ts";
import { gameVersionAnswers } from "../app/features/game-versions/routes.server.ts";
import { historyAnswers } from "../app/features/history/routes.server.ts";
import { mapAnswers } from "../app/features/maps/routes.server.ts";
import { playerAnswers } from "../app/features/players/commands.server.ts";
import { progressAnswers } from "../app/features/progress/routes.server.ts";
import { recordAnswers } from "../app/features/records/routes.server.ts";
import { openAnswers } from "../app/features/search/answer.server.ts";
import { nameAnswers } from "../app/features/search/names.server.ts";
import { describeError } from "../server/errors.ts";

/** Returns what the public part of the site is read by: handlers of the API and loaders of pages call the same functions. */
export function openReads(deps: Deps) {
  const { data, keeping } = deps;
  return {
    balanceChanges: balanceChangeAnswers(deps),
    catalogue: catalogueAnswers(deps),
    chimpsStarts: chimpsStartAnswers(deps),
    completions: completionAnswers(deps),
    coverage: coverageAnswers(deps),
    dumps: dumpAnswers(deps),
    gameVersions: gameVersionAnswers(deps),
    history: historyAnswers(deps),
    maps: mapAnswers(deps),
    names: nameAnswers(deps),
    players: playerAnswers(deps),
    privacy: { keeping: () => keeping },
    progress: progressAnswers(deps),
    records: recordAnswers(deps),
    review: { waiting: data.review.findWait },
    search: { answer: openAnswers(deps) },
    spellings: { all: data.spellings.findAllNamed },
  };
}

export type Reads = ReturnType<typeof openReads>;

type Read = (...given: readonly never[]) => unknown;

/**
 * Returns the same reads for pages: one that fails throws what React Router answers with the failure's status, and with its
 * sentence as `error`. Unexpected failures are logged.
 */
export function readsOfPages(reads: Reads): Reads {
  const guarded =
    (name: string, read: Read): Read =>
    async (...given) => {
      try {
        return await read(...given);
      } catch (error) {
        const { message, status, unexpected } = describeError(error);
        if (unexpected) console.error(`${name}:`, error);
        throw thrown({ error: message }, { status });
      }
    };
  const each = Object.entries(reads).map(([noun, functions]: [string, Readonly<Record<string, Read>>]) => [
    noun,
    Object.fromEntries(
      Object.entries(functions).map(([name, read]) => [name, guarded(`${noun}.${name}`, read)]),
    ),
  ]);
  return Object.fromEntries(each);
}
