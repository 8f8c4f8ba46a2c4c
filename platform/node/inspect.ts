import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MigrationState } from "../../server/db/engine.ts";
import { StartError } from "../../server/errors.ts";
import { readMigrationState } from "./migrate.ts";
import { missingMigrations } from "./migration-state.ts";
import { START_PATIENCE } from "./sqlite.ts";
import { openFile } from "./sqlite-file.ts";

const EMPTY: MigrationState = { applied: [], schema: {} };

const ROW_OF_BLOBS = /^[0-9a-f]{2}$/;

function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

const hasMedia = (folder: string): boolean =>
  namesIn(folder).some((name) => ROW_OF_BLOBS.test(name) && namesIn(join(folder, name)).length > 0);

/**
 * Examines the data folder before anything is written there, so that a database that was lost, or belongs to a newer
 * or an earlier version or to another program, is never silently created anew or written to. Returns the migrations that
 * an existing database lacks.
 *
 * @throws StartError; SQLite's own error if the file is damaged
 */
export function inspect(file: string, media: string, migrations: string): string[] {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? null;
  if (size === 0) throw lost(file, "is empty", file);
  const state = size === null ? EMPTY : readState(file);
  if (state.applied.length === 0 && hasMedia(media))
    throw lost(file, size === null ? "is missing" : "is empty", media);
  if (state.applied.length === 0) return [];
  return missingMigrations(state, migrations, {
    name: `The database ${file}`,
    ifNewer: "Start that version, or put the backup from before the update back.",
  });
}

function lost(file: string, how: string, leftover: string): StartError {
  return new StartError(
    `${dirname(file)} looks like the data folder of a site, but its database index.sqlite ${how}. Put it back from a backup, or set DATA_DIR to another folder; to begin anew, delete ${leftover} first.`,
  );
}

/** What was applied to the database; nothing if it is still empty. It is opened read-only. */
function readState(file: string): MigrationState {
  const sqlite = openFile(file, { readOnly: true, timeout: START_PATIENCE });
  try {
    const state = readMigrationState(sqlite);
    if (state.applied.length > 0 || Object.keys(state.schema).length === 0) return state;
  } finally {
    sqlite.close();
  }
  throw new StartError(
    `${file} is the database of another program. Set DATA_DIR to a folder that is the site's own.`,
  );
}
