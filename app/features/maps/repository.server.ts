import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Difficulty, MapFacts } from "../../../domain/game/facts.ts";
import { mapIdOf } from "../../../domain/game/map-ids.ts";
import { nameKey, sortKey } from "../../../domain/game/name-key.ts";
import { rowOf, type ValuesOf } from "../../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../../domain/nouns/fields.ts";
import {
  type Change,
  insertChangeOf,
  insertLoadedChanges,
  LOADED,
  SYSTEM,
} from "../../../server/db/changes.ts";
import { bind, type Database, jsonOf, selectionOf, sqlite } from "../../../server/db/database.ts";
import { MEDIA_COLUMNS, type MediaState } from "../../../server/db/media.ts";
import { listedMapNamed, mapNamed } from "../../../server/db/names.ts";

/** A map as other nouns refer to it. */
export interface MapReference {
  readonly id: number;
  readonly name: string;
}

/** One of the index's maps. */
export interface ListedMap {
  readonly id: number;
  readonly map: string;
  readonly difficulty: string | null;
  readonly hasWater: 0 | 1 | null;
}

/** The values in a helper's form of a map; null where nothing is recorded. */
export type MapValues = ValuesOf<typeof MAP_FIELDS>;

/** A map with everything that is known about it. */
export interface MapDetails extends MapValues {
  /** Media key of its picture, or null. */
  readonly image: string | null;
  readonly revision: number;
}

/** All of a map that can change, with its picture: what the log keeps. */
export interface MapState extends MapValues {
  readonly picture: MediaState | null;
}

/** A map as a write finds it. */
export interface StoredMap {
  readonly id: number;
  readonly revision: number;
  /** False: it is deleted, or was never one of the index's maps. */
  readonly isListed: boolean;
  readonly state: MapState;
}

/** The address of a map's picture below /media. It follows the map's name. */
const imageOf = sql<string | null>`case when media.key is null then null else 'maps/' || m.name end`;

/** The same address, for a map's name. */
export const pictureAddress = (map: string): string => `maps/${map}`;

/** The key of a map's picture in the media table. */
export const pictureKey = (id: number): string => `map/${id}`;

/**
 * The statement behind a map's details, by number or SQL for it; null: those of all maps, easiest first, then by name.
 */
export function mapDetailsStatement(id: number | RawBuilder<number | null> | null) {
  let maps = sqlite.selectFrom("map as m").leftJoin("media", "media.map", "m.id").where("m.listed", "=", 1);
  if (id !== null) maps = maps.where("m.id", "=", id);
  return maps
    .select(selectionOf("m", MAP_FIELDS))
    .select([imageOf.as("image"), "m.revision"])
    .orderBy("m.difficulty_rank")
    .orderBy("m.sort_key")
    .$castTo<MapDetails>()
    .compile();
}

/** The statement behind the names of the maps of one difficulty; null: of all maps. */
export function mapNamesStatement(difficulty: string | null) {
  let maps = sqlite.selectFrom("map").select("name").where("listed", "=", 1);
  // A cast to the column's type; any other text finds nothing.
  if (difficulty !== null) maps = maps.where("difficulty", "=", difficulty as Difficulty);
  return maps.orderBy("sort_key").orderBy("id").compile();
}

async function find(database: Database, id: RawBuilder<number | null>): Promise<MapReference | null> {
  const [map] = await database.query(
    ["maps"],
    sqlite.selectFrom("map").select(["id", "name"]).where("id", "=", id).compile(),
  );
  return map ?? null;
}

