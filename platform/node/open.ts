import { accessSync, constants, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { CHALLENGES } from "../../challenges/index.ts";
import type { Deps } from "../../server/app.ts";
import { openData } from "../../server/data/index.ts";
import { loadSample } from "../../server/sample/load.ts";
import { seedFacts } from "../../server/seed.ts";
import type { Settings } from "../settings.ts";
import { copyBeforeUpdate } from "./backups/before-update.ts";
import { lockFolder } from "./folder-lock.ts";
import { inspect } from "./inspect.ts";
import { type MediaPlace, mediaFolder, openMedia } from "./media.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";
import { type NodeDatabase, openSqlite, START_PATIENCE } from "./sqlite.ts";
import { StartError } from "./start-error.ts";

const CLIP = join(import.meta.dirname, "sample/clip.webm");

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

/**
 * Opens the data folder: database with the newest migrations, the game's facts, media. `say` reports progress. While it is
 * open no backup is put back into it.
 */
export async function openDataFolder(
  settings: Settings,
  say: (line: string) => void,
): Promise<{
  database: NodeDatabase;
  media: MediaPlace;
  parts: Pick<Deps, "challenges" | "data" | "media">;
}> {
  prepareFolder(resolve(settings.dataDir));
  const file = databaseFile(settings);
  // Before anything is written, the lock's file among it, and again when nobody can put a backup back any more.
  const look = (): string[] => inspect(file, mediaFolder(settings), MIGRATIONS);
  look();
  const release = lockFolder(resolve(settings.dataDir), "shared", START_PATIENCE);
  if (release === null)
    throw new StartError(
      `A backup is being put back into ${resolve(settings.dataDir)}. Wait for its end, and start again.`,
    );
  try {
    if (look().length > 0) await copyBeforeUpdate(settings.dataDir, say);
    const database = openMigrated(file, say);
    for (const facts of await seedFacts(database, new Date())) say(`loaded ${facts}`);
    const media = openMedia(settings);
    const close = (): void => {
      database.close();
      release();
    };
    return {
      database: { ...database, close },
      media,
      parts: { challenges: CHALLENGES, data: openData(database), media: media.store },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens the file with the newest migrations. What failed before anything was written leaves no empty file behind. */
function openMigrated(file: string, say: (line: string) => void): NodeDatabase {
  try {
    const database = openSqlite(file);
    for (const name of migrate(database.sqlite, MIGRATIONS)) say(`applied migration ${name}`);
    return database;
  } catch (error) {
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
    throw error;
  }
}

/** Fills an untouched database with the labelled sample, so that a newcomer sees a living site. */
export async function loadSampleOnce(
  database: NodeDatabase,
  media: Deps["media"],
  say: (line: string) => void,
): Promise<void> {
  const rows = await loadSample(database, media, new Uint8Array(readFileSync(CLIP)), new Date());
  if (rows === 0) return;
  await database.transaction(() => database.sqlite.exec("pragma optimize = 0x10002"));
  say(`loaded ${rows} sample completions (npm run index -- sample remove takes them away)`);
}
