import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { MapFacts } from "../../game/facts.ts";
import { nameKey } from "../../game/name-key.ts";
import { type Database, sqlite } from "./database.ts";

/** A map with all that is known of it; null where nothing is recorded. */
export interface MapDetails extends MapFacts {
  readonly lengthNotes: string;
  readonly removalCostNotes: string;
  readonly miscNotes: string;
  /** Media key of its picture, or null. */
  readonly image: string | null;
}

/** The statement behind a map's details; `name` null: behind those of all maps, easiest first, then by name. */
export function mapDetailsStatement(name: string | null) {
  let maps = sqlite
    .selectFrom("map as m")
    .leftJoin("media", (join) => join.on("media.key", "=", sql<string>`'maps/' || m.name`));
  if (name !== null) maps = maps.where("m.name", "=", name);
  return maps
    .select(["m.name", "m.abbreviation", "m.difficulty", "m.version", "m.length", "media.key as image"])
    .select(["m.has_los as hasLOS", "m.has_water as hasWater", "m.length_notes as lengthNotes"])
    .select(["m.num_entrances as numEntrances", "m.num_exits as numExits", "m.num_objects as numObjects"])
    .select(["m.removal_cost as removalCost", "m.removal_cost_notes as removalCostNotes"])
    .select("m.misc_notes as miscNotes")
    .orderBy("m.difficulty_rank")
    .orderBy("m.name")
    .$castTo<MapDetails>()
    .compile();
}

/** What the map is called now that was called so at a number of the log, as SQL; null: it is no longer there. */
function nameSince(key: string, seq: number): RawBuilder<string | null> {
  return sql`(with recursive former(key, seq) as (
      values (${key}, ${seq})
      union
      select json_extract(change.after, '$.name_key'), change.seq from former
      join change on change.noun = 'map' and change.seq > former.seq
        and json_extract(change.before, '$.name_key') = former.key)
    select map.name from former join map on map.name_key = former.key order by former.seq desc limit 1)`;
}

/** The name of the map that a spelling, an abbreviation or a name it once had means, as SQL; null: none. */
export function mapCalled(spelling: string): RawBuilder<string | null> {
  const key = nameKey(spelling);
  return sql`coalesce((select name from map where name_key = ${key}),
    (select name from map where abbreviation_key = ${key}), ${nameSince(key, 0)})`;
}

/** Reads of the maps. The table rules; game/ only seeds it. */
export function mapReads(database: Database) {
  async function read(name: RawBuilder<string | null>): Promise<string | null> {
    const [row] = await database.query(sql<{ name: string | null }>`select ${name} as name`.compile(sqlite));
    return row?.name ?? null;
  }

  return {
    async listNames(): Promise<string[]> {
      const rows = await database.query(sqlite.selectFrom("map").select("name").orderBy("name").compile());
      return rows.map(({ name }) => name);
    },

    /** The name of the map that a spelling, an abbreviation or a name it once had means; null: none. */
    findName: (spelling: string): Promise<string | null> => read(mapCalled(spelling)),

    /** What the map is called now that was called so at a number of the log; null: it is no longer there. */
    findNameSince: (name: string, seq: number): Promise<string | null> => read(nameSince(nameKey(name), seq)),

    /** Whether a map of exactly this name was ever deleted. */
    async wasDeleted(name: string): Promise<boolean> {
      const deleted = sqlite
        .selectFrom("change")
        .select("seq")
        .where("noun", "=", "map")
        .where("noun_id", "=", name)
        .where("after", "is", null)
        .limit(1);
      return (await database.query(deleted.compile())).length > 0;
    },

    async findDetails(name: string): Promise<MapDetails | null> {
      const [map] = await database.query(mapDetailsStatement(name));
      return map ?? null;
    },

    /** All maps with all that is known of them, easiest difficulty first, within it by name. */
    listDetails: (): Promise<MapDetails[]> => database.query(mapDetailsStatement(null)),

    /** All maps, easiest difficulty first, within it the longest first; unknown lengths last. */
    listByDifficulty: (): Promise<{ map: string; difficulty: string }[]> =>
      database.query(
        sqlite
          .selectFrom("map")
          .select(["name as map", "difficulty"])
          .orderBy("difficulty_rank")
          .orderBy(sql`length desc`)
          .orderBy("name")
          .compile(),
      ),
  };
}

/** The statements that load the game's maps. The caller logs them. */
export function insertMaps(maps: readonly MapFacts[]): CompiledQuery<unknown>[] {
  return maps.map((map) =>
    sqlite
      .insertInto("map")
      .values({
        name: map.name,
        name_key: nameKey(map.name),
        abbreviation: map.abbreviation,
        abbreviation_key: nameKey(map.abbreviation),
        difficulty: map.difficulty,
        version: map.version,
        has_los: map.hasLOS,
        has_water: map.hasWater,
        length: map.length,
        num_entrances: map.numEntrances,
        num_exits: map.numExits,
        num_objects: map.numObjects,
        removal_cost: map.removalCost,
      })
      .compile(),
  );
}
