import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";
import { type SchemaObjects, schemaOf, schemaStatement } from "./schema-comparison.ts";
import { NO_TAGS } from "./tags.ts";

/** What was applied to a database, in order, and the schema that it has. */
export interface MigrationState {
  readonly applied: readonly string[];
  readonly schema: SchemaObjects;
}

/** Reads what was applied to a database: nothing if it has no table of migrations. */
export async function findMigrationState(database: Database): Promise<MigrationState> {
  const schema = schemaOf(await database.query(NO_TAGS, schemaStatement()));
  const tables = await database.query(
    NO_TAGS,
    sql`select 1 from sqlite_schema where type = 'table' and name = 'd1_migrations'`.compile(sqlite),
  );
  if (tables.length === 0) return { applied: [], schema };
  const rows = await database.query(
    NO_TAGS,
    sql<{ name: string }>`select name from d1_migrations order by id`.compile(sqlite),
  );
  return { applied: rows.map(({ name }) => name), schema };
}

/** Returns the migration with the highest number that was applied; null: none. */
export async function newestMigration(database: Database): Promise<string | null> {
  const statement = sql<{ name: string | null }>`select max(name) as name from d1_migrations`;
  return (await database.query(NO_TAGS, statement.compile(sqlite)))[0]?.name ?? null;
}

/** Returns what the engine finds wrong in the database, in words; null: nothing. It reads everything. */
export async function findDamage(database: Database): Promise<string | null> {
  const [found] = await database.query(
    NO_TAGS,
    sql<{ quick_check: string }>`pragma quick_check(1)`.compile(sqlite),
  );
  if (found && found.quick_check !== "ok") return `The database is damaged: ${found.quick_check}`;
  const broken = await database.query(NO_TAGS, sql`pragma foreign_key_check`.compile(sqlite));
  return broken.length === 0 ? null : `${broken.length} rows refer to others that are not there.`;
}

/**
 * The statement that updates the planner's statistics of tables that were never analyzed or have grown tenfold; the
 * planner chooses by them how rows are found. Without them a list in the order of maps reads its whole challenge. A
 * sample of each index is read.
 */
export const analyzeStatement = (): CompiledQuery<unknown> => sql`pragma optimize = 0x10012`.compile(sqlite);
