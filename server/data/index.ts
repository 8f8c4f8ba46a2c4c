import { balanceChangeReads } from "./balance-changes.ts";
import { chimpsStartReads } from "./chimps-starts.ts";
import { completionReads } from "./completions/index.ts";
import type { Database } from "./database.ts";
import { dumpRecords } from "./dumps.ts";
import { historyReads } from "./history.ts";
import { mapReads } from "./maps.ts";
import { mediaReads } from "./media.ts";
import { actReads } from "./moving-in/acts.ts";
import { renderedNotes } from "./notes.ts";
import { playerReads } from "./players.ts";
import { proofLinkReads } from "./proof-links.ts";
import { sampleReads } from "./sample.ts";
import { searchReads } from "./search.ts";
import { spellingReads } from "./spellings.ts";
import { submissionAnswers } from "./submissions.ts";

/** Everything that routes ask of the database, by noun. */
export function openData(database: Database) {
  return {
    /** Runs a write: all of its statements or none. Throws ConstraintError. */
    write: database.atomic,
    /** The versions of the sources that answers are made from. */
    versions: database.versions,
    /** Throws the error that a write would fail with now. */
    ready: database.ready,
    completions: completionReads(database),
    players: playerReads(database),
    maps: mapReads(database),
    chimpsStarts: chimpsStartReads(database),
    balanceChanges: balanceChangeReads(database),
    spellings: spellingReads(database),
    media: mediaReads(database),
    proofLinks: proofLinkReads(database),
    notes: renderedNotes(database),
    search: searchReads(database),
    sample: sampleReads(database),
    submissions: submissionAnswers(database),
    history: historyReads(database),
    dumps: dumpRecords(database),
    acts: actReads(database),
  };
}

export type Data = ReturnType<typeof openData>;
