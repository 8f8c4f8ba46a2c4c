import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { BoardLine } from "../../../../domain/contract/players.ts";
import type { Board } from "../../../../domain/lists/boards.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { completionsOf, VERIFIED_PART } from "../../../../server/db/tags.ts";
import { shownAs, sortKeyRanges } from "../repository.server.ts";

/** Which part of a board is requested. */
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
  return sql<BoardRow>`with level (amount, rank) as materialized (select ${amount}, 1 + coalesce(
        sum(count(*)) over (order by ${amount} desc rows between unbounded preceding and 1 preceding), 0)
      from ${linesOf(query)} group by ${amount}),
    line as (select player, verified, originals, ${amount} as amount, sort_key from ${linesOf(query)}
      and ${isNamed(prefix)} order by ${amount} desc, sort_key, player limit ${count} offset ${offset})
    select rank, ${shownAs(sql`line.player`)} as name, verified as completions, originals,
      (select hidden = 0 from player where id = line.player) as has_page
    from line join level on level.amount = line.amount order by rank, sort_key, player`.compile(sqlite);
};

/** The statement that counts a board's lines. */
export const boardLengthStatement = ({ prefix, ...query }: BoardQuery): CompiledQuery<{ total: number }> =>
  sql<{ total: number }>`select count(*) as total from ${linesOf(query)} and ${isNamed(prefix)}`.compile(
    sqlite,
  );

/** The statement that counts a board's completions by year, 0 for those without a day. */
export const boardYearsStatement = ({
  challenge,
  ogOnly,
}: Board): CompiledQuery<{ year: number; total: number }> => {
  const amount = sql.ref(ogOnly ? "originals" : "verified");
  return sql<{ year: number; total: number }>`select cast(substr(month, 1, 4) as integer) as year,
    sum(${amount}) as total from month_count where ${challenge === null ? sql`true` : sql`challenge = ${challenge}`}
    group by 1 having total > 0 order by 1 desc`.compile(sqlite);
};

/** Reads of the boards. */
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
