import { type RawBuilder, sql } from "kysely";
import { nameKey } from "../../domain/game/name-key.ts";

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

/** The same, or else a map of that name that is deleted or was never one of the index's: completions may be on it. */
export function mapNamed(spelling: string): RawBuilder<number | null> {
  return sql`coalesce(${listedMapNamed(spelling)},
    (select max(id) from map where name_key = ${nameKey(spelling)}))`;
}