/** Finds the maps with these ids that exist, deleted ones included, with their pictures. */
async function findAllByIds(database: Database, ids: readonly number[]): Promise<StoredMap[]> {
  const listed = JSON.stringify(ids);
  const maps = await database.query(
    ["maps"],
    sqlite
      .selectFrom("map as m")
      .select(selectionOf("m", MAP_FIELDS))
      .select(["id", "revision", "listed"])
      .where(sql<boolean>`id in (select value from json_each(${listed}))`)
      .$castTo<MapValues & { id: number; revision: number; listed: number }>()
      .compile(),
  );
  const pictures = await database.query(
    ["maps"],
    sqlite
      .selectFrom("media")
      .select([...MEDIA_COLUMNS, "map"])
      .where(sql<boolean>`map in (select value from json_each(${listed}))`)
      .compile(),
  );
  const ofMap = new Map(pictures.map(({ map, ...picture }) => [map, picture]));
  return maps.map(({ id, revision, listed: isListed, ...values }) => ({
    id,
    revision,
    isListed: isListed === 1,
    state: { ...values, picture: ofMap.get(id) ?? null },
  }));
}

/** Names of the maps of one difficulty, or of all, in the order in which people sort names. */
async function findAllNames(database: Database, difficulty: string | null): Promise<string[]> {
  return (await database.query(["maps"], mapNamesStatement(difficulty))).map(({ name }) => name);
}

/** Finds the map that a name, a former name or an abbreviation means in any spelling; null: none of the index's. */
const findByName = (database: Database, spelling: string): Promise<MapReference | null> =>
  find(database, listedMapNamed(spelling));

/** The same, or a map of that name that is deleted or was never one of the index's. */
const findByAnyName = (database: Database, spelling: string): Promise<MapReference | null> =>
  find(database, mapNamed(spelling));

