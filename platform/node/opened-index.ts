import type { Deps } from "../../app/api/deps.server.ts";
import type { Database } from "../../server/db/database.ts";
import type { ReportProgress } from "../../server/jobs/job.ts";
import type { MediaPlace } from "./media.ts";

/** The index that a command works on, wherever it is stored. */
export interface OpenIndex {
  readonly database: Database;
  readonly media: MediaPlace;
  readonly parts: Pick<Deps, "challenges" | "data" | "media">;
  /** The index for reading all of it: a single state, where the database can hold one. */
  openSnapshot(): { readonly database: Database; close(): void };
  /** Loads rows all at once or not at all, where the database can; elsewhere one after the other. */
  loadAtOnce(load: (database: Database) => Promise<void>, progress: ReportProgress): Promise<void>;
  /** Updates the database's statistics after many rows came, where it needs telling. */
  analyze(): Promise<void>;
  /** Fills an untouched index with the sample, and returns the number of its completions; 0: it was used before. */
  loadSample(): Promise<number>;
  /** Reads the whole database and returns what is wrong with it or with its stored counts, one line each. */
  findWrong(): Promise<string[]>;
  /**
   * What to do, in a sentence: to import an export into an index of its own; to have the site use what was imported.
   */
  readonly advice: { readonly ofItsOwn: string; readonly takenUp: string };
  close(): Promise<void>;
}
