import { type CompiledQuery, sql } from "kysely";
import { nameKey } from "../../../domain/game/name-key.ts";
import type { SeededSpelling } from "../../../domain/game/short-forms.ts";
import type { ValuesOf } from "../../../domain/nouns/define.ts";
import type { SPELLING_FIELDS } from "../../../domain/nouns/fields.ts";
import { entriesOf, insertChangeOf, insertLoadedChanges, type LogEntry } from "../../../server/db/changes.ts";
import { type Database, firstOf, sqlite, statement } from "../../../server/db/database.ts";

/** A spelling for the search. `tower` is a canonical name (domain/game/names.ts), `map` a map's id; one of them is null. */
export interface StoredSpelling {
  readonly key: string;
  readonly spelling: string;
  readonly tower: string | null;
  readonly map: number | null;
}

/** A spelling, as people read it. */
export interface NamedSpelling extends ValuesOf<typeof SPELLING_FIELDS> {
  readonly id: number;
  readonly kind: "tower" | "map";
}

export const SPELLING_SHAPE = 1;

/** All of a spelling that can change: what the log keeps. */
export interface SpellingState extends ValuesOf<typeof SPELLING_FIELDS> {
  readonly tower: string | null;
  /** The id of its map; `name` is that map's name at the time. */
  readonly map: number | null;
  readonly seeded: number;
}

/** Leaves out spellings of deleted maps: they come back with the map. */
const live = sqlite
  .selectFrom("spelling as s")
  .leftJoin("map as m", "m.id", "s.map")
  .where((where) => where.or([where("s.tower", "is not", null), where("m.listed", "=", 1)]));

const nameOf = sql<string>`coalesce(s.tower, m.name)`;

const named = live.select([
  ...(["s.id", "s.spelling"] as const),
  sql<NamedSpelling["kind"]>`iif(s.tower is null, 'map', 'tower')`.as("kind"),
  nameOf.as("name"),
]);

export function spellingReads(database: Database) {
  return {
    /** All spellings, by key: what a search needs to know. */
    findAll: (): Promise<StoredSpelling[]> =>
      database.query(
        ["spellings", "maps"],
        live
          .select(["s.spelling_key as key", "s.spelling", "s.tower", "s.map"])
          .orderBy("s.spelling_key")
          .orderBy("s.id")
          .compile(),
      ),

    /** All spellings with what they stand for, towers before maps, by name. */
    findAllNamed(): Promise<readonly NamedSpelling[]> {
      const all = named
        .orderBy(sql`s.tower is null`)
        .orderBy(sql`coalesce(m.sort_key, s.tower) collate nocase`)
        .orderBy("s.spelling_key")
        .orderBy("s.id")
        .compile();
      return database.query(["spellings", "maps"], all);
    },

    /** Finds everything that a spelling stands for, however it is written. */
    findAllBySpelling: (
      spelling: string,
    ): Promise<(Pick<NamedSpelling, "kind" | "name"> & { map: number | null })[]> =>
      database.query(
        ["spellings", "maps"],
        named.select("s.map").where("s.spelling_key", "=", nameKey(spelling)).orderBy("s.id").compile(),
      ),

    /** Finds a spelling that is about to be changed; those of deleted maps are found too. */
    findById: (id: number): Promise<SpellingState | null> =>
      firstOf(
        database,
        ["spellings", "maps"],
        sqlite
          .selectFrom("spelling as s")
          .leftJoin("map as m", "m.id", "s.map")
          .select(["s.spelling", nameOf.as("name"), "s.tower", "s.map", "s.seeded"])
          .where("s.id", "=", id)
          .compile(),
      ),
  };
}

const logOf = entriesOf<SpellingState>("spelling", SPELLING_SHAPE);

/**
 * The batch that adds a spelling; its first statement returns the id. Given an id, it restores the spelling under that
 * id. It throws ConstraintError when the tower or map has the spelling already, or the map is not there.
 */
export function insertSpelling(
  state: SpellingState,
  entry: LogEntry,
  id: number | null = null,
): CompiledQuery<unknown>[] {
  const { name: _, ...columns } = state;
  const key = nameKey(state.spelling);
  const added = sql`(select s.id from spelling as s left join map as m on m.id = s.map
    where s.spelling_key = ${key} and s.tower is ${state.tower} and s.map is ${state.map}
      and (s.map is null or m.listed = 1))`;
  return [
    sqlite
      .insertInto("spelling")
      .values({ ...(id === null ? {} : { id }), ...columns, spelling_key: key })
      .returning("id")
      .compile(),
    insertChangeOf(logOf(entry, null, state), added),
  ];
}

/**
 * The batch that deletes a spelling; its last statement returns the number of this change. It throws ConstraintError
 * when the spelling no longer exists.
 */
export function deleteSpellingById(
  id: number,
  state: SpellingState,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  return [
    insertChangeOf(logOf(entry, state, null), sql`(select id from spelling where id = ${id})`),
    sqlite.deleteFrom("spelling").where("id", "=", id).compile(),
    sqlite.selectFrom("change").select(sql<number>`max(seq)`.as("seq")).compile(),
  ];
}

/**
 * The statement that adds any number of spellings. One that exists already stays as it is, and one of an unknown map is
 * left out. The caller logs them.
 */
export function insertSpellings(spellings: readonly SeededSpelling[]): CompiledQuery<unknown> {
  const rows = spellings.map(({ spelling, kind, name }) => ({
    spelling,
    key: nameKey(spelling),
    ...(kind === "map" ? { map: nameKey(name) } : { tower: name }),
  }));
  const map = sql`(select n.map from map_name as n join map on map.id = n.map
    where n.name_key = json_extract(value, '$.map') order by map.listed desc, n.seq desc limit 1)`;
  return statement`insert or ignore into spelling (spelling, spelling_key, tower, map, seeded)
    select spelling, key, tower, map, 1 from (
      select json_extract(value, '$.spelling') as spelling, json_extract(value, '$.key') as key,
        json_extract(value, '$.tower') as tower, ${map} as map
      from json_each(${JSON.stringify(rows)}))
    where tower is not null or map is not null`;
}

export const logLoadedSpellings = (now: Date): CompiledQuery<unknown> =>
  insertLoadedChanges({
    noun: "spelling",
    shape: SPELLING_SHAPE,
    at: now.toISOString(),
    states: sql`select cast(s.id as text) as id, json_object('spelling', s.spelling, 'name', ${nameOf},
      'tower', s.tower, 'map', s.map, 'seeded', s.seeded) as state from spelling as s left join map as m on m.id = s.map`,
  });
