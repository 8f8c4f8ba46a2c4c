import type { Database } from "../database.ts";
import { claimReads } from "./claims.ts";
import { completionLists } from "./lists.ts";
import { lookAlikeReads } from "./look-alikes.ts";
import { newestReads } from "./newest.ts";
import { recordReads } from "./records.ts";
import { severalListReads } from "./several-lists.ts";
import { shareReads } from "./shares.ts";
import { completionStates } from "./stored-completion.ts";

/** Reads of completions: as everybody sees them, and as a write finds them. */
export function completionReads(database: Database) {
  return {
    ...completionLists(database),
    ...severalListReads(database),
    ...newestReads(database),
    ...completionStates(database),
    ...claimReads(database),
    ...lookAlikeReads(database),
    ...recordReads(database),
    ...shareReads(database),
  };
}
