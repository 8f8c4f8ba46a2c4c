import type { CompiledQuery } from "kysely";
import { sql } from "kysely";
import type { MapFacts } from "../../game/facts.ts";
import { nameKey } from "../../game/name-key.ts";
import { insertChange, SYSTEM } from "./changes.ts";
import { type Database, sqlite } from "./database.ts";

/** Reads of the maps. The table rules; game/ only seeds it. */
export function mapReads(database: Database) {
  return {
    async listNames(): Promise<string[]> {
      const rows = await database.query(sqlite.selectFrom("map").select("name").orderBy("name").compile());
      return rows.map(({ name }) => name);
    },

    /** The name of the map that a spelling or an abbreviation means, or null. */
    async findName(spelling: string): Promise<string | null> {
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
    },

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

/** The batch that seeds the maps, or null if they were seeded before: a map that was deleted stays deleted. */
export async function seedMaps(
  database: Database,
  maps: readonly MapFacts[],
  now: Date,
): Promise<readonly CompiledQuery<unknown>[] | null> {
  const seeded = sqlite
    .selectFrom("change")
    .select("seq")
    .where("noun", "=", "maps")
    .where("action", "=", "seed");
  if ((await database.query(seeded.compile())).length > 0) return null;
  const inserts = maps.map((map) =>
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
  const change = insertChange({
    at: now.toISOString(),
    actor: SYSTEM,
    action: "seed",
    noun: "maps",
    id: "game/maps.ts",
    before: null,
    after: { maps: maps.length },
  });
  return [...inserts, change];
}
