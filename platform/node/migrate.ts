import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/** The files of a migrations folder, in order: NNNN-name.sql. */
export function migrationFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name))
    .sort();
}

/**
 * Applies the migrations that the database has not had, each in a transaction of its own, and answers their names.
 * They are noted in the table that wrangler uses on D1, so that one folder serves both.
 */
export function migrate(sqlite: DatabaseSync, folder: string): string[] {
  sqlite.exec(`create table if not exists d1_migrations (
    id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)`);
  const applied = new Set(
    sqlite
      .prepare("select name from d1_migrations")
      .all()
      .map(({ name }) => name),
  );
  const missing = migrationFiles(folder).filter((name) => !applied.has(name));
  for (const name of missing) {
    sqlite.exec("begin immediate");
    try {
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
