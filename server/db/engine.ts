import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";
import { PRIVATE } from "./tags.ts";

/** Lists the migrations that were applied to a database, in order; none if it has no table of them. */
export async function findMigrations(database: Database): Promise<string[]> {
  const tables = await database.query(
    PRIVATE,
    sql`select 1 from sqlite_schema where type = 'table' and name = 'd1_migrations'`.compile(sqlite),
  );
  if (tables.length === 0) return [];
  const rows = await database.query(
    PRIVATE,
    sql<{ name: string }>`select name from d1_migrations order by id`.compile(sqlite),
  );
  return rows.map(({ name }) => name);
}

/** Returns the migration that was applied last; null: none. */
export async function newestMigration(database: Database): Promise<string | null> {
  const statement = sql<{ name: string }>`select name from d1_migrations order by id desc limit 1`;
  return (await database.query(PRIVATE, statement.compile(sqlite)))[0]?.name ?? null;
}

/** Returns what the engine finds wrong in the database, in words; null: nothing. It reads everything. */
export async function findDamage(database: Database): Promise<string | null> {
  const [found] = await database.query(
    PRIVATE,
    sql<{ quick_check: string }>`pragma quick_check(1)`.compile(sqlite),
  );
  if (found && found.quick_check !== "ok") return `The database is damaged: ${found.quick_check}`;
  const broken = await database.query(PRIVATE, sql`pragma foreign_key_check`.compile(sqlite));
  return broken.length === 0 ? null : `${broken.length} rows refer to others that are not there.`;
}

/**
 * The statement that updates the planner's statistics of tables that were never analyzed or have grown tenfold; the
 * planner chooses by them how rows are found. Without them a list in the order of maps reads its whole challenge. A
 * sample of each index is read.
 */
export const analyzeStatement = (): CompiledQuery<unknown> => sql`pragma optimize = 0x10012`.compile(sqlite);
