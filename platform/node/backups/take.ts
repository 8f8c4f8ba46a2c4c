import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { StartError } from "../../../server/errors.ts";
import { type BlobFolder, blobFolder, isFull, isMissing } from "../blob-folder.ts";
import { lockFolder, makePrivate, type Release } from "../data-folder.ts";
import { appliedMigrations } from "../migrate.ts";
import { isFull as isDatabaseFull } from "../sqlite-file.ts";
import {
  type Backup,
  type BackupManifest,
  DATABASE,
  freeName,
  INCOMPLETE,
  isIncomplete,
  listBackups,
  MANIFEST,
} from "./backup.ts";
import {
  type BackupProgress,
  copyBlob,
  copyDatabase,
  measure,
  type OpenedCopy,
  openCopy,
  sync,
} from "./copies.ts";
import { removeOldBackups } from "./retention.ts";
import { countRows, findWrongInCopy } from "./verify.ts";

/** What to back up, and where to. */
export interface Taking {
  /** The data folder. */
  readonly dataDir: string;
  /** The folder of backups. It must exist. */
  readonly dir: string;
  /** Whether the media are included. */
  readonly hasMedia: boolean;
  /** How many backups to keep, including this one; null: all. */
  readonly keep: number | null;
  readonly now: Date;
  readonly progress: BackupProgress;
}

/** The result of a backup. */
export interface Taken {
  readonly backup: Backup;
  readonly manifest: BackupManifest;
  /** Blobs that the folder did not have before. */
  readonly copied: number;
  /** What the operator must know, in sentences: lost files, damaged backups. */
  readonly warnings: readonly string[];
  readonly removed: readonly string[];
}

/** Another process is working on the folder. */
export class BackupUnderWay extends StartError {}

const VERSION: string = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../package.json"), "utf8"),
).version;

const isWithin = (folder: string, path: string): boolean => !/^\.\.([\\/]|$)/.test(relative(folder, path));

/**
 * Takes a backup, while the site may be serving: the database first, then the blobs that it names and that the folder
 * does not have yet. The backup gets its name once it is complete, verified and on the disk. If it is stopped earlier,
 * the next one clears away what is half-made.
 *
 * @throws BackupUnderWay, and StartError if it fails; then only the earlier backups remain
 */
export async function takeBackup(taking: Taking): Promise<Taken> {
  const dir = resolve(taking.dir);
  const database = join(resolve(taking.dataDir), DATABASE);
  if (!existsSync(database)) throw new StartError(`There is nothing to back up: ${database} is missing.`);
  if (isWithin(join(resolve(taking.dataDir), "media"), dir) || dir === resolve(taking.dataDir))
    throw new StartError(`Backups cannot be kept in ${dir}: the site keeps its own files there.`);
  // The sweep would remove those of the site's media that no backup names.
  if (existsSync(join(dir, DATABASE)))
    throw new StartError(`Backups cannot be kept in ${dir}: that is the data folder of a site.`);
  const release = lockForWriting(dir);
  try {
    clearHalfMade(dir);
    // Not the folder itself, which may hold other things.
    for (const name of ["media", ...listBackups(dir).map(({ name }) => name)]) makePrivate(join(dir, name));
    return await take(dir, database, taking);
  } catch (error) {
    try {
      clearHalfMade(dir);
    } catch {
      // The disk may be gone. The next backup cleans up.
    }
    throw inWords(error, dir);
  } finally {
    release();
  }
}

/** Locks the folder for taking, verifying or removing backups, which one process may do at a time. */
export function lockForWriting(dir: string): Release {
  let release: Release | null;
  try {
    release = lockFolder(dir, "alone");
  } catch (error) {
    throw new StartError(
      `The backup folder ${dir} is not there, or cannot be written to. Make it, or mount its disk, as a folder of this user. (${String(error)})`,
    );
  }
  if (release === null) throw new BackupUnderWay(`Another process is at the backups in ${dir}.`);
  return release;
}

function clearHalfMade(dir: string): void {
  for (const name of readdirSync(dir))
    if (isIncomplete(name)) rmSync(join(dir, name), { recursive: true, force: true });
  rmSync(join(dir, "media", "incoming"), { recursive: true, force: true });
}

