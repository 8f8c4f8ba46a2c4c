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

/**
 * Opens a migrated database in memory, with the game's facts if it says when they were loaded. It is a copy: making one
 * takes twenty times as long.
 */
export async function openInMemory(factsAt: Date | null): Promise<NodeDatabase> {
  const time = factsAt?.getTime();
  const content = contents.get(time) ?? makeContent(factsAt);
  contents.set(time, content);
  return openSqlite(":memory:", { content: await content });
}
