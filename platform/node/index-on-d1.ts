import type { Deps } from "../../app/api/deps.server.ts";
import { openData } from "../../app/api/repositories.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { loadSample } from "../../packages/import/sample.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import type { Database } from "../../server/db/database.ts";
import { analyzeStatement, findDamage } from "../../server/db/engine.ts";
import { PRIVATE } from "../../server/db/tags.ts";
import type { Progress } from "../../server/jobs/job.ts";
import { miscountLine } from "./check.ts";
import type { MediaPlace } from "./media.ts";
import { SAMPLE } from "./sample.ts";

/** The index that a command works on, wherever it is stored. */
export interface OpenIndex {
  readonly database: Database;
  readonly media: MediaPlace;
  readonly parts: Pick<Deps, "challenges" | "data" | "media">;
  /** The index for reading all of it: a single state, where the database can hold one. */
  openSnapshot(): { readonly database: Database; close(): void };
  /** Loads rows all at once or not at all, where the database can; elsewhere one after the other. */
  loadAtOnce(load: (database: Database) => Promise<void>, progress: Progress): Promise<void>;
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

/** An index on D1 that is still open, and how to close it. */
interface OnD1 {
  readonly database: Database;
  readonly media: MediaPlace;
  readonly advice: OpenIndex["advice"];
  close(): Promise<void>;
}

/** Makes the index on a D1 database, which holds no state and no transaction for longer than a call. */
export function indexOnD1({ database, media, advice, close }: OnD1): OpenIndex {
  return {
    ...{ database, media, advice, close },
    parts: { challenges: CHALLENGES, data: openData(database), media: media.store },
    openSnapshot: () => ({ database, close: () => undefined }),
    loadAtOnce: (load) => load(database),
    async analyze() {
      await database.query(PRIVATE, analyzeStatement());
    },
    loadSample: () => loadSample(database, media.store, SAMPLE, new Date()),
    findWrong: () => findWrong(database),
  };
}

/** Like `findWrong` of a file, as far as D1 allows. */
async function findWrong(database: Database): Promise<string[]> {
  const damage = await findDamage(database);
  if (damage !== null) return [damage];
  return (await findMiscounts(database)).map(miscountLine);
}
