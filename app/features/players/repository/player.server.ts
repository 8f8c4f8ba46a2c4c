import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { BoardLine, PlayerAnswer } from "../../../../domain/contract/players.ts";
import { personKey } from "../../../../domain/game/name-key.ts";
import type { Board } from "../../../../domain/lists/boards.ts";
import { type Database, sqlite, statement } from "../../../../server/db/database.ts";
import { completionsOf, NO_TAGS, partWhere, VERIFIED_PART } from "../../../../server/db/tags.ts";
import { shownAs, sortKeyRanges } from "../repository.server.ts";

/** A player, as any of their names finds them. */
export interface FoundPlayer {
  readonly id: number;
  /** Null: no completion names them now. */
  readonly name: string | null;
  readonly banned: number;
  readonly hidden: number;
}

export const playerStatement = (spelling: string) =>
  statement<FoundPlayer>`select player.id, ${shownAs(sql`player.id`)} as name, banned, hidden
    from player_name as n join player on player.id = n.player where n.name_key = ${personKey(spelling)}`;

/** The statement behind all names of a player, each in its most used spelling: what waits for a helper counts last. */
export const namesStatement = (player: number) =>
  statement<{ key: string; name: string | null }>`select own.name_key as key, (select used.credit
      from completion_player as used cross join completion as c on c.seq = used.completion where used.name = own.id
      group by used.credit order by sum(c.pending is null) desc, count(*) desc, min(c.seq) limit 1) as name
    from player_name as own where own.player = ${player} order by own.sort_key, own.name_key`;

/** Most spellings, towers and partners that are listed of one player. */
const MOST = 50;

/** The statements behind a player's page that read what triggers count of this player. */
const STATEMENTS = {
  challenges: (player: number) => sql<
    Omit<PlayerAnswer["challenges"][number], "records">
  >`select challenge, verified as completions, originals, maps from player_count
    where player = ${player} and verified > 0 order by verified desc, challenge`,
  years: (player: number) => sql<
    PlayerAnswer["years"][number]
  >`select year, verified as completions, originals
    from player_total where player = ${player} and board = 'all' and year > 0 and verified > 0 order by year desc`,
  maps: (player: number) => sql<PlayerAnswer["maps"][number]>`select map.name as map,
      case map.listed when 1 then map.difficulty end as difficulty, sum(verified) as completions, sum(originals) as originals
    from player_map_count as played cross join map on map.id = played.map
    where played.player = ${player} and verified > 0 group by map.id order by 3 desc, map.sort_key`,
};

/** What is counted of a player's own completions. `has_page`: only of partners. */
interface OwnRow {
  readonly of: "names" | "months" | "towers" | "partners";
  readonly name: string;
  readonly completions: number;
  readonly has_page: number | null;
}

/**
 * The statement behind what a player's verified completions have in common. It reads each of them once, which takes
 * longest; `played` has one more than once where several of the player's names are in it.
 */
export const playedStatement = (player: number) =>
  statement<OwnRow>`with played as materialized (select p.completion, p.credit, substr(c.day, 1, 7) as month
      from player_name as own cross join completion_player as p on p.name = own.id
        cross join completion as c on c.seq = p.completion and c.pending is null where own.player = ${player})
    select * from (select 'names' as "of", credit as name, count(*) as completions, null as has_page
      from played group by credit order by 3 desc, min(completion) limit ${MOST})
    union all select * from (select 'months', month, count(distinct completion), null
      from played where month is not null group by month order by month)
    union all select * from (select 'towers', t.tower, count(distinct t.completion), null
      from played cross join completion_tower as t on t.completion = played.completion
      group by t.tower order by 3 desc, 2 limit ${MOST})
    union all select * from (select 'partners', ${shownAs(sql`with_whom.player`)}, completions, hidden = 0 from (
        select other.player, count(distinct p.completion) as completions
        from played cross join completion_player as p on p.completion = played.completion
          cross join player_name as other on other.id = p.name and other.player <> ${player}
        group by other.player order by 2 desc, 1 limit ${MOST}) as with_whom
      join player on player.id = with_whom.player order by completions desc, with_whom.player)`;

type Statements = typeof STATEMENTS;

/** All that is said of one player, by part. */
export type PlayerParts = {
  readonly [Part in keyof Statements]: ReturnType<Statements[Part]> extends RawBuilder<infer Row>
    ? readonly Row[]
    : never;
} & Pick<PlayerAnswer, OwnRow["of"] | "formerNames">;

/** The parts of a player's page that triggers count, by name. */
export const PLAYER_PARTS = Object.keys(STATEMENTS) as (keyof Statements)[];

/** The statement of one part of a player's page. */
export const partStatement = (part: keyof Statements, player: number): CompiledQuery<unknown> =>
  STATEMENTS[part](player).compile(sqlite);

/** The statement that finds completions of a player, pending ones too, in the order in which they were recorded. */
export const runsStatement = (player: number, limit: number) =>
  statement<{ id: string }>`select c.id from (select distinct p.completion
      from player_name as own cross join completion_player as p on p.name = own.id where own.player = ${player}) as picked
    cross join completion as c on c.seq = picked.completion and c.deleted_at is null
    order by c.seq limit ${limit}`;

