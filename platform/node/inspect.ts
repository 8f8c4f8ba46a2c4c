import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../shared/settings.ts";
import { appliedMigrations, migrationFiles } from "./migrate.ts";
import { START_PATIENCE } from "./sqlite.ts";
import { openFile } from "./sqlite-file.ts";

const ROW_OF_BLOBS = /^[0-9a-f]{2}$/;

function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

const hasMedia = (folder: string): boolean =>
  namesIn(folder).some((name) => ROW_OF_BLOBS.test(name) && namesIn(join(folder, name)).length > 0);

/**
 * Examines the data folder before anything is written there, so that a database that was lost, or belongs to a newer
 * version or to another program, is never silently created anew. Returns the migrations that an existing database
 * lacks.
 *
 * @throws StartError; SQLite's own error if the file is damaged
 */
export function inspect(file: string, media: string, migrations: string): string[] {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? null;
  if (size === 0) throw lost(file, "is empty", file);
  const migrationsHad = size === null ? [] : readApplied(file);
  if (migrationsHad.length === 0 && hasMedia(media))
    throw lost(file, size === null ? "is missing" : "is empty", media);
  const files = migrationFiles(migrations);
  const known = new Set(files);
  const unknown = migrationsHad.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new StartError(
      `The database ${file} was written by a newer version of the site: this version does not know its migration ${unknown}. Start that version, or put the backup from before the update back.`,
    );
  return migrationsHad.length === 0 ? [] : files.filter((name) => !migrationsHad.includes(name));
}

function lost(file: string, how: string, leftover: string): StartError {
  return new StartError(
    `${dirname(file)} looks like the data folder of a site, but its database index.sqlite ${how}. Put it back from a backup, or set DATA_DIR to another folder; to begin anew, delete ${leftover} first.`,
  );
}

/** The migrations that were applied to the database; none if it is still empty. It is opened read-only. */
function readApplied(file: string): string[] {
  const sqlite = openFile(file, { readOnly: true, timeout: START_PATIENCE });
  try {
    const applied = appliedMigrations(sqlite);
    if (applied !== null) return applied;
    if (sqlite.prepare("select 1 from sqlite_schema").get() === undefined) return [];
  } finally {
    sqlite.close();
  }
  throw new StartError(
    `${file} is the database of another program. Set DATA_DIR to a folder that is the site's own.`,
  );
}
