import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { nameKey } from "../../domain/game/name-key.ts";
import type { Names } from "../auth/sign-in.ts";
import { ConstraintError, type Database, sqlite } from "./database.ts";
import { NO_TAGS, type Tag } from "./tags.ts";

/**
 * The map that a name, former name or abbreviation means in any spelling, as SQL for its id; null: none of the index's.
 */
export function listedMapNamed(spelling: string): RawBuilder<number | null> {
  const key = nameKey(spelling);
  return sql`coalesce(
    (select id from map where name_key = ${key} and deleted_at is null and difficulty is not null),
    (select id from map where abbreviation_key = ${key} and deleted_at is null and difficulty is not null),
    (select n.map from map_name as n join map on map.id = n.map
      where n.name_key = ${key} and map.listed = 1 order by n.seq desc limit 1))`;
}

/**
 * The same, or else a map of that name that is deleted or was never one of the index's: completions may be on it. A map
 * with exactly this name comes before one that has it as an abbreviation or had it once.
 */
export function mapNamed(spelling: string): RawBuilder<number | null> {
  const key = nameKey(spelling);
  return sql`coalesce(
    (select coalesce(max(case listed when 1 then id end), max(id)) from map
      where name_key = ${key} and name = ${spelling}),
    ${listedMapNamed(spelling)},
    (select max(id) from map where name_key = ${key}))`;
}

/** Where people are: with accounts here in the first, else in the second. */
type PeopleTable = "account" | "person";

/** The columns of a display name. */
export const nameColumns = (name: string | null) => ({
  display_name: name,
  name_key: name === null ? null : nameKey(name),
});

/** Whether a batch was refused because somebody else has the display name. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof ConstraintError && error.constraint.includes("name_key");

/** Returns a text of each of these people who has it, by their ids. */
export async function textsByPerson(
  database: Database,
  [table, tags]: readonly [PeopleTable, readonly Tag[]],
  ids: readonly string[],
  text: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query(
    tags,
    sql<{ id: string; name: string | null }>`select id, ${text} as name from ${sql.table(table)}
      where id in (select value from json_each(${JSON.stringify(ids)}))`.compile(sqlite),
  );
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

/** The statement that finds whose display name it is. */
const personOfNameStatement = (table: PeopleTable, name: string): CompiledQuery<{ id: string }> =>
  sql<{ id: string }>`select id from ${sql.table(table)} where name_key = ${nameKey(name)}`.compile(sqlite);

/** What people are called. */
export const namesIn = (database: Database, table: PeopleTable): Names => ({
  displayNames: (ids) =>
    textsByPerson(database, [table, ["accounts"]], ids, sql`iif(name_public, display_name, null)`),
  knownNames: (ids) => textsByPerson(database, [table, NO_TAGS], ids, sql`display_name`),
  findByName: async (name) =>
    (await database.query(NO_TAGS, personOfNameStatement(table, name)))[0]?.id ?? null,
});