function inWords(error: unknown, dir: string): unknown {
  if (error instanceof Error && (isFull(error) || isDatabaseFull(error)))
    return new StartError(
      `The disk of the backup folder ${dir} is full. No backup was taken; those before are kept.`,
    );
  if (error instanceof StartError) return error;
  return new StartError(`No backup was taken to ${dir}; those before are kept. (${String(error)})`, {
    cause: error,
  });
}

async function take(dir: string, database: string, taking: Taking): Promise<Taken> {
  const name = freeName(dir, taking.now);
  const media = join(dir, "media");
  const folder = join(dir, name + INCOMPLETE);
  mkdirSync(folder);
  if (taking.hasMedia) mkdirSync(media, { recursive: true });
  const file = join(folder, DATABASE);
  await copyDatabase(database, file, taking.progress);
  const copy = openCopy(file);
  let manifest: BackupManifest;
  let collected: Collected;
  const whole = new Set<string>();
  const warnings: string[] = [];
  try {
    const wrong = await findWrongInCopy(copy, null, taking.progress);
    const damage = wrong.find((each) => each.startsWith("its index.sqlite is damaged"));
    if (damage !== undefined)
      throw new StartError(
        `The database ${database} is damaged (${damage.replace(/^.*?: /, "")}). No backup was taken; those before are kept. docs/operating.md says what to do.`,
      );
    // Wrong counts at the site are no reason to go without a backup.
    warnings.push(...wrong.map((each) => `in the database, ${each}`));
    collected = await collect(copy, taking, media, whole);
    manifest = {
      format: 1,
      takenAt: taking.now.toISOString(),
      version: VERSION,
      migrations: appliedMigrations(copy.sqlite) ?? [],
      database: await measured(file),
      counts: countRows(copy.sqlite),
      media: taking.hasMedia ? { files: collected.files, bytes: collected.bytes } : null,
      missing: collected.lost.map(({ hash }) => hash),
      odd: wrong,
    };
  } finally {
    copy.close();
  }
  warnings.push(...collected.lost.map(({ hash, how }) => `the file ${hash} of the site's media is ${how}`));
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  await sync(folder);
  renameSync(folder, join(dir, name));
  await sync(dir);
  const [backup] = listBackups(dir).filter((each) => each.name === name);
  if (!backup) throw new Error(`${name} has gone again.`);
  const { removed, damaged } = await removeOldBackups(dir, backup, taking.keep, whole, taking.progress);
  return { backup, manifest, copied: collected.copied, warnings: [...warnings, ...damaged], removed };
}

async function measured(file: string): Promise<BackupManifest["database"]> {
  const found = await measure(file);
  if (!found) throw new Error(`${file} has gone again.`);
  return { bytes: found.bytes, sha256: found.hash };
}

interface Collected {
  readonly files: number;
  readonly bytes: number;
  readonly copied: number;
  readonly lost: readonly { readonly hash: string; readonly how: "missing" | "damaged" }[];
}

/** Makes sure that the folder has each blob that the copy names, intact: those it has are read, the others copied. */
async function collect(
  copy: OpenedCopy,
  taking: Taking,
  folder: string,
  whole: Set<string>,
): Promise<Collected> {
  const lost: Collected["lost"][number][] = [];
  let [files, bytes, copied] = [0, 0, 0];
  if (!taking.hasMedia) return { files, bytes, copied, lost };
  const [from, to] = [blobFolder(join(resolve(taking.dataDir), "media")), blobFolder(folder)];
  for await (const hash of copy.heldBlobs(taking.now)) {
    const state = await fetchBlob(hash, from, to);
    if (state === "missing" || state === "damaged") {
      lost.push({ hash, how: state });
      continue;
    }
    whole.add(hash);
    files += 1;
    bytes += state.bytes;
    if (state.isNew) copied += 1;
    taking.progress("copying the media", files, files + 1);
  }
  taking.progress("copying the media", files, files);
  return { files, bytes, copied, lost };
}

/** Makes sure that `to` has a blob, intact: a missing or damaged one is copied from `from`. */
export async function fetchBlob(
  hash: string,
  from: BlobFolder,
  to: BlobFolder,
): Promise<{ readonly bytes: number; readonly isNew: boolean } | "missing" | "damaged"> {
  const there = await measure(to.pathOf(hash)).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (there?.hash === hash) return { bytes: there.bytes, isNew: false };
  const state = await copyBlob(from.pathOf(hash), hash, to);
  if (state !== "copied") return state;
  return { bytes: (await measure(to.pathOf(hash)))?.bytes ?? 0, isNew: true };
}
