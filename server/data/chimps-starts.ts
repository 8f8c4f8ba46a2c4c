import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";

/** How somebody began a CHIMPS game on a map, told under a link (SPEC section 3). */
export interface ChimpsStart {
  readonly uuid: string;
  readonly map: string;
  readonly title: string;
  readonly link: string;
}

export interface NewChimpsStart extends ChimpsStart {
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly sample: boolean;
}

/** The statement behind a map's starts in the order they came; `map` null: behind all of them, by map. */
export function chimpsStartsStatement(map: string | null): CompiledQuery<ChimpsStart> {
  let starts = sqlite.selectFrom("chimps_start").select(["uuid", "map", "title", "link"]);
  if (map !== null) starts = starts.where("map", "=", map);
  return starts.orderBy("map").orderBy("created_at").orderBy("uuid").compile();
}

/** Reads of CHIMPS starts. */
export function chimpsStartReads(database: Database) {
  return {
    listAll: (map: string | null): Promise<ChimpsStart[]> => database.query(chimpsStartsStatement(map)),
  };
}

/** One statement for many starts, whatever their number. One whose map is not there is left out. The caller logs them. */
export function insertChimpsStarts(starts: readonly NewChimpsStart[]): CompiledQuery<unknown> {
  return sql`insert into chimps_start (uuid, map, title, link, created_at, sample)
    select json_extract(value, '$.uuid'), map.name, json_extract(value, '$.title'), json_extract(value, '$.link'),
      json_extract(value, '$.createdAt'), json_extract(value, '$.sample')
    from json_each(${JSON.stringify(starts)}) join map on map.name = json_extract(value, '$.map')`.compile(
    sqlite,
  );
}
