import type { CompiledQuery } from "kysely";
import { sql } from "kysely";
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

/** The statement behind a map's first renaming after a number of the log: what it was called then, if it was. */
export function renamedStatement(key: string, seq: number) {
  return sql<{ seq: number; name: string; key: string }>`
    select seq, json_extract(after, '$.name') as name, json_extract(after, '$.name_key') as key from change
    where noun = 'map' and action in ('edit', 'undo') and seq > ${seq}
      and json_extract(before, '$.name_key') = ${key} and json_extract(after, '$.name_key') <> ${key}
    order by seq limit 1`.compile(sqlite);
}

/** Reads of the maps. The table rules; game/ only seeds it. */
export function mapReads(database: Database) {
  /** What became of a map's name by the renamings after a number of the log; null: it was not renamed. */
  async function follow(spelling: string, since: number): Promise<string | null> {
    let name: string | null = null;
    let [key, seq] = [nameKey(spelling), since];
    for (;;) {
      const [renaming] = await database.query(renamedStatement(key, seq));
      if (!renaming) return name;
      ({ name, key, seq } = renaming);
    }
  }

  async function findByKey(spelling: string): Promise<string | null> {
    const key = nameKey(spelling);
    const [row] = await database.query(
      sqlite
        .selectFrom("map")
        .select("name")
        .where((where) => where.or([where("name_key", "=", key), where("abbreviation_key", "=", key)]))
        .orderBy(sql`name_key = ${key} desc`)
        .limit(1)
        .compile(),
    );
    return row?.name ?? null;
  }

  return {
    async listNames(): Promise<string[]> {
      const rows = await database.query(sqlite.selectFrom("map").select("name").orderBy("name").compile());
      return rows.map(({ name }) => name);
    },

    /** The name of the map that a spelling, an abbreviation or a name it once had means; null: none. */
    async findName(spelling: string): Promise<string | null> {
      const name = await findByKey(spelling);
      if (name !== null) return name;
      const renamed = await follow(spelling, 0);
      return renamed === null ? null : findByKey(renamed);
    },

    /** What the map is called now that was called so at a number of the log; null: it is no longer there. */
    async findNameSince(name: string, seq: number): Promise<string | null> {
      return findByKey((await follow(name, seq)) ?? name);
    },

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
