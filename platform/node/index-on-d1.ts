import type { Deps } from "../../app/api/deps.server.ts";
import { openData } from "../../app/api/repositories.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { loadSample } from "../../packages/import/sample.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import type { Database } from "../../server/db/database.ts";
import { analyzeStatement, findDamage, findMigrationState } from "../../server/db/engine.ts";
import { PRIVATE } from "../../server/db/tags.ts";
import { StartError } from "../../server/errors.ts";
import type { Progress } from "../../server/jobs/job.ts";
import { seedFacts } from "../../site/seed.ts";
import { type D1Options, openD1ByHttp } from "../shared/d1/http.ts";
import type { D1Place, Settings } from "../shared/settings.ts";
import { miscountLine } from "./check.ts";
import { type MediaPlace, openMedia } from "./media.ts";
import { MIGRATIONS } from "./migrate.ts";
import { missingMigrations } from "./migration-state.ts";
import { openUploads } from "./open.ts";
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

/** Opens the index of a D1 database over Cloudflare's HTTP API, with its media in the bucket of the settings. */
export async function openRemoteIndex(
  settings: Settings,
  place: D1Place & { readonly token: string },
  say: (line: string) => void,
  options: D1Options = {},
): Promise<OpenIndex> {
  const database = openD1ByHttp(place, place.token, options);
  await checkMigrations(database);
  const release = openUploads(settings);
  const media = openMedia(settings);
  await media.check(say);
  for (const facts of await seedFacts(database, new Date())) say(`loaded ${facts}`);
  return indexOnD1({
    ...{ database, media, close: async () => release() },
    advice: {
      ofItsOwn:
        "Make another D1 database (wrangler d1 create) and import there; then bind that one to the Worker.",
      takenUp: "If the Worker is deployed, deploy it anew: npx wrangler deploy",
    },
  });
}

/** Throws StartError unless exactly the migrations of this version were applied to the database. */
async function checkMigrations(database: Database): Promise<void> {
  const [missing] = missingMigrations(await findMigrationState(database), MIGRATIONS, {
    ...{ name: "The D1 database", ifNewer: "Use that version." },
  });
  if (missing !== undefined)
    throw new StartError(
      `The D1 database has not had all migrations (${missing}). Apply them: npx wrangler d1 migrations apply DB --remote`,
    );
}

/** Like `findWrong` of a file, as far as D1 allows. */
async function findWrong(database: Database): Promise<string[]> {
  const damage = await findDamage(database);
  if (damage !== null) return [damage];
  return (await findMiscounts(database)).map(miscountLine);
}
