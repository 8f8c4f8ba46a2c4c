import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { readyWith } from "../../platform/shared/ready.ts";
import { type Database, sqlite } from "../../server/db/database.ts";
import { findMigrationState, newestMigration } from "../../server/db/engine.ts";

const run = (database: Database, ...statements: readonly RawBuilder<unknown>[]) =>
  database.atomic(statements.map((statement) => statement.compile(sqlite)));

/** The check whether a database has what its migrations have made of it by now. */
async function checkOf(database: Database, runsOnNewer: boolean): Promise<Database["ready"]> {
  const { schema } = await findMigrationState(database);
  const newest = (await newestMigration(database)) ?? "";
  return readyWith(database, { newest, schema, runsOnNewer });
}

test("a site is not ready while its database lacks something that its migrations make, or has it changed", async () => {
  const { database } = await openEngine();
  const ready = await checkOf(database, true);
  await ready();
  const trigger = sql`create trigger import_begins after insert on import_under_way
    begin insert into touched values ('import'); end`;
  await run(database, sql`drop trigger import_begins`);
  await expect(ready()).rejects.toThrow("other-schema");
  await run(
    database,
    sql`create trigger import_begins after insert on import_under_way begin delete from dump; end`,
  );
  await expect(ready()).rejects.toThrow("other-schema");
  await run(database, sql`drop trigger import_begins`, trigger);
  await ready();
  await run(database, sql`create unique index theirs on dump (holder)`);
  await expect(ready()).rejects.toThrow("other-schema");
  await run(database, sql`drop index theirs`, sql`create index theirs on dump (holder)`);
  await ready();
});

test("a version may be made to run on a newer database, and never on an older one", async () => {
  const { database } = await openEngine();
  const [either, same] = [await checkOf(database, true), await checkOf(database, false)];
  await run(database, sql`insert into d1_migrations (name) values ('9999-of-tomorrow.sql')`);
  await either();
  await expect(same()).rejects.toThrow("other-migrations");
  await run(database, sql`delete from d1_migrations where name > '0008'`);
  for (const ready of [either, same]) await expect(ready()).rejects.toThrow("other-migrations");
});
