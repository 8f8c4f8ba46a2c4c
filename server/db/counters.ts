import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";
import { NO_TAGS } from "./tags.ts";

/**
 * A table of counts, and the statement that recounts it: it returns the same rows, without those that count nothing.
 */
interface Counter {
  readonly table: string;
  readonly columns: readonly string[];
  /** Non-zero in every row that counts anything. */
  readonly amount: RawBuilder<unknown>;
  readonly counted: RawBuilder<unknown>;
}

const MARKS = sql`c.og, c.pending is not null`;

/** Each verified completion once with each of its players. */
const PLAYED = sql`select distinct c.challenge, n.player, c.map_id, c.og, c.day, c.seq from completion c
  join completion_player p on p.completion = c.seq join player_name n on n.id = p.name
  where c.deleted_at is null and c.pending is null`;

/** How many of those there are on each map. */
const PLAYED_ON_MAPS = sql`select challenge, player, map_id as map, count(*) as verified, sum(og) as originals
  from (${PLAYED}) group by challenge, player, map_id`;

const COUNTERS: readonly Counter[] = [
  {
    table: "completion_count",
    columns: ["challenge", "map", "og", "pending", "count"],
    amount: sql`count`,
    counted: sql`select c.challenge, c.map_id, ${MARKS}, count(*) from completion c where c.deleted_at is null
      group by c.challenge, c.map_id, ${MARKS}`,
  },
  {
    table: "challenge_count",
    columns: ["challenge", "og", "pending", "count"],
    amount: sql`count`,
    counted: sql`select c.challenge, ${MARKS}, count(*) from completion c where c.deleted_at is null
      group by c.challenge, ${MARKS}`,
  },
  {
    table: "tower_count",
    columns: ["challenge", "tower", "map", "verified", "originals", "pending"],
    amount: sql`verified + pending`,
    counted: sql`select c.challenge, c.tower1, c.map_id, sum(c.pending is null), sum(c.pending is null and c.og = 1),
      count(c.pending) from completion c
      where c.deleted_at is null and c.tower1 is not null group by c.challenge, c.tower1, c.map_id`,
  },
  {
    table: "completion_without_proof",
    columns: ["completion"],
    amount: sql`1`,
    counted: sql`select c.seq from completion c where c.link is null and c.deleted_at is null
      and not exists (select 1 from media m where m.completion = c.id and m.key = c.id)`,
  },
  {
    table: "tower_use",
    columns: ["tower", "completions"],
    amount: sql`completions`,
    counted: sql`select t.value, count(distinct c.seq) from completion c, json_each(c.towers) t
      where c.deleted_at is null group by t.value`,
  },
  {
    table: "player_map_count",
    columns: ["challenge", "player", "map", "verified", "originals"],
    amount: sql`verified`,
    counted: PLAYED_ON_MAPS,
  },
  {
    table: "player_count",
    columns: [
      ...["challenge", "player", "sort_key", "name_key"],
      ...["verified", "maps", "originals", "original_maps", "on_maps"],
    ],
    amount: sql`verified`,
    counted: sql`select p.challenge, p.player, (select min(sort_key) from player_name where player = p.player),
      (select min(name_key) from player_name where player = p.player),
      sum(p.verified), count(*), sum(p.originals), sum(p.originals > 0),
      json_group_array(json_array(p.map, p.verified, p.originals) order by p.map)
      from (${PLAYED_ON_MAPS}) p group by p.challenge, p.player`,
  },
  {
    table: "player_total",
    columns: ["board", "year", "player", "sort_key", "verified", "originals"],
    amount: sql`verified`,
    counted: sql`select board.value, year.value, p.player,
      (select min(sort_key) from player_name where player = p.player), count(*), sum(p.og)
      from (${PLAYED}) p cross join json_each(json_array('all', p.challenge)) as board
      cross join json_each(json_array(0, cast(substr(p.day, 1, 4) as integer))) as year
      where year.value is not null group by p.player, board.value, year.value`,
  },
  {
    table: "month_count",
    columns: ["challenge", "month", "verified", "originals"],
    amount: sql`verified`,
    counted: sql`select c.challenge, coalesce(substr(c.day, 1, 7), ''), count(*), sum(c.og) from completion c
      where c.deleted_at is null and c.pending is null group by 1, 2`,
  },
  {
    table: "combination_count",
    columns: ["challenge", "first", "second", "verified", "maps", "pending"],
    amount: sql`verified + pending`,
    counted: sql`select challenge, first, second, sum(not is_pending), sum(not is_pending and is_listed),
      sum(is_pending) from combination_of group by challenge, first, second`,
  },
];

/** A row of a counter that differs from a full count, or one that the counter lacks. */
export interface Miscount {
  readonly table: string;
  /** The row as a JSON object, by column name. */
  readonly row: string;
  /** 1: the row as stored. 0: the row as it should be. */
  readonly isStored: 0 | 1;
}

/** Most miscounts reported per table. */
const MOST_LISTED = 20;

function miscountsStatement({ table, columns, amount, counted }: Counter): CompiledQuery<Miscount> {
  const names = columns.map((column) => sql.ref(column));
  const named = columns.flatMap((column) => [sql.lit(column), sql.ref(column)]);
  const all = sql.join(names);
  return sql<Miscount>`
    with stored (${all}) as (select ${all} from ${sql.table(table)} where ${amount} <> 0),
      counted (${all}) as (${counted}),
      differing as (
        select 1 as is_stored, * from (select * from stored except select * from counted)
        union all select 0, * from (select * from counted except select * from stored)
      )
    select ${sql.lit(table)} as "table", json_object(${sql.join(named)}) as "row", is_stored as "isStored"
    from differing order by 2 limit ${MOST_LISTED}`.compile(sqlite);
}

/** Recounts everything that triggers count, and returns the differences. It reads every row, one table at a time. */
export async function findMiscounts(database: Pick<Database, "query">): Promise<Miscount[]> {
  const found: Miscount[] = [];
  for (const counter of COUNTERS) found.push(...(await database.query(NO_TAGS, miscountsStatement(counter))));
  return found;
}

/** The statements that recount everything. */
export const recountAll = (): CompiledQuery<unknown>[] =>
  COUNTERS.flatMap(({ table, columns, counted }) => [
    sqlite.deleteFrom(table as "completion_count").compile(),
    sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${counted}`.compile(
      sqlite,
    ),
  ]);
