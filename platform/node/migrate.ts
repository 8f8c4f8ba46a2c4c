import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { MigrationState } from "../../server/db/engine.ts";
import {
  type SchemaObjects,
  type SchemaRow,
  schemaOf,
  schemaStatement,
} from "../../server/db/schema-comparison.ts";
import { START_PATIENCE } from "./sqlite.ts";

/** The product's own migrations. */
export const MIGRATIONS = resolve(import.meta.dirname, "../../migrations");

/** The files of a migrations folder, in order: NNNN-name.sql. */
export function migrationFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name))
    .sort();
}

/** The migrations applied to a database, in order; null if it has no table of them. */
export function appliedMigrations(sqlite: DatabaseSync): string[] | null {
  const table = sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = 'd1_migrations'");
  if (table.get() === undefined) return null;
  const rows = sqlite.prepare("select name from d1_migrations order by id").all();
  return rows.map(({ name }) => String(name));
}

function readSchema(sqlite: DatabaseSync): SchemaObjects {
  return schemaOf(sqlite.prepare(schemaStatement().sql).all() as unknown as SchemaRow[]);
}

/** Reads what was applied to a database, and the schema that it has. */
export const readMigrationState = (sqlite: DatabaseSync): MigrationState => ({
  applied: appliedMigrations(sqlite) ?? [],
  schema: readSchema(sqlite),
});

/** Returns the schema that these migrations of a folder make, in this order. */
export function schemaMadeBy(folder: string, names: readonly string[]): SchemaObjects {
  const sqlite = new DatabaseSync(":memory:");
  try {
    for (const name of names) sqlite.exec(readFileSync(join(folder, name), "utf8"));
    return readSchema(sqlite);
  } finally {
    sqlite.close();
  }
}

/**
 * Applies the migrations that the database has not had, each in a transaction of its own, and returns their names. They
 * are recorded in the table that wrangler uses on D1, so that one folder serves both.
 */
export function migrate(sqlite: DatabaseSync, folder: string): string[] {
  const applied = new Set(appliedMigrations(sqlite));
  const missing = migrationFiles(folder).filter((name) => !applied.has(name));
  for (const name of missing) {
    begin(sqlite);
    try {
      sqlite.exec(TABLE);
      sqlite.exec(readFileSync(join(folder, name), "utf8"));
      sqlite.prepare("insert into d1_migrations (name) values (?)").run(name);
      sqlite.exec("commit");
    } catch (error) {
      if (sqlite.isTransaction) sqlite.exec("rollback");
      throw new Error(`The migration ${name} failed; the database is as it was before.`, { cause: error });
    }
  }
  return missing;
}

const TABLE = `create table if not exists d1_migrations (
  id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)`;

/** Takes the write lock. Nobody is served while migrations run, so this may block until another writer is done. */
function begin(sqlite: DatabaseSync): void {
  sqlite.exec(`pragma busy_timeout = ${START_PATIENCE}`);
  try {
    sqlite.exec("begin immediate");
  } finally {
    sqlite.exec("pragma busy_timeout = 0");
  }
}
