import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";

/** The migrations that a database has had, in order; none where it has no table of them. */
export async function findMigrations(database: Database): Promise<string[]> {
  const tables = await database.query(
    sql`select 1 from sqlite_schema where type = 'table' and name = 'd1_migrations'`.compile(sqlite),
  );
  if (tables.length === 0) return [];
  const rows = await database.query(
    sql<{ name: string }>`select name from d1_migrations order by id`.compile(sqlite),
  );
  return rows.map(({ name }) => name);
}

/** What the engine finds wrong in all that is kept, in words; null: nothing. It reads everything. */
export async function findDamage(database: Database): Promise<string | null> {
  const [found] = await database.query(sql<{ quick_check: string }>`pragma quick_check(1)`.compile(sqlite));
  if (found && found.quick_check !== "ok") return `The database is damaged: ${found.quick_check}`;
  const broken = await database.query(sql`pragma foreign_key_check`.compile(sqlite));
  return broken.length === 0 ? null : `${broken.length} rows refer to others that are not there.`;
}

/**
 * Has the database learn how its tables are filled, as far as they were never looked at or have grown tenfold: by that it
 * chooses how it finds rows. Without it a list in the order of maps reads all of its challenge. A sample of each index is read.
 */
export const learnTablesStatement = (): CompiledQuery<unknown> =>
  sql`pragma optimize = 0x10012`.compile(sqlite);
