import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ValuesOf } from "../../../domain/nouns/define.ts";
import type { START_FIELDS } from "../../../domain/nouns/fields.ts";
import {
  entriesOf,
  insertChangeOf,
  insertLoadedChanges,
  type LogEntry,
  SAMPLE_REMOVED,
  SYSTEM,
} from "../../../server/db/changes.ts";
import { type Database, sqlite, statement } from "../../../server/db/database.ts";
import type { MapReference } from "../maps/repository.server.ts";

/** How somebody started a CHIMPS game on a map, shown by a link (SPEC section 3). */
export interface StoredChimpsStart extends ValuesOf<typeof START_FIELDS> {
  readonly uuid: string;
}

export interface NewChimpsStart extends StoredChimpsStart {
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly sample: boolean;
}

export const START_SHAPE = 1;

/** All of a start that can change: what the log keeps. */
export interface StartState extends StoredChimpsStart {
  /** The id of its map; `map` is that map's name at the time. */
  readonly map_id: number;
  readonly created_at: string;
  readonly sample: number;
}

/** The statement behind a map's starts in the order in which they came; `map` (an id) null: all starts, by map. */
export function chimpsStartsStatement(map: number | null): CompiledQuery<StoredChimpsStart> {
  let starts = sqlite
    .selectFrom("chimps_start as s")
    .innerJoin("map as m", "m.id", "s.map_id")
    .select(["s.uuid", "m.name as map", "s.title", "s.link"]);
  if (map !== null) starts = starts.where("s.map_id", "=", map);
  return starts.orderBy("m.sort_key").orderBy("s.created_at").orderBy("s.uuid").compile();
}

export function chimpsStartReads(database: Database) {
  /** Those of these that are there, in any order. */
  const findAllById = (uuids: readonly string[]): Promise<StartState[]> =>
    database.query(
      ["starts", "maps"],
      sqlite
        .selectFrom("chimps_start as s")
        .innerJoin("map as m", "m.id", "s.map_id")
        .select(["s.uuid", "s.map_id", "m.name as map", "s.title", "s.link", "s.created_at", "s.sample"])
        .where("s.uuid", "in", sql<string>`(select value from json_each(${JSON.stringify(uuids)}))`)
        .compile(),
    );

  return {
    findAllById,

    findAll: (map: MapReference | null): Promise<StoredChimpsStart[]> =>
      database.query(["starts", "maps"], chimpsStartsStatement(map?.id ?? null)),

    findById: async (uuid: string): Promise<StartState | null> => (await findAllById([uuid]))[0] ?? null,
  };
}

const logOf = entriesOf<StartState>("chimps-start", START_SHAPE);

/** The batch that adds a start. It throws ConstraintError when the map is not there, or the start is already. */
export function insertStart(state: StartState, entry: LogEntry): CompiledQuery<unknown>[] {
  const { map: _, ...columns } = state;
  const onItsMap = sql`(select ${state.uuid} from map where id = ${state.map_id} and listed = 1)`;
  return [
    insertChangeOf(logOf(entry, null, state), onItsMap),
    sqlite.insertInto("chimps_start").values(columns).compile(),
  ];
}

/** The batch that deletes a start. It throws ConstraintError when the start no longer exists. */
export function deleteStartById(state: StartState, entry: LogEntry): CompiledQuery<unknown>[] {
  return [
    insertChangeOf(
      logOf(entry, state, null),
      sql`(select uuid from chimps_start where uuid = ${state.uuid})`,
    ),
    sqlite.deleteFrom("chimps_start").where("uuid", "=", state.uuid).compile(),
  ];
}

/** The statement that adds any number of starts, without those whose map is not there. The caller logs them. */
export function insertChimpsStarts(starts: readonly NewChimpsStart[]): CompiledQuery<unknown> {
  return statement`insert into chimps_start (uuid, map_id, title, link, created_at, sample)
    select json_extract(value, '$.uuid'), map.id, json_extract(value, '$.title'), json_extract(value, '$.link'),
      json_extract(value, '$.createdAt'), json_extract(value, '$.sample')
    from json_each(${JSON.stringify(starts)}) join map on map.name = json_extract(value, '$.map') and map.listed = 1`;
}

const stateIn = sql`json_object('uuid', s.uuid, 'map_id', s.map_id, 'map', m.name, 'title', s.title, 'link', s.link,
  'created_at', s.created_at, 'sample', s.sample)`;

/** The statement that logs loaded starts. @param at ISO 8601, UTC */
export const logLoadedStarts = (at: string): CompiledQuery<unknown> =>
  insertLoadedChanges({
    noun: "chimps-start",
    shape: START_SHAPE,
    at,
    states: sql`select s.uuid as id, ${stateIn} as state from chimps_start as s join map as m on m.id = s.map_id`,
  });

/**
 * The statements that remove all sample starts, or those whose ids `which` selects, and log each removal.
 * @param at ISO 8601, UTC
 */
export function deleteSampleStarts(at: string, which?: RawBuilder<unknown>): CompiledQuery<unknown>[] {
  const isMeant = which === undefined ? sql`sample = 1` : sql`sample = 1 and uuid in ${which}`;
  return [
    statement`insert into change (at, actor, action, noun, noun_id, revision, shape, before)
      select ${at}, ${SYSTEM}, ${SAMPLE_REMOVED}, 'chimps-start', s.uuid, 1, ${START_SHAPE}, ${stateIn}
      from chimps_start as s join map as m on m.id = s.map_id where ${isMeant}`,
    statement`delete from chimps_start where ${isMeant}`,
  ];
}
