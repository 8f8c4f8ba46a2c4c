import { existsSync, mkdirSync, statfsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "../../../server/errors.ts";
import { DATABASE, listBackups, readManifest } from "./backup.ts";
import { BackupUnderWay, takeBackup } from "./take.ts";

/** How many copies from before updates are stored, and how many from before imports. */
const MOST_COPIES = 3;

/** What has to stay free besides the copy, in bytes: the migrations write, too. */
const ROOM = 64 * 1024 * 1024;

/**
 * Copies the database into a folder of the data folder before something that changes all of it. The media stay where
 * they are, since nothing removes them. The copy can be restored like any backup. Returns where it is.
 *
 * @throws StartError that begins with what was not done, if it cannot be made
 */
async function copyBefore(name: string, dataDir: string, notDone: string): Promise<string> {
  const folder = resolve(dataDir);
  const dir = join(folder, name);
  const bytes = ["", "-wal"].reduce(
    (sum, end) => sum + (statSync(join(folder, DATABASE + end), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes + ROOM)
    throw new StartError(
      `${notDone}: there is no room for the copy that is made of it first. Free ${Math.ceil((bytes + ROOM) / 1_000_000)} MB on the disk of ${folder}, and start again.`,
    );
  mkdirSync(dir, { recursive: true });
  const { backup } = await takeBackup({
    dataDir,
    dir,
    hasMedia: false,
    keep: MOST_COPIES,
    now: new Date(),
    progress: () => undefined,
  });
  return join(backup.dir, backup.name);
}

/**
 * Copies the database into `before-update` of the data folder before the migrations of an update. If it cannot be made,
 * nothing is migrated.
 *
 * @throws StartError
 */
export async function backUpBeforeUpdate(dataDir: string, say: (line: string) => void): Promise<void> {
  say("an update: copying the database first …");
  try {
    const copy = await copyBefore("before-update", dataDir, "The database was not updated");
    say(`the database from before the update is kept in ${copy}`);
  } catch (error) {
    // Two processes started at once: the other one is already copying, and will update.
    if (!(error instanceof BackupUnderWay)) throw error;
    throw new StartError("Another process is updating the database. Wait for its end, and start again.");
  }
}

/**
 * Copies the database into `before-import` of the data folder, unless the newest copy there is of the same state: an
 * import that was killed before it began has taken it. Returns where it is.
 *
 * @throws StartError
 */
export async function backUpBeforeImport(dataDir: string): Promise<string> {
  const dir = join(resolve(dataDir), "before-import");
  const newest = existsSync(dir) ? listBackups(dir).at(-1) : undefined;
  const manifest = newest && readManifest(newest);
  if (newest && manifest && isSameState(join(resolve(dataDir), DATABASE), manifest.counts))
    return join(dir, newest.name);
  return copyBefore("before-import", dataDir, "Nothing was imported");
}

/** Whether nothing was logged in a database since it had these rows. */
function isSameState(database: string, counts: Readonly<Record<string, number>>): boolean {
  const sqlite = new DatabaseSync(database, { readOnly: true });
  try {
    return ["change", "account_log", "d1_migrations"].every(
      (table) => sqlite.prepare(`select count(*) as rows from ${table}`).get()?.rows === counts[table],
    );
  } finally {
    sqlite.close();
  }
}
