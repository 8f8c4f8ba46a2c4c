import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { COMMAND_LINE, insertLogBreak, SYSTEM } from "../../../server/db/changes.ts";
import { StartError } from "../../../server/errors.ts";
import { blobFolder, isFull } from "../blob-folder.ts";
import { lockFolder, makePrivate } from "../data-folder.ts";
import { mediaFiles } from "../media.ts";
import { MIGRATIONS, readMigrationState } from "../migrate.ts";
import { missingMigrations } from "../migration-state.ts";
import { isBusy, isDamage } from "../sqlite-file.ts";
import { type Backup, type BackupManifest, DATABASE, freeName, INCOMPLETE, readManifest } from "./backup.ts";
import { type BackupProgress, measure, openCopy, sync } from "./copies.ts";
import { fetchBlob } from "./take.ts";
import { problemsOf, verifyBackup } from "./verify.ts";

/** The endings of files that SQLite keeps next to a database that is open, or that was never closed. */
const BESIDE = ["-wal", "-shm", "-journal"];

/** Prefix of the folder that keeps what was in the data folder; the time follows. */
const ASIDE = "before-restore-";

export interface Restoring {
  readonly backup: Backup;
  readonly dataDir: string;
  /** Whether the site's media are in its data folder rather than in a bucket. */
  readonly hasMedia: boolean;
  /** Whether an existing index may be put aside. */
  readonly mayReplace: boolean;
  /** Whether to restore a backup with an intact database even without the files that it lost. */
  readonly anyway: boolean;
  readonly now: Date;
  readonly progress: BackupProgress;
}

export interface Restored {
  readonly manifest: BackupManifest;
  /** Where the previous content is now; null: there was none. */
  readonly aside: string | null;
  /** What people wrote since the backup, as a sentence; empty: nothing. */
  readonly since: string;
  /** What is not as it was, in sentences. */
  readonly warnings: readonly string[];
}

/**
 * Restores a backup into a data folder that no process works on. The backup is verified first; then its blobs are copied,
 * which are harmless until a database names them; then the database is moved into place in one step. If it is killed at
 * any time, the folder holds either what it held before or what the backup holds. The previous content stays next to
 * it as a complete data folder: its database, and its media under a second name, which takes no space.
 *
 * @throws StartError if it is refused or fails; the data folder is then as it was
 */
export async function restoreBackup(restoring: Restoring): Promise<Restored> {
  const { backup, mayReplace, progress } = restoring;
  const folder = resolve(restoring.dataDir);
  const database = join(folder, DATABASE);
  if (existsSync(database) && !mayReplace)
    throw new StartError(
      `${folder} holds an index already. Nothing was changed. With --overwrite the backup takes its place, and what is there is kept beside it.${writtenSince(database, backup)}`,
    );
  mkdirSync(folder, { recursive: true });
  const release = lockFolder(folder, "alone");
  if (release === null) throw atWork(folder);
  try {
    makePrivate(folder);
    const since = existsSync(database) ? writtenSince(database, backup) : "";
    const { manifest, warnings } = await verified(restoring);
    for (const name of readdirSync(folder))
      if (name.startsWith(ASIDE) && name.endsWith(INCOMPLETE))
        rmSync(join(folder, name), { recursive: true });
    const aside = await putAside(folder, restoring.now);
    // If neither the site nor the backup has media, they can only be in the bucket.
    const lost =
      restoring.hasMedia || manifest.media !== null
        ? await bringBlobs(backup, manifest, join(folder, "media"), progress)
        : [];
    const staged = `${database}${INCOMPLETE}`;
    await copyFile(backup.database, staged);
    // A copied file has the mode of the one it was copied from.
    makePrivate(staged);
    await sync(staged);
    if ((await measure(staged))?.hash !== manifest.database.sha256)
      throw new StartError(
        `The disk of ${folder} gives back other bytes than were written. The index there is as it was.`,
      );
    breakLog(staged, restoring.now);
    await sync(staged);
    if (aside !== null) renameSync(aside + INCOMPLETE, aside);
    // These belong to the previous database: next to another one, SQLite would replay them into it.
    for (const end of BESIDE) rmSync(database + end, { force: true });
    renameSync(staged, database);
    await sync(folder);
    return { manifest, aside, since, warnings: [...warnings, ...lost] };
  } catch (error) {
    if (isFull(error)) throw new StartError(`The disk of ${folder} is full. The index there is as it was.`);
    throw error;
  } finally {
    rmSync(`${database}${INCOMPLETE}`, { force: true });
    release();
  }
}

/**
 * Makes clients that followed changes missing from the backup start over, so that they do not skip the changes to come.
 */
function breakLog(database: string, now: Date): void {
  const sqlite = new DatabaseSync(database);
  try {
    // If this is interrupted, the file has not taken its place yet, so the journal may be in memory.
    sqlite.exec("pragma journal_mode = memory");
    const { sql, parameters } = insertLogBreak(now);
    sqlite.prepare(sql).run(...(parameters as SQLInputValue[]));
  } finally {
    sqlite.close();
  }
}

