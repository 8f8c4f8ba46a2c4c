import { mkdirSync, statfsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartError } from "../start-error.ts";
import { DATABASE } from "./backup.ts";
import { BackupUnderWay, takeBackup } from "./take.ts";

/** How many copies from before updates are kept. */
const KEPT = 3;

/** What has to stay free besides the copy, in bytes: the migrations write, too. */
const ROOM = 64 * 1024 * 1024;

/**
 * Copies the database into `before-update` of the data folder before the migrations of an update. The media stay where
 * they are, since no migration touches them. The copy can be restored like any backup. If it cannot be made, nothing is
 * migrated.
 *
 * @throws StartError
 */
export async function backUpBeforeUpdate(dataDir: string, say: (line: string) => void): Promise<void> {
  const folder = resolve(dataDir);
  const dir = join(folder, "before-update");
  const bytes = ["", "-wal"].reduce(
    (sum, end) => sum + (statSync(join(folder, DATABASE + end), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes + ROOM)
    throw new StartError(
      `The database was not updated: there is no room for the copy that is made of it first. Free ${Math.ceil((bytes + ROOM) / 1_000_000)} MB on the disk of ${folder}, and start again.`,
    );
  mkdirSync(dir, { recursive: true });
  say("an update: copying the database first …");
  try {
    const { backup } = await takeBackup({
      ...{ dataDir, dir, hasMedia: false, keep: KEPT, now: new Date() },
      progress: () => undefined,
    });
    say(`the database from before the update is kept in ${join(backup.dir, backup.name)}`);
  } catch (error) {
    // Two processes started at once: the other one is already copying, and will update.
    if (!(error instanceof BackupUnderWay)) throw error;
    throw new StartError("Another process is updating the database. Wait for its end, and start again.");
  }
}
