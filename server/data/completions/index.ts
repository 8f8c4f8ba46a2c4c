import type { Database } from "../database.ts";
import { claimReads } from "./claims.ts";
import { completionLists } from "./lists.ts";
import { newestReads } from "./newest.ts";
import { recordReads } from "./records.ts";
import { shareReads } from "./shares.ts";
import { completionStates } from "./states.ts";
import { severalLists } from "./together.ts";

/** Reads of completions: as everybody sees them, and as a write finds them. */
export function completionReads(database: Database) {
  return {
    ...completionLists(database),
    ...severalLists(database),
    ...newestReads(database),
    ...completionStates(database),
    ...claimReads(database),
    ...recordReads(database),
    ...shareReads(database),
  };
}