/** Says, after a blank, what people wrote into a database since a backup; nothing if that is none, or not known. */
function writtenSince(database: string, backup: Backup): string {
  const count = (file: string, sql: string, ...values: number[]): number => {
    const sqlite = new DatabaseSync(file, { readOnly: true });
    try {
      return Number(Object.values(sqlite.prepare(sql).get(...values) ?? {})[0] ?? 0);
    } finally {
      sqlite.close();
    }
  };
  const since = (log: string, isPeople: string): number =>
    count(
      database,
      `select count(*) from ${log} where seq > ? and ${isPeople}`,
      count(backup.database, `select max(seq) from ${log}`),
    );
  try {
    const changes = since("change", "actor_level is not null and noun <> 'import'");
    const accounts = since("account_log", `actor not in ('${SYSTEM}', '${COMMAND_LINE}')`);
    if (changes + accounts === 0) return "";
    return ` It lacks what people wrote since: ${changes} changes of the index and ${accounts} of accounts.`;
  } catch {
    // A damaged index, or one of another version: it is put aside whole anyway.
    return "";
  }
}

const atWork = (folder: string): StartError =>
  new StartError(`A site or a command works on ${folder}. Nothing was changed. Stop it first.`);

async function verified({ backup, anyway, progress }: Restoring) {
  const found = await verifyBackup(backup, { progress });
  const manifest = readManifest(backup);
  const wrong = problemsOf(found);
  if (manifest === null || found.database.length > 0 || (wrong.length > 0 && !anyway)) {
    const way =
      found.database.length > 0
        ? "Put an older one back."
        : "Put an older one back, or this one without these files by --anyway.";
    throw new StartError(
      `The backup ${join(backup.dir, backup.name)} is damaged: ${wrong.join("; ")}. Nothing was changed. ${way}`,
    );
  }
  const copy = openCopy(backup.database);
  try {
    missingMigrations(readMigrationState(copy.sqlite), MIGRATIONS, {
      name: `Nothing was changed: the backup ${join(backup.dir, backup.name)} of version ${manifest.version}`,
      ifNewer: "Restore it with that version.",
    });
  } finally {
    copy.close();
  }
  return { manifest, warnings: wrong };
}

/** Keeps the current content under a name that still marks it as incomplete; null if there is none. */
async function putAside(folder: string, now: Date): Promise<string | null> {
  const database = join(folder, DATABASE);
  const files = ["", ...BESIDE].map((end) => database + end).filter((path) => existsSync(path));
  if (files.length === 0) return null;
  if (files.includes(database)) foldLog(database, folder);
  const aside = join(folder, freeName(folder, now, ASIDE));
  const half = aside + INCOMPLETE;
  mkdirSync(half);
  for (const end of ["", ...BESIDE])
    if (existsSync(database + end)) linkOrCopy(database + end, join(half, DATABASE + end));
  const [here, there] = [blobFolder(join(folder, "media")), blobFolder(join(half, "media"))];
  for await (const { hash } of mediaFiles(here.folder).list()) {
    mkdirSync(resolve(there.pathOf(hash), ".."), { recursive: true });
    linkOrCopy(here.pathOf(hash), there.pathOf(hash));
  }
  await sync(half);
  return aside;
}

/**
 * Folds the write-ahead log into the database, so that it is one file. Throws StartError while somebody has it open.
 */
function foldLog(database: string, folder: string): void {
  const run = (sql: string, readOnly: boolean): void => {
    const sqlite = new DatabaseSync(database, { readOnly });
    try {
      sqlite.exec(sql);
    } finally {
      sqlite.close();
    }
  };
  try {
    // Opening a damaged database for writing may lose its log, so a damaged one stays as it is, with its log.
    run("select count(*) from sqlite_schema", true);
    run("pragma journal_mode = delete", false);
  } catch (error) {
    if (isBusy(error)) throw atWork(folder);
    if (!(error instanceof Error && isDamage(error))) throw error;
  }
}

/**
 * The site never writes into an existing file, so two names of one file stay the same. Not every disk has hard links.
 */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/**
 * Returns what could not be copied, in sentences. What the site lacked when the backup was taken may be in this folder.
 */
async function bringBlobs(
  backup: Backup,
  manifest: BackupManifest,
  folder: string,
  progress: BackupProgress,
): Promise<string[]> {
  const [from, to] = [blobFolder(backup.media), blobFolder(folder)];
  const copy = openCopy(backup.database);
  const lost: string[] = [];
  const total = (manifest.media?.files ?? 0) + manifest.missing.length;
  let done = 0;
  try {
    for await (const hash of copy.heldBlobs(new Date(manifest.takenAt))) {
      const state = await fetchBlob(hash, from, to);
      if (typeof state === "string") lost.push(`the file ${hash} of its media is ${state}`);
      done += 1;
      progress("bringing the media", Math.min(done, total), total);
    }
  } finally {
    copy.close();
  }
  return lost;
}
