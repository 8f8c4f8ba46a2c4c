import { findMiscounts } from "../../../server/db/counters.ts";
import { blobFolder } from "../blob-folder.ts";
import { miscountLine } from "../check.ts";
import { MIGRATIONS, readMigrationState } from "../migrate.ts";
import { isCurrent } from "../migration-state.ts";
import { isDamage } from "../sqlite-file.ts";
import { type Backup, type BackupManifest, readManifest } from "./backup.ts";
import { type BackupProgress, measure, type OpenedCopy, openCopy } from "./copies.ts";

/** At most this many findings of one kind are reported. */
const MOST_LISTED = 10;

/** What is wrong with a backup. */
export interface BackupFaults {
  /** Problems with its database or its manifest, in sentences: the backup cannot be relied on. */
  readonly database: readonly string[];
  /** Problems with its blobs, by their hashes. */
  readonly blobs: readonly { readonly hash: string; readonly how: "missing" | "damaged" }[];
}

export interface VerifyOptions {
  readonly progress: BackupProgress;
  /** Whether only the bytes of the database are compared: its content was checked when it was taken. */
  readonly isBrief?: boolean;
  /** Hashes of blobs in this folder that are known to be intact; those found intact are added. */
  readonly whole?: Set<string>;
}

/** Opens a backup, and checks its bytes, its integrity, its counts and the hash of each of its blobs. */
export async function verifyBackup(backup: Backup, options: VerifyOptions): Promise<BackupFaults> {
  const manifest = readManifest(backup);
  if (manifest === null) return { database: ["its manifest.json cannot be read"], blobs: [] };
  const found = await measure(backup.database);
  if (found === null) return { database: ["its index.sqlite is missing"], blobs: [] };
  if (found.hash !== manifest.database.sha256)
    return { database: ["its index.sqlite is not what was written (its SHA-256 differs)"], blobs: [] };
  const copy = openCopy(backup.database);
  try {
    const database = options.isBrief ? [] : await findWrongInCopy(copy, manifest, options.progress);
    return {
      database,
      blobs:
        database.length > 0 || manifest.media === null
          ? []
          : await findLostBlobs(backup, manifest, copy, options),
    };
  } finally {
    copy.close();
  }
}

/** Returns what is wrong with a copy of a database; with `manifest`, its counts are compared too. */
export async function findWrongInCopy(
  { sqlite, database }: OpenedCopy,
  manifest: Pick<BackupManifest, "counts" | "odd"> | null,
  progress: BackupProgress,
): Promise<string[]> {
  try {
    progress("reading the database", 0, 1);
    const wrong = sqlite
      .prepare(`pragma integrity_check(${MOST_LISTED})`)
      .all()
      .map((row) => String(row.integrity_check).replaceAll("\n", " "))
      .filter((line) => line !== "ok")
      .map((line) => `its index.sqlite is damaged: ${line}`);
    if (wrong.length > 0) return wrong;
    const orphans = sqlite.prepare("pragma foreign_key_check").all().slice(0, MOST_LISTED);
    for (const { table, rowid, parent } of orphans)
      wrong.push(`the row ${rowid} of ${table} refers to a row of ${parent} that is not there`);
    const counts = countRows(sqlite);
    for (const [table, count] of Object.entries(manifest?.counts ?? counts))
      if (counts[table] !== count) wrong.push(`${table} has ${counts[table] ?? "no"} rows, not ${count}`);
    // Triggers of another version may count differently.
    if (isCurrent(readMigrationState(sqlite), MIGRATIONS))
      wrong.push(...(await findMiscounts(database)).map(miscountLine));
    progress("reading the database", 1, 1);
    return wrong.filter((each) => !manifest?.odd.includes(each));
  } catch (error) {
    if (error instanceof Error && isDamage(error)) return [`its index.sqlite is damaged: ${error.message}`];
    throw error;
  }
}

/** Counts the rows of each table. */
export function countRows(sqlite: OpenedCopy["sqlite"]): Record<string, number> {
  const tables = sqlite
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith("sqlite_"));
  const count = (table: string): number =>
    Number(sqlite.prepare(`select count(*) as rows from "${table}"`).get()?.rows);
  return Object.fromEntries(tables.map((table) => [table, count(table)]));
}

async function findLostBlobs(
  backup: Backup,
  manifest: BackupManifest,
  copy: OpenedCopy,
  { progress, whole = new Set() }: VerifyOptions,
): Promise<BackupFaults["blobs"]> {
  const { pathOf } = blobFolder(backup.media);
  const lost: BackupFaults["blobs"][number][] = [];
  const known = new Set(manifest.missing);
  // The loop also visits those that the site had lost.
  const total = (manifest.media?.files ?? 0) + known.size;
  let done = 0;
  for await (const hash of copy.heldBlobs(new Date(manifest.takenAt))) {
    if (!whole.has(hash) && !known.has(hash)) {
      const found = await measure(pathOf(hash));
      if (found?.hash === hash) whole.add(hash);
      else lost.push({ hash, how: found === null ? "missing" : "damaged" });
    }
    done += 1;
    progress("reading the media", Math.min(done, total), total);
  }
  return lost;
}

/** Puts the findings into sentences; none if all is well. */
export function problemsOf({ database, blobs }: BackupFaults): string[] {
  const listed = blobs
    .slice(0, MOST_LISTED)
    .map(({ hash, how }) => `the file ${hash} of its media is ${how}`);
  const more = blobs.length - listed.length;
  return [...database, ...listed, ...(more > 0 ? [`so are ${more} more files`] : [])];
}
