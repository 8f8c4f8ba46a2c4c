import type { Database } from "../../server/db/database.ts";
import { historyReads } from "../../server/db/history.ts";
import { mediaReads } from "../../server/db/media.ts";
import { balanceChangeReads } from "../features/balance-changes/repository.server.ts";
import { catalogueReads } from "../features/catalogue/repository.server.ts";
import { challengeCodeReads } from "../features/challenge-codes/repository.server.ts";
import { chimpsStartReads } from "../features/chimps-starts/repository.server.ts";
import { backfillReads } from "../features/code-backfill/repository.server.ts";
import { proofLinkReads } from "../features/completions/repository/claims.server.ts";
import { type BatchPart, write } from "../features/completions/repository/effects.server.ts";
import { completionReads } from "../features/completions/repository/index.server.ts";
import { renderedNotes } from "../features/completions/repository/notes.server.ts";
import { submissionAnswers } from "../features/completions/repository/submissions.server.ts";
import { coverageReads } from "../features/coverage/repository.server.ts";
import { dumpRecords } from "../features/dump/repository/dumps.server.ts";
import { followReads } from "../features/follows/repository.server.ts";
import { gameVersionReads } from "../features/game-versions/repository.server.ts";
import { importReads } from "../features/import/repository.server.ts";
import { mapReads } from "../features/maps/repository.server.ts";
import { pictureReads } from "../features/media/repository.server.ts";
import { noticeReads } from "../features/notices/repository.server.ts";
import { submitterReads } from "../features/players/repository/banned.server.ts";
import { playerStates } from "../features/players/repository/changes.server.ts";
import { nameRequests } from "../features/players/repository/name-requests.server.ts";
import { boardReads, onePlayerReads } from "../features/players/repository/player.server.ts";
import { playerReads } from "../features/players/repository.server.ts";
import { progressReads } from "../features/progress/repository.server.ts";
import { watchedLinkReads } from "../features/proof-links/repository.server.ts";
import { proposalReads } from "../features/proof-proposals/repository.server.ts";
import { cannedReasonReads } from "../features/review/repository/canned-reasons.server.ts";
import { exceptionReads } from "../features/review/repository/exceptions.server.ts";
import { messageReads } from "../features/review/repository/messages.server.ts";
import { reportReads, secondLookReads } from "../features/review/repository/reports.server.ts";
import { reviewReads } from "../features/review/repository.server.ts";
import { sampleReads } from "../features/sample/repository.server.ts";
import { searchReads } from "../features/search/repository.server.ts";
import { spellingReads } from "../features/spellings/repository.server.ts";
import { wishReads } from "../features/wishes/repository.server.ts";

/** Everything that routes ask of the database, by noun. */
export function openData(database: Database) {
  const catalogue = catalogueReads(database);
  return {
    /** For the functions of repositories that take it. */
    database,
    /** Runs a write with what follows from it: all or none. Throws ConstraintError. */
    write: (parts: readonly BatchPart[]) => write(database, parts),
    /** The versions of the sources that answers are made from. */
    versions: database.versions,
    /** Throws the error that a write would fail with now. */
    ready: database.ready,
    catalogue,
    completions: completionReads(database, catalogue.current),
    coverage: coverageReads(database),
    wishes: wishReads(database),
    follows: followReads(database),
    review: reviewReads(database),
    messages: messageReads(database),
    notices: noticeReads(database),
    reports: reportReads(database),
    progress: progressReads(database),
    cannedReasons: cannedReasonReads(database),
    exceptions: exceptionReads(database),
    secondLooks: secondLookReads(database),
    players: {
      ...playerReads(database),
      ...boardReads(database),
      ...onePlayerReads(database),
      ...playerStates(database),
      ...nameRequests(database),
      ...submitterReads(database),
    },
    maps: mapReads(database),
    challengeCodes: challengeCodeReads(database),
    codeBackfill: backfillReads(database),
    chimpsStarts: chimpsStartReads(database),
    balanceChanges: balanceChangeReads(database),
    gameVersions: gameVersionReads(database),
    spellings: spellingReads(database),
    media: mediaReads(database),
    pictures: pictureReads(database),
    proofProposals: proposalReads(database),
    proofLinks: proofLinkReads(database),
    watchedLinks: watchedLinkReads(database),
    notes: renderedNotes(database),
    search: searchReads(database, catalogue.current),
    sample: sampleReads(database),
    submissions: submissionAnswers(database),
    history: historyReads(database),
    dumps: dumpRecords(database),
    imports: importReads(database),
  };
}

export type Data = ReturnType<typeof openData>;
