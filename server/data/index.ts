import { balanceChangeReads } from "./balance-changes.ts";
import { chimpsStartReads } from "./chimps-starts.ts";
import { completionReads } from "./completions.ts";
import type { Database } from "./database.ts";
import { historyReads } from "./history.ts";
import { mapReads } from "./maps.ts";
import { mediaReads } from "./media.ts";
import { peopleReads } from "./people.ts";
import { referenceStates } from "./reference-writes.ts";
import { submissionReads } from "./submissions.ts";

/** All that the routes ask of the database, by noun. */
export function openData(database: Database) {
  return {
    /** Runs a write: all of its statements or none. Throws ConstraintError. */
    write: database.atomic,
    completions: completionReads(database),
    people: peopleReads(database),
    maps: mapReads(database),
    chimpsStarts: chimpsStartReads(database),
    balanceChanges: balanceChangeReads(database),
    media: mediaReads(database),
    submissions: submissionReads(database),
    history: historyReads(database),
    reference: referenceStates(database),
  };
}

export type Data = ReturnType<typeof openData>;
