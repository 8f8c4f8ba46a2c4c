import { type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition } from "../../challenges/define.ts";
import { personKey } from "../../game/name-key.ts";
import { type Database, sqlite } from "./database.ts";

/** One line of a leaderboard. Verified completions only. */
export interface PlayerCount {
  readonly person: string;
  readonly count: number;
  /** Different maps among them. */
  readonly uniquecount: number;
  /** Played most often; of several, the first by name. */
  readonly favoritemap: string | null;
  /** Null where none of the maps is known any more. */
  readonly favoritedifficulty: string | null;
}

export interface PlayerCountQuery {
  readonly ogOnly: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The names under which the player of a spelling is known, as SQL for their ids. */
export function namesOfPlayer(spelling: string): RawBuilder<number> {
  return sql`(select own.id from player_name as asked join player_name as own on own.player = asked.player
    where asked.name_key = ${personKey(spelling)})`;
}

/** How a player is shown, as SQL: in the spelling used most, of several in the one used first. */
const shownAs = (player: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select used.credit from player_name as own join completion_player as used on used.name = own.id
    where own.player = ${player} group by used.credit order by count(*) desc, min(used.completion) limit 1)`;

/** The statement behind a leaderboard page; one aggregate over a challenge, counted once per data version. */
export function playerCountsStatement(
  definition: ChallengeDefinition,
  { ogOnly, limit, offset }: PlayerCountQuery,
) {
  return sql<PlayerCount>`
    with played as (
      select n.player, n.name_key, n.sort_key, c.seq, m.name as map, m.sort_key as map_key, m.listed, m.difficulty, m.difficulty_rank
      from completion_player p
      join player_name n on n.id = p.name
      join completion c on c.seq = p.completion
      join map m on m.id = c.map_id
      where p.challenge = ${definition.key} and c.pending is null ${ogOnly ? sql`and c.og = 1` : sql``}
    ),
    board as (
      select player, min(sort_key) as sort_key, min(name_key) as name_key, count(distinct seq) as count,
        count(distinct map) as uniquecount
      from played group by player
      order by count desc, uniquecount desc, sort_key, name_key limit ${limit} offset ${offset}
    ),
    maps as (
      select player, map, row_number() over (partition by player order by count(distinct seq) desc, map_key, map) as place
      from played where player in (select player from board) group by player, map
    ),
    difficulties as (
      select player, difficulty,
        row_number() over (partition by player order by count(distinct seq) desc, difficulty_rank desc) as place
      from played where listed = 1 and player in (select player from board)
      group by player, difficulty
    )
    select ${shownAs(sql`board.player`)} as person, board.count as count, board.uniquecount as uniquecount,
      maps.map as favoritemap, difficulties.difficulty as favoritedifficulty
    from board
    left join maps on maps.player = board.player and maps.place = 1
    left join difficulties on difficulties.player = board.player and difficulties.place = 1
    order by board.count desc, board.uniquecount desc, board.sort_key, board.name_key`.compile(sqlite);
}

/** Larger than any character, so that `[prefix, prefix + LAST)` holds exactly what begins with the prefix. */
const LAST = "\u{10FFFF}";

/** Reads of whoever plays. */
export function playerReads(database: Database) {
  return {
    /** The players with most completions; equal ones by number of maps, then by name. */
    countAll: (definition: ChallengeDefinition, query: PlayerCountQuery): Promise<PlayerCount[]> =>
      database.query(playerCountsStatement(definition, query)),

    /** Players whose name begins with the prefix, each once, in alphabetical order; those without completions left out. */
    async findAllByPrefix(
      prefix: string,
      offset: number,
      count: number,
    ): Promise<{ names: string[]; total: number }> {
      const key = personKey(prefix);
      const found = sql`from player_name as n where n.name_key >= ${key} and n.name_key < ${key + LAST}
        and exists (select 1 from completion_player where name = n.id)`;
      const [counted] = await database.query(
        sql<{ total: number }>`select count(distinct n.player) as total ${found}`.compile(sqlite),
      );
      const rows = await database.query(
        sql<{ name: string }>`select ${shownAs(sql`n.player`)} as name ${found}
          group by n.player order by min(n.sort_key), min(n.name_key) limit ${count} offset ${offset}`.compile(
          sqlite,
        ),
      );
      return { names: rows.map(({ name }) => name), total: counted?.total ?? 0 };
    },
  };
}
