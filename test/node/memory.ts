import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS, migrate } from "../../platform/node/migrate.ts";
import { type NodeDatabase, openSqlite } from "../../platform/node/sqlite.ts";
import { seedFacts } from "../../site/seed.ts";

/** The contents of databases by when they were given the game's facts; undefined: never. */
const contents = new Map<number | undefined, Promise<Uint8Array>>();

async function makeContent(factsAt: Date | null): Promise<Uint8Array> {
  const database = openSqlite(":memory:");
  migrate(database.sqlite, MIGRATIONS);
  if (factsAt) await seedFacts(database, factsAt);
  const content = database.sqlite.serialize();
  database.close();
  return content;
}

/** Returns the content of a migrated database, with the game's facts if it says when they were loaded. */
function contentWith(factsAt: Date | null): Promise<Uint8Array> {
  const time = factsAt?.getTime();
  const content = contents.get(time) ?? makeContent(factsAt);
  contents.set(time, content);
  return content;
}

/**
 * Opens a migrated database in memory, with the game's facts if it says when they were loaded. It is a copy: making one
 * takes twenty times as long.
 */
export const openInMemory = async (factsAt: Date | null): Promise<NodeDatabase> =>
  openSqlite(":memory:", { content: await contentWith(factsAt) });

/** Puts the database of a site that was started and stopped again into a data folder, for the same reason. */
export const writeDatabase = async (folder: string, factsAt: Date): Promise<void> =>
  writeFileSync(join(folder, "index.sqlite"), await contentWith(factsAt));
