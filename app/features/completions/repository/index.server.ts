import type { Database } from "../../../../server/db/database.ts";
import { allRowReads } from "./all-rows.server.ts";
import { claimReads } from "./claims.server.ts";
import { completionLists } from "./lists.server.ts";
import { lookAlikeReads } from "./look-alikes.server.ts";
import { newestReads } from "./newest.server.ts";
import { recordReads } from "./records.server.ts";
import { severalListReads } from "./several-lists.server.ts";
import { shareReads } from "./shares.server.ts";
import { completionStates } from "./stored-completion.server.ts";
import { unresolvedReads } from "./unresolved.server.ts";

/** Reads of completions: as everybody sees them, and as a write finds them. */
export function completionReads(database: Database) {
  return {
    ...completionLists(database),
    ...severalListReads(database),
    ...newestReads(database),
    ...completionStates(database),
    ...allRowReads(database),
    ...claimReads(database),
    ...lookAlikeReads(database),
    ...recordReads(database),
    ...shareReads(database),
    ...unresolvedReads(database),
  };
}
