import { accessSync, constants, mkdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Deps } from "../../app/api/deps.server.ts";
import { openData } from "../../app/api/repositories.server.ts";
import { isUntouched } from "../../app/features/sample/repository.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { loadSample } from "../../packages/import/sample.ts";
import { StartError, StorageFull } from "../../server/errors.ts";
import { seedFacts } from "../../site/seed.ts";
import type { Settings } from "../shared/settings.ts";
import { backUpBeforeUpdate } from "./backups/before-update.ts";
import { blobFolder } from "./blob-folder.ts";
import { lockFolder, makePrivate, type Release, wasLocked } from "./data-folder.ts";
import { inspect } from "./inspect.ts";
import { type MediaPlace, mediaFolder, openMedia } from "./media.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";
import { loadInOne } from "./moving-out/one-transaction.ts";
import { SAMPLE } from "./sample.ts";
import { type NodeDatabase, openSqlite, START_PATIENCE } from "./sqlite.ts";

/**
 * How long a start waits for another process's start, and how often it checks, in milliseconds. The other one may have
 * a large database to copy and migrate.
 */
const START_LOCK_TIMEOUT = 10 * 60 * 1000;
const START_LOCK_POLL = 100;

/** Where the public dumps are. */
export const dumpFolder = ({ dataDir }: Settings): string => join(resolve(dataDir), "dumps");

/** Where the database is. */
export const databaseFile = ({ dataDir }: Pick<Settings, "dataDir">): string =>
  join(resolve(dataDir), "index.sqlite");

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be written to. Set DATA_DIR to a folder that this user owns.`,
      { cause: error },
    );
  }
}

/** An open data folder. */
export interface OpenFolder {
  readonly database: NodeDatabase;
  readonly media: MediaPlace;
  readonly parts: Pick<Deps, "challenges" | "data" | "media">;
}

/**
 * Opens the data folder: the database with the latest migrations, the game's facts, media. `say` reports progress. No
 * backup can be restored into it while it is open.
 */
export async function openDataFolder(settings: Settings, say: (line: string) => void): Promise<OpenFolder> {
  const { releaseStartLock, ...opened } = await openExclusively(settings, say);
  releaseStartLock();
  return opened;
}

/**
 * Opens the data folder like `openDataFolder`, but other processes that start on it wait until `releaseStartLock` is
 * called. Of several simultaneous first starts, one thus makes what all find there, including samples, keys and the
 * administrator.
 */
export async function openExclusively(
  settings: Settings,
  say: (line: string) => void,
): Promise<OpenFolder & { readonly releaseStartLock: Release }> {
  const folder = resolve(settings.dataDir);
  prepareFolder(folder);
  const file = databaseFile(settings);
  const look = (): string[] => inspect(file, mediaFolder(settings), MIGRATIONS);
  // Before anything is written, even the lock's file. A folder that another process is just making may look lost until
  // then.
  if (!wasLocked(folder)) inspectUnlessLocked(folder, look);
  await clearIfAlone(folder, mediaFolder(settings));
  const release = holdFolder(folder);
  let releaseStartLock: Release = () => {};
  try {
    makePrivate(folder);
    releaseStartLock = await acquireStartLock(folder, say);
    // From here on no backup can be restored.
    if (look().length > 0) await backUpBeforeUpdate(settings.dataDir, say);
    const database = openMigrated(file, say);
    await loadFacts(database, say);
    const media = openMedia(settings);
    const close = (): void => {
      database.close();
      releaseStartLock();
      release();
    };
    // One shared object, so that an observer of its calls sees all of them.
    const opened = { ...database, close };
    return {
      releaseStartLock,
      database: opened,
      media,
      parts: { challenges: CHALLENGES, data: openData(opened), media: media.store },
    };
  } catch (error) {
    releaseStartLock();
    release();
    throw error;
  }
}

/** Locks a data folder against a backup that is put back into it. Throws StartError while one is. */
function holdFolder(folder: string): Release {
  const release = lockFolder(folder, "shared", START_PATIENCE);
  if (release !== null) return release;
  throw new StartError(`A backup is being put back into ${folder}. Wait for its end, and start again.`);
}

/** Removes the uploads that were in progress in processes that were killed, if no other one works on the folder. */
async function clearIfAlone(folder: string, media: string): Promise<void> {
  const release = lockFolder(folder, "alone");
  if (release === null) return;
  try {
    await blobFolder(media).clearLeftovers(new Date(), true);
  } finally {
    release();
  }
}

function inspectUnlessLocked(folder: string, look: () => void): void {
  try {
    look();
  } catch (error) {
    if (!wasLocked(folder)) throw error;
  }
}

async function acquireStartLock(folder: string, say: (line: string) => void): Promise<Release> {
  const deadline = Date.now() + START_LOCK_TIMEOUT;
  for (let isFirst = true; Date.now() < deadline; isFirst = false) {
    const release = lockFolder(folder, "starting");
    if (release !== null) return release;
    if (isFirst) say("another process is starting on this data folder: waiting for it …");
    await setTimeout(START_LOCK_POLL);
  }
  throw new StartError(
    `Another process has been starting on ${folder} for ten minutes. Look what holds it up, or stop it, and start again.`,
  );
}

/** Opens the file with the latest migrations. A failure before anything was written leaves no empty file behind. */
function openMigrated(file: string, say: (line: string) => void): NodeDatabase {
  try {
    const database = openSqlite(file);
    const applied = migrate(database.sqlite, MIGRATIONS);
    for (const name of applied) say(`applied migration ${name}`);
    // Until its rows are counted, a new index passes for better than it is.
    if (applied.length > 0) database.sqlite.exec("pragma optimize = 0x10002");
    return database;
  } catch (error) {
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
    throw error;
  }
}

/** Loads the game's facts that the database has not had. Without them the site can still be read. */
async function loadFacts(database: NodeDatabase, say: (line: string) => void): Promise<void> {
  try {
    for (const facts of await seedFacts(database, new Date())) say(`loaded ${facts}`);
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    say("there is no room for new facts of the game. They are loaded by the first start that has it.");
  }
}

/**
 * Fills an untouched database with the labelled sample, so that newcomers see a living site. Returns the number of its
 * completions; 0: the database was used before.
 */
export async function loadSampleOnce(
  settings: Settings,
  { database, media }: Pick<OpenFolder, "database" | "media">,
): Promise<number> {
  if (!(await isUntouched(database))) return 0;
  let rows = 0;
  await loadInOne(databaseFile(settings), async (writing) => {
    rows = await loadSample(writing, media.store, SAMPLE, new Date());
  });
  await database.analyze();
  return rows;
}