/** The id of every map by its name, unlisted maps included. */
async function findAllIds(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query(
    ["maps"],
    sqlite.selectFrom("map").select(["id", "name"]).orderBy("listed").compile(),
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function findDetails(database: Database, id: number): Promise<MapDetails | null> {
  const [map] = await database.query(["maps"], mapDetailsStatement(id));
  return map ?? null;
}

/** The details of the map that findByName finds. */
async function findDetailsByName(database: Database, spelling: string): Promise<MapDetails | null> {
  const [map] = await database.query(["maps"], mapDetailsStatement(listedMapNamed(spelling)));
  return map ?? null;
}

/** All maps in detail, easiest difficulty first, then by name. */
const findAllDetails = (database: Database): Promise<MapDetails[]> =>
  database.query(["maps"], mapDetailsStatement(null));

/** All maps, easiest difficulty first, then the longest first; unknown lengths come last. */
const findAllByDifficulty = (database: Database): Promise<ListedMap[]> =>
  database.query(
    ["maps"],
    sqlite
      .selectFrom("map")
      .select(["id", "name as map", "difficulty", "has_water as hasWater"])
      .where("listed", "=", 1)
      .orderBy("difficulty_rank")
      .orderBy(sql`length desc`)
      .orderBy("sort_key")
      .compile(),
  );

/** Finds a map that is about to be changed; deleted maps are found too. */
async function findById(database: Database, id: number): Promise<StoredMap | null> {
  return (await findAllByIds(database, [id]))[0] ?? null;
}

/**
 * Finds a map whose abbreviation is this one's name, or whose name is this one's abbreviation: one would hide the
 * other. Returns the field of this map that clashes. Equal names or abbreviations are left to the unique indexes.
 */
async function findNamesake(
  database: Database,
  values: MapValues,
  id: number,
): Promise<keyof MapValues | null> {
  const [namesake] = await database.query(
    ["maps"],
    sql<{ field: "map" | "abbreviation" }>`select
      case when abbreviation_key = ${nameKey(values.map)} then 'map' else 'abbreviation' end as field
      from map where id <> ${id} and ${isNamesake(values)} limit 1`.compile(sqlite),
  );
  return namesake?.field ?? null;
}

/** Counts the completions and starts on a map. */
async function countOn(database: Database, id: number): Promise<{ completions: number; starts: number }> {
  const [counts] = await database.query(
    ["completions", "starts"],
    sql<{ completions: number; starts: number }>`select
      (select count(*) from completion where map_id = ${id} and deleted_at is null) as completions,
      (select count(*) from chimps_start where map_id = ${id}) as starts`.compile(sqlite),
  );
  return counts ?? { completions: 0, starts: 0 };
}

/** Reads of maps. The table is authoritative; game/ only seeds it. */
export const mapReads = (database: Database) =>
  bind(database, {
    findAllNames,
    findByName,
    findByAnyName,
    findAllIds,
    findDetails,
    findDetailsByName,
    findAllDetails,
    findAllByDifficulty,
    findAllByIds,
    findById,
    findNamesake,
    countOn,
  });

type LogEntry = Pick<Change, "at" | "actor" | "action" | "level" | "act">;

/** The columns of a map: its values, the keys that compare its spellings, and the key that it is sorted by. */
const columnsOf = (map: Pick<MapValues, "map" | "abbreviation"> & Partial<MapValues>) => ({
  ...rowOf(MAP_FIELDS, map),
  name_key: nameKey(map.map),
  sort_key: sortKey(map.map),
  abbreviation_key: nameKey(map.abbreviation),
});

const logOf = (entry: LogEntry, before: MapState | null, after: MapState | null, revision: number) => ({
  ...entry,
  noun: "map",
  shape: MAP_SHAPE,
  revision,
  before,
  after,
});

/** The version of MapState's shape in the log. */
export const MAP_SHAPE = 1;

/** Whether a map's abbreviation is the name of these values, or its name their abbreviation. */
const isNamesake = ({ map, abbreviation }: Pick<MapValues, "map" | "abbreviation">): RawBuilder<boolean> =>
  sql`listed = 1 and (abbreviation_key = ${nameKey(map)} or name_key = ${nameKey(abbreviation)})`;

/**
 * The batch that adds a map. It throws ConstraintError when another map has the name or the abbreviation, or one of
 * them as the other.
 */
export function insertMap(state: MapState, entry: LogEntry): CompiledQuery<unknown>[] {
  const columns = columnsOf(state);
  const added = sql<number>`(select id from map as added where name_key = ${columns.name_key} and listed = 1
    and not exists (select 1 from map where id <> added.id and ${isNamesake(state)}))`;
  return [
    sqlite.insertInto("map").values(columns).compile(),
    ...(state.picture ? [insertPicture(added, state.picture)] : []),
    insertChangeOf(logOf(entry, null, state, 1), added),
  ];
}

/**
 * The batch that changes a map, a rename included: one row, whatever is on the map. A deleted map is brought back. It
 * changes nothing and throws ConstraintError when the map has changed since it was read, or as insertMap does.
 */
export function updateMap(
  { id, revision, isListed, state: before }: StoredMap,
  after: MapState,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const still = sql`(select id from map where id = ${id} and revision = ${revision}
    and not exists (select 1 from map where id <> ${id} and ${isNamesake(after)}))`;
  return [
    insertChangeOf(logOf(entry, isListed ? before : null, after, revision + 1), still),
    sqlite
      .updateTable("map")
      .set({ ...columnsOf(after), deleted_at: null, revision: revision + 1 })
      .where("id", "=", id)
      .compile(),
    ...replacePicture(id, before.picture, after.picture),
  ];
}

/** The batch that deletes a map. It throws ConstraintError when the map has changed since it was read, or is in use. */
export function deleteMapById({ id, revision, state }: StoredMap, entry: LogEntry): CompiledQuery<unknown>[] {
  const free = sql`(select id from map where id = ${id} and revision = ${revision} and deleted_at is null
    and not exists (select 1 from completion where map_id = ${id} and deleted_at is null)
    and not exists (select 1 from chimps_start where map_id = ${id}))`;
  return [
    insertChangeOf(logOf(entry, state, null, revision + 1), free),
    sqlite
      .updateTable("map")
      .set({ deleted_at: entry.at, revision: revision + 1 })
      .where("id", "=", id)
      .compile(),
  ];
}

function insertPicture(map: number | RawBuilder<number>, picture: MediaState): CompiledQuery<unknown> {
  return sqlite
    .insertInto("media")
    .values({ ...picture, key: sql<string>`'map/' || ${map}`, completion: null, map: sql<number>`${map}` })
    .compile();
}

function replacePicture(
  id: number,
  before: MediaState | null,
  after: MediaState | null,
): CompiledQuery<unknown>[] {
  if (before?.hash === after?.hash) return [];
  return [
    sqlite.deleteFrom("media").where("map", "=", id).compile(),
    ...(after ? [insertPicture(id, after)] : []),
  ];
}

/**
 * The statements that load maps of the game. A map that completions were imported on becomes a listed one; one that a
 * helper made, renamed or deleted stays as it is, and takes its name and abbreviation. The caller logs them.
 */
export function insertMaps(maps: readonly MapFacts[]): CompiledQuery<unknown>[] {
  const rows = maps.map(({ name, ...facts }) => columnsOf({ map: name, gameId: mapIdOf(name), ...facts }));
  const columns = Object.keys(rows[0] ?? {});
  const loadedValue = (column: string): RawBuilder<unknown> =>
    sql`json_extract(loaded.value, ${sql.lit(`$.${column}`)})`;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map(loadedValue));
  const keys = sql`(${loadedValue("name_key")}, ${loadedValue("abbreviation_key")})`;
  const isFree = sql`not exists (select 1 from map as other
    where other.listed = 1 and (other.name_key in ${keys} or other.abbreviation_key in ${keys}))`;
  const loaded = sql`json_each(${JSON.stringify(rows)}) as loaded`;
  return [
    sql`update map set (${names}) = (select ${values})
      from ${loaded} where map.name_key = ${loadedValue("name_key")}
        and map.difficulty is null and map.deleted_at is null and ${isFree}`.compile(sqlite),
    sql`insert into map (${names}) select ${values} from ${loaded}
      where not exists (select 1 from map_name where name_key = ${loadedValue("name_key")}) and ${isFree}`.compile(
      sqlite,
    ),
  ];
}

/** The statements that give maps the game's own ids, where they have none, and log that. */
export function setMapIds(
  maps: readonly { readonly name: string; readonly gameId: string }[],
  now: Date,
): CompiledQuery<unknown>[] {
  const rows = JSON.stringify(maps.map(({ name, gameId }) => ({ key: nameKey(name), gameId })));
  const without = sql`json_each(${rows}) as row join map as m on m.name_key = row.value ->> '$.key'
    and m.game_id is null and m.listed = 1`;
  const state = jsonOf("m", MAP_FIELDS, {
    picture: sql`(select json_object(${sql.join(
      MEDIA_COLUMNS.flatMap((column) => [sql.lit(column), sql.ref(`media.${column}`)]),
    )}) from media where media.map = m.id)`,
  });
  return [
    sql`insert into change (at, actor, action, noun, noun_id, revision, shape, before, after)
      select ${now.toISOString()}, ${SYSTEM}, ${LOADED}, 'map', cast(m.id as text), m.revision, ${MAP_SHAPE}, ${state},
        json_set(${state}, '$.gameId', row.value ->> '$.gameId') from ${without}`.compile(sqlite),
    sql`update map set game_id = row.value ->> '$.gameId' from json_each(${rows}) as row
      where map.name_key = row.value ->> '$.key' and map.game_id is null and map.listed = 1`.compile(sqlite),
  ];
}

/** The statement that logs loaded maps. */
export const logLoadedMaps = (now: Date): CompiledQuery<unknown> =>
  insertLoadedChanges({
    noun: "map",
    shape: MAP_SHAPE,
    at: now.toISOString(),
    states: sql`select cast(m.id as text) as id, ${jsonOf("m", MAP_FIELDS, { picture: sql`null` })} as state
      from map as m where m.listed = 1`,
  });

/** The statement that adds rows for names that no map has: imported completions may be on maps that we never listed. */
export function insertUnlistedMaps(names: readonly string[]): CompiledQuery<unknown> {
  const maps = names.map((name) => ({ name, key: nameKey(name), sort: sortKey(name) }));
  return sql`insert into map (name, name_key, sort_key)
    select min(json_extract(value, '$.name')), json_extract(value, '$.key'), min(json_extract(value, '$.sort'))
    from json_each(${JSON.stringify(maps)})
    where not exists (select 1 from map_name where name_key = json_extract(value, '$.key'))
    group by json_extract(value, '$.key')`.compile(sqlite);
}
