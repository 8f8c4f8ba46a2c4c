import { rmSync } from "node:fs";
import { join } from "node:path";
import { mediaFiles } from "../media.ts";
import { type Backup, listBackups, readManifest, timeOf } from "./backup.ts";
import { type BackupProgress, openCopy } from "./copies.ts";
import { problemsOf, verifyBackup } from "./verify.ts";

/** Blobs per query. */
const AT_ONCE = 500;

/**
 * Removes all but the newest `most` intact backups, and then the blobs that no backup names. Every backup is read
 * first. A damaged one does not count: it stays, and so does an older one in its place. One that is dated later than the
 * one just taken, by a clock that was wrong, goes before all others. The caller holds the lock.
 *
 * @param newest the one that was just taken and read; `whole` are its blobs
 * @param most null: all stay
 */
export async function removeOldBackups(
  dir: string,
  newest: Backup,
  most: number | null,
  whole: Set<string>,
  progress: BackupProgress,
): Promise<{ removed: string[]; damaged: string[] }> {
  const removed: string[] = [];
  const damaged: string[] = [];
  const retained: Backup[] = [newest];
  let good = 1;
  let isReadable = true;
  const all = listBackups(dir);
  const at = all.findIndex(({ name }) => name === newest.name);
  for (const backup of [...all.slice(0, at).reverse(), ...all.slice(at + 1).reverse()]) {
    const found = await verifyBackup(backup, { progress, isBrief: true, whole });
    const wrong = problemsOf(found);
    if (wrong.length > 0) {
      damaged.push(`the backup ${join(dir, backup.name)} is damaged and does not count: ${wrong.join("; ")}`);
      // Its blobs are not known, so none may be removed.
      if (found.database.length > 0) isReadable = false;
      else retained.push(backup);
    } else if (most !== null && good >= most) {
      rmSync(join(dir, backup.name), { recursive: true, force: true });
      removed.push(backup.name);
    } else {
      good += 1;
      retained.push(backup);
    }
  }
  if (isReadable) await sweep(join(dir, "media"), retained);
  return { removed, damaged };
}

/** Removes the blobs that none of the backups names. */
async function sweep(folder: string, retained: readonly Backup[]): Promise<void> {
  const media = mediaFiles(folder);
  const copies = retained.map((backup) => ({
    ...openCopy(backup.database),
    day: new Date(readManifest(backup)?.takenAt ?? timeOf(backup)),
  }));
  let group: { readonly hash: string; readonly modifiedAt: Date }[] = [];
  const removeUnowned = async (): Promise<void> => {
    let hashes = group.map(({ hash }) => hash);
    for (const { listUnowned, day } of copies) hashes = await listUnowned(hashes, day);
    const unowned = new Set(hashes);
    for (const blob of group) if (unowned.has(blob.hash)) await media.remove(blob);
    group = [];
  };
  try {
    for await (const blob of media.list()) {
      group.push(blob);
      if (group.length >= AT_ONCE) await removeUnowned();
    }
    await removeUnowned();
  } finally {
    for (const { close } of copies) close();
  }
}
