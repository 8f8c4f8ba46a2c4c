import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { StartError } from "../start-error.ts";

/** 2026-11-22T16-46-58Z: when it was begun, in UTC. Names stand in the order of time. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** A backup that is not whole yet, or never will be: whoever made it was killed. */
export const HALF_MADE = ".part";

/** Whether a name is that of half a backup, and not of something else that lies there. */
export const isHalfMade = (name: string): boolean =>
  name.endsWith(HALF_MADE) && NAME.test(name.slice(0, -HALF_MADE.length));

export const DATABASE = "index.sqlite";
export const MANIFEST = "manifest.json";

const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO 8601: the backup has what was written before. */
  takenAt: z.iso.datetime(),
  /** Of the product. */
  version: z.string(),
  /** Migrations that the database has had. */
  migrations: z.array(z.string()),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
  /** Rows of each table. */
  counts: z.record(z.string(), z.number()),
  /** Its blobs, in the folder `media` that all backups of a folder share; null: it has none, for they stayed at the site. */
  media: z.object({ files: z.number(), bytes: z.number() }).nullable(),
  /** Hashes of blobs that the site itself did not have whole when it was taken. */
  missing: z.array(z.string()),
  /** What was odd about the site's database when it was taken: no damage of the backup. */
  odd: z.array(z.string()),
});

/** What a backup says of itself. */
export type Manifest = z.infer<typeof manifestSchema>;

/** A whole backup: a folder with its database and manifest, beside the media that several share. */
export interface Backup {
  /** The folder that holds all of them. */
  readonly dir: string;
  readonly name: string;
  readonly database: string;
  /** Where its blobs are. */
  readonly media: string;
}

const nameOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** The name of what is begun at a time, behind a prefix: of a second later where there is one of this second. */
export function freeName(dir: string, at: Date, prefix = ""): string {
  const name = prefix + nameOf(at);
  return existsSync(join(dir, name)) ? freeName(dir, new Date(at.getTime() + 1000), prefix) : name;
}

/** When the backup of that name was begun. */
export const timeOf = ({ name }: Pick<Backup, "name">): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"));

/** A copy from before an update lies in the data folder, whose media are its own. */
const mediaOf = (dir: string): string =>
  existsSync(join(dir, "media")) ? join(dir, "media") : join(dir, "..", "media");

const backupAt = (dir: string, name: string): Backup => ({
  dir,
  name,
  database: join(dir, name, DATABASE),
  media: mediaOf(dir),
});

/** The whole backups of a folder, the oldest first. Throws StartError where there is no such folder. */
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
 * The backups that a path means: that of a folder DIR/WHEN, or all of DIR, the oldest first.
 *
 * @throws StartError where there is none
 */
export function findBackups(path: string): readonly [Backup, ...Backup[]] {
  const whole = resolve(path);
  const name = whole.split(/[\\/]/).at(-1) ?? "";
  const found = NAME.test(name) ? [backupAt(resolve(whole, ".."), name)] : listBackups(whole);
  const [first, ...rest] = found.filter(({ database }) => existsSync(resolve(database, "..")));
  if (first === undefined) throw new StartError(`There is no backup at ${whole}.`);
  return [first, ...rest];
}

/** What a backup says of itself; null where that cannot be read any more. */
export function readManifest({ dir, name }: Backup): Manifest | null {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(dir, name, MANIFEST), "utf8")));
  } catch {
    return null;
  }
}