export function onePlayerReads(database: Database) {
  const tagsOf = (spelling: string) =>
    [completionsOf(null, partWhere([[`person:${personKey(spelling)}`]])), "players"] as const;
  return {
    /** Finds a player by any name, ignoring case and accents; null: nobody has it. */
    findByName: async (spelling: string): Promise<FoundPlayer | null> =>
      (await database.query(tagsOf(spelling), playerStatement(spelling)))[0] ?? null,

    /** Returns the ids of completions of a player, pending ones too. */
    listRuns: async (player: number, limit: number): Promise<string[]> =>
      (await database.query(NO_TAGS, runsStatement(player, limit))).map(({ id }) => id),

    /** @param spelling the name by which the player was found */
    async partsOf(
      { id: player, name }: Pick<FoundPlayer, "id"> & { readonly name: string },
      spelling: string,
    ): Promise<PlayerParts> {
      const tags = [...tagsOf(spelling), "maps"] as const;
      const parts = await Promise.all(
        PLAYER_PARTS.map(async (part) => [part, await database.query(tags, partStatement(part, player))]),
      );
      const all = await database.query(tags, namesStatement(player));
      const own = Map.groupBy(await database.query(tags, playedStatement(player)), (row) => row.of);
      const counted = (of: OwnRow["of"]) =>
        (own.get(of) ?? []).map(({ name, completions }) => ({ name, completions }));
      return {
        ...(Object.fromEntries(parts) as PlayerParts),
        names: counted("names"),
        formerNames: all.flatMap((each) =>
          each.name === null || each.key === personKey(name) ? [] : [each.name],
        ),
        months: counted("months").map(({ name: month, completions }) => ({ month, completions })),
        towers: counted("towers").map(({ name: tower, completions }) => ({ tower, completions })),
        partners: (own.get("partners") ?? []).map(({ name, completions, has_page }) => ({
          name,
          completions,
          hasPage: has_page === 1,
        })),
      };
    },
  };
}

export interface BoardQuery {
  readonly board: Board;
  /** Null: all years, with what has no day. */
  readonly year: number | null;
  /** The beginning of one of a player's names; null: all players. */
  readonly prefix: string | null;
  readonly offset: number;
  readonly count: number;
}

/** Boards of a challenge by its key, and of all by this name (migrations/0006-counters.sql, player_total). */
const boardKey = ({ challenge }: Board): string => challenge ?? "all";

const amountOf = ({ ogOnly }: Board): RawBuilder<number> => sql.ref(ogOnly ? "originals" : "verified");

/** The players `of` whom a name begins with a prefix. */
const isNamed = (prefix: string | null): RawBuilder<boolean> =>
  prefix === null
    ? sql`true`
    : sql`player in (select n.player from json_each(${JSON.stringify(sortKeyRanges(prefix))}) as range
        cross join player_name as n on n.sort_key >= range.value ->> '$.from' and n.sort_key < range.value ->> '$.to')`;

/** The lines of a board, without banned players, as SQL. */
const linesOf = ({ board, year }: Pick<BoardQuery, "board" | "year">): RawBuilder<unknown> =>
  sql`player_total where board = ${boardKey(board)} and year = ${year ?? 0} and ${amountOf(board)} > 0
    and player not in (select id from player where banned = 1)`;

/** A line as SQLite has it. */
type BoardRow = Omit<BoardLine, "hasPage"> & { readonly has_page: number };

/**
 * The statement behind a page of a board. It walks the board in its order up to the page's end, and counts how many are
 * above each number.
 */
export const boardStatement = ({ prefix, offset, count, ...query }: BoardQuery): CompiledQuery<BoardRow> => {
  const amount = amountOf(query.board);
  return statement<BoardRow>`with level (amount, rank) as materialized (select ${amount}, 1 + coalesce(
        sum(count(*)) over (order by ${amount} desc rows between unbounded preceding and 1 preceding), 0)
      from ${linesOf(query)} group by ${amount}),
    line as (select player, verified, originals, ${amount} as amount, sort_key from ${linesOf(query)}
      and ${isNamed(prefix)} order by ${amount} desc, sort_key, player limit ${count} offset ${offset})
    select rank, ${shownAs(sql`line.player`)} as name, verified as completions, originals,
      (select hidden = 0 from player where id = line.player) as has_page
    from line join level on level.amount = line.amount order by rank, sort_key, player`;
};

export const boardLengthStatement = ({ prefix, ...query }: BoardQuery) =>
  statement<{ total: number }>`select count(*) as total from ${linesOf(query)} and ${isNamed(prefix)}`;

/** The statement that counts a board's completions by year, 0 for those without a day. */
export const boardYearsStatement = ({
  challenge,
  ogOnly,
}: Board): CompiledQuery<{ year: number; total: number }> => {
  const amount = sql.ref(ogOnly ? "originals" : "verified");
  return statement<{ year: number; total: number }>`select cast(substr(month, 1, 4) as integer) as year,
    sum(${amount}) as total from month_count where ${challenge === null ? sql`true` : sql`challenge = ${challenge}`}
    group by 1 having total > 0 order by 1 desc`;
};

export function boardReads(database: Database) {
  return {
    /** Lists the players of a board, the best first, and says how many there are. */
    async listBoard(query: BoardQuery): Promise<{ lines: readonly BoardLine[]; total: number }> {
      const tags = [completionsOf(query.board.challenge, VERIFIED_PART), "players"] as const;
      const rows = await database.query(tags, boardStatement(query));
      const lines = rows.map(({ has_page, ...line }) => ({ ...line, hasPage: has_page === 1 }));
      const [length] = await database.query(tags, boardLengthStatement(query));
      return { lines, total: length?.total ?? 0 };
    },

    /** Returns the years in which a board has anything, newest first, and how much of it has no day. */
    async yearsOf(board: Board): Promise<{ years: readonly number[]; withoutDay: number }> {
      const rows = await database.query(
        [completionsOf(board.challenge, VERIFIED_PART)],
        boardYearsStatement(board),
      );
      return {
        years: rows.flatMap(({ year }) => (year === 0 ? [] : [year])),
        withoutDay: rows.find(({ year }) => year === 0)?.total ?? 0,
      };
    },
  };
}
