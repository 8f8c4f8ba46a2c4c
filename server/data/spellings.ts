import { type CompiledQuery, sql } from "kysely";
import { nameKey } from "../../game/name-key.ts";
import type { SeededSpelling } from "../../game/seeded-spellings.ts";
import { type Database, sqlite } from "./database.ts";

/** A spelling as the search reads it: `tower` is a canonical name (game/names.ts), `map` a map's id; one of them is null. */
export interface Spelling {
  readonly key: string;
  readonly spelling: string;
  readonly tower: string | null;
  readonly map: number | null;
}

/** The statement behind all spellings, by key. Those of a map that is gone are left out: they come back with it. */
function spellingsStatement(): CompiledQuery<Spelling> {
  return sqlite
    .selectFrom("spelling as s")
    .leftJoin("map as m", "m.id", "s.map")
    .select(["s.spelling_key as key", "s.spelling", "s.tower", "s.map"])
    .where((where) => where.or([where("s.tower", "is not", null), where("m.listed", "=", 1)]))
    .orderBy("s.spelling_key")
    .orderBy("s.id")
    .compile();
}

/** Reads of spellings. */
export function spellingReads(database: Database) {
  return {
    /** All of them, by key: what a search needs to know. */
    findAll: (): Promise<Spelling[]> => database.query(spellingsStatement()),
  };
}

/**
 * One statement for many spellings, whatever their number. One that is there already stays as it is, and one of a map that
 * nobody has heard of is left out. The caller logs them.
 */
export function insertSpellings(spellings: readonly SeededSpelling[]): CompiledQuery<unknown> {
  const rows = spellings.map(({ spelling, kind, name }) => ({
    ...{ spelling, key: nameKey(spelling) },
    ...(kind === "map" ? { map: nameKey(name) } : { tower: name }),
  }));
  const map = sql`(select n.map from map_name as n join map on map.id = n.map
    where n.name_key = json_extract(value, '$.map') order by map.listed desc, n.seq desc limit 1)`;
  return sql`insert or ignore into spelling (spelling, spelling_key, tower, map, seeded)
    select spelling, key, tower, map, 1 from (
      select json_extract(value, '$.spelling') as spelling, json_extract(value, '$.key') as key,
        json_extract(value, '$.tower') as tower, ${map} as map
      from json_each(${JSON.stringify(rows)}))
    where tower is not null or map is not null`.compile(sqlite);
}
