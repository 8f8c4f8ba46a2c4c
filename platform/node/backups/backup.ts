import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { StartError } from "../../../server/errors.ts";

/** 2026-11-22T16-46-58Z: the time it was begun, in UTC. Names sort by time. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** The ending of a backup that is not complete, or never will be because the process that made it was killed. */
export const INCOMPLETE = ".part";

/** Whether a name is that of a half-made backup, and not of something else in the folder. */
export const isIncomplete = (name: string): boolean =>
  name.endsWith(INCOMPLETE) && NAME.test(name.slice(0, -INCOMPLETE.length));

export const DATABASE = "index.sqlite";
export const MANIFEST = "manifest.json";

const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO 8601: the backup has what was written before then. */
  takenAt: z.iso.datetime(),
  /** Of the product. */
  version: z.string(),
  /** Migrations that were applied to the database. */
  migrations: z.array(z.string()),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
  /** Rows of each table. */
  counts: z.record(z.string(), z.number()),
  /**
   * Its blobs, in the folder `media` that all backups of a folder share; null: it has none, they stayed at the site.
   */
  media: z.object({ files: z.number(), bytes: z.number() }).nullable(),
  /** Hashes of blobs that were missing or damaged on the site itself when it was taken. */
  missing: z.array(z.string()),
  /** What was odd about the site's database when it was taken; this is not damage to the backup. */
  odd: z.array(z.string()),
});

/** A backup's description of itself. */
export type BackupManifest = z.infer<typeof manifestSchema>;

/** A complete backup: a folder with its database and manifest, next to the media that several share. */
export interface Backup {
  /** The folder that holds all of them. */
  readonly dir: string;
  readonly name: string;
  readonly database: string;
  /** Where its blobs are. */
  readonly media: string;
}

const nameOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** The name for what is begun at a time, after a prefix. If it is taken, that of the next free second. */
export function freeName(dir: string, at: Date, prefix = ""): string {
  const name = prefix + nameOf(at);
  return existsSync(join(dir, name)) ? freeName(dir, new Date(at.getTime() + 1000), prefix) : name;
}

/** When the backup with this name was begun. */
export const timeOf = ({ name }: Pick<Backup, "name">): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"));

/** Returns the newest of a list, oldest first. Backups from the future, left by a clock that was wrong, do not count. */
export const newestOf = (backups: readonly Backup[], now: Date): Backup | undefined =>
  backups.findLast((backup) => timeOf(backup) <= now);

/** Copies from before an update are in the data folder, and use its media. */
const mediaOf = (dir: string): string =>
  existsSync(join(dir, "media")) ? join(dir, "media") : join(dir, "..", "media");

const backupAt = (dir: string, name: string): Backup => ({
  dir,
  name,
  database: join(dir, name, DATABASE),
  media: mediaOf(dir),
});

/** Lists the complete backups of a folder, oldest first. Throws StartError if the folder cannot be read. */
export function listBackups(dir: string): Backup[] {
  let names: string[];
  try {
    names = readdirSync(dir);
  } catch (error) {
    throw new StartError(`The backup folder ${dir} cannot be read. (${String(error)})`);
  }
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => backupAt(dir, name));
}

/**
 * Finds the backups that a path means: the one at DIR/WHEN, or all of DIR, oldest first.
 *
 * @throws StartError if there is none
 */
export function findBackups(path: string): readonly [Backup, ...Backup[]] {
  const whole = resolve(path);
  const name = whole.split(/[\\/]/).at(-1) ?? "";
  const found = NAME.test(name) ? [backupAt(resolve(whole, ".."), name)] : listBackups(whole);
  const [first, ...rest] = found.filter(({ database }) => existsSync(resolve(database, "..")));
  if (first === undefined) throw new StartError(`There is no backup at ${whole}.`);
  return [first, ...rest];
}

/** Reads a backup's manifest; null if it is no longer readable. */
export function readManifest({ dir, name }: Backup): BackupManifest | null {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(dir, name, MANIFEST), "utf8")));
  } catch {
    return null;
  }
}
