import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { DIFFICULTIES } from "../../../domain/game/facts.ts";
import { personKey, personSortKey } from "../../../domain/game/name-key.ts";
import { bind, type Database, statement } from "../../../server/db/database.ts";
import { completionsOf } from "../../../server/db/tags.ts";

/** One line of a leaderboard. Only verified completions count. */
export interface PlayerCount {
  readonly person: string;
  readonly count: number;
  /** The number of different maps among them. */
  readonly uniquecount: number;
  /** The map played most often; among equals, the first by name. */
  readonly favoritemap: string | null;
  /** Null when none of the maps is known any more. */
  readonly favoritedifficulty: string | null;
}

export interface PlayerCountQuery {
  readonly ogOnly: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The names of the player whom a spelling means, as SQL for their ids. */
export function namesOfPlayer(spelling: string): RawBuilder<number> {
  return sql`(select own.id from player_name as named join player_name as own on own.player = named.player
    where named.name_key = ${personKey(spelling)})`;
}

/** Completions that wait for a helper: they say nothing of how a name is spelled. */
const PENDING = sql`(select seq from completion where pending is not null and deleted_at is null)`;

/** How a player is shown who chose nothing and is spelled in one way alone: nothing is counted. Null for all others. */
const onlySpelling = (player: RawBuilder<unknown>) =>
  sql`(select case when min(first) = max(last) then min(first) end from (select
    (select credit from completion_player where name = own.id order by credit limit 1) as first,
    (select credit from completion_player where name = own.id order by credit desc limit 1) as last
    from player_name as own where own.player = ${player}))`;

/**
 * How a player is shown, as SQL, everywhere: in the spelling that a helper or the owner chose, if it is of one of the
 * player's names; else in the most used spelling of the name that the player was made for, else of any of their names. Among
 * equals the one used first counts, and what waits for a helper counts for nothing.
 */
export const shownAs = (player: RawBuilder<unknown>): RawBuilder<string> =>
  sql`coalesce((select me.shown_as from player as me
      join player_name as own on own.name_key = me.shown_key and own.player = me.id where me.id = ${player}),
    ${onlySpelling(player)},
    (select used.credit from player_name as own join completion_player as used on used.name = own.id
      where own.player = ${player} group by own.id, used.credit
      order by own.name_key = (select origin_key from player where id = own.player) desc,
        sum(used.completion not in ${PENDING}) desc, count(*) desc, min(used.completion) limit 1))`;

/** A line of a leaderboard as stored, with the counts on each map. */
interface BoardRow extends Pick<PlayerCount, "person" | "count" | "uniquecount"> {
  /** JSON: [map, verified, originals] of each map, by its number. */
  readonly onMaps: string;
}

/** The statement behind a page of a leaderboard. It walks the counts in their order, and reads one row per line. */
export function playerCountsStatement(
  definition: ChallengeDefinition,
  { ogOnly, limit, offset }: PlayerCountQuery,
): CompiledQuery<BoardRow> {
  const count = sql.ref(ogOnly ? "originals" : "verified");
  const maps = sql.ref(ogOnly ? "original_maps" : "maps");
  return statement<BoardRow>`select ${shownAs(sql`board.player`)} as person, ${count} as count, ${maps} as uniquecount,
      on_maps as "onMaps" from player_count as board
    where challenge = ${definition.key} and ${count} > 0
      and player not in (select id from player where banned = 1)
    order by ${count} desc, ${maps} desc, sort_key, name_key limit ${limit} offset ${offset}`;
}

/** A map that a leaderboard names. */
interface BoardMap {
  readonly id: number;
  readonly name: string;
  /** Null: it is not one of the index's maps. */
  readonly difficulty: string | null;
}

/** The statement behind the maps with these ids, by name. */
const boardMapsStatement = (ids: readonly number[]) =>
  statement<BoardMap>`select id, name, case listed when 1 then difficulty end as difficulty from map
    where id in (select value from json_each(${JSON.stringify(ids)})) order by sort_key, name`;

/** Returns the key with the largest amount; among equals, the first. Null: every amount is 0. */
function mostOf<What>(amounts: ReadonlyMap<What, number>): What | null {
  let most: readonly [What | null, number] = [null, 0];
  for (const [what, amount] of amounts) if (amount > most[1]) most = [what, amount];
  return most[0];
}

/** Sums amounts by key, with keys in order of first appearance. */
function sumsBy<What, Key>(
  all: readonly What[],
  keyOf: (each: What) => Key,
  amountOf: (each: What) => number,
): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const each of all) sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0) + amountOf(each));
  return sums;
}

/**
 * Returns what the player of a line plays most.
 * @param amounts how much there is on each map, by its id
 * @param maps all of those maps, by name
 */
function favorites(
  amounts: ReadonlyMap<number, number>,
  maps: readonly BoardMap[],
): Pick<PlayerCount, "favoritemap" | "favoritedifficulty"> {
  const amountOf = ({ id }: BoardMap): number => amounts.get(id) ?? 0;
  const byDifficulty = sumsBy(maps, ({ difficulty }) => difficulty, amountOf);
  return {
    favoritemap: mostOf(sumsBy(maps, ({ name }) => name, amountOf)),
    // Among equals, the hardest wins.
    favoritedifficulty: mostOf(
      new Map(DIFFICULTIES.toReversed().map((each) => [each, byDifficulty.get(each) ?? 0])),
    ),
  };
}

/** The largest character, so that `[prefix, prefix + LAST)` holds exactly what begins with the prefix. */
const LAST = "\u{10FFFF}";

/** Most digits of a number in a name that is still being typed; a longer number gets only one range. */
const MOST_DIGITS = 12;

/**
 * Returns the ranges of sort keys (domain/game/name-key.ts) that hold what begins with a prefix. A sort key puts the number of
 * digits before a number: where the prefix ends in digits, more may follow, so there is a range for each length.
 */
export function sortKeyRanges(prefix: string): { readonly from: string; readonly to: string }[] {
  const text = prefix.trim();
  const [digits = ""] = /(?<![0-9])[0-9]+$/.exec(text) ?? [];
  const number = digits.replace(/^0+/, "");
  // A letter behind it keeps a blank before the digits.
  const key = personSortKey(`${text.slice(0, text.length - digits.length)}x`).slice(0, -1);
  const starts =
    number === ""
      ? [key]
      : Array.from({ length: Math.max(1, MOST_DIGITS - number.length + 1) }, (_, more) => {
          const length = String(number.length + more).padStart(2, "0");
          return key + length + number;
        });
  return starts.filter((start) => start !== "").map((from) => ({ from, to: from + LAST }));
}

export interface SuggestedPlayer {
  readonly name: string;
  /** The first of their names that begins so, in some spelling. */
  readonly matched: string;
  /** Their verified completions, and the originals among these. */
  readonly verified: number;
  readonly originals: number;
}

/** How many of these the player of a row of `first` has in all challenges, as SQL. */
const countedOf = (what: "verified" | "originals"): RawBuilder<number> =>
  sql`(select coalesce(sum(${sql.ref(what)}), 0) from player_count where player = first.player)`;

/**
 * The statement behind the players with a name that begins with a prefix, ignoring case and accents: each player once, as
 * they are shown, matches of the first prefix first, without those who are banned or have no page. It reads only some rows
 * of an index, however many there are.
 */
export function suggestedPlayersStatement(prefixes: readonly string[], most: number) {
  // A player may have several matching names.
  const read = most * 4;
  return statement<SuggestedPlayer>`
    with range as (
      select key as place, json_extract(value, '$.from') as first, json_extract(value, '$.to') as last
      from json_each(${JSON.stringify(prefixes.flatMap(sortKeyRanges))})
    ),
    found as (
      select n.player, range.place, n.sort_key, n.id
      from range cross join player_name as n
      where n.sort_key >= range.first and n.sort_key < range.last
        and n.player not in (select id from player where hidden = 1 union select id from player where banned = 1)
        and exists (select 1 from completion_player as p where p.name = n.id)
      limit ${read}
    )
    select ${shownAs(sql`first.player`)} as name,
      (select credit from completion_player where name = first.id order by credit limit 1) as matched,
      ${countedOf("verified")} as verified, ${countedOf("originals")} as originals
    from (select player, id, place, sort_key,
        row_number() over (partition by player order by place, sort_key, id) as nth from found) as first
    where nth = 1 order by place, sort_key, player limit ${most}`;
}

/** Lists the players with the most completions; ties are ordered by number of maps, then by name. */
async function countAll(
  database: Database,
  definition: ChallengeDefinition,
  query: PlayerCountQuery,
): Promise<PlayerCount[]> {
  const rows = await database.query(
    [completionsOf(definition.key), "players"],
    playerCountsStatement(definition, query),
  );
  const board = rows.map(({ onMaps, ...row }) => {
    const counted: readonly [number, number, number][] = JSON.parse(onMaps);
    return { row, amounts: new Map(counted.map(([map, all, ogs]) => [map, query.ogOnly ? ogs : all])) };
  });
  const ids = new Set(board.flatMap(({ amounts }) => [...amounts.keys()]));
  const maps = ids.size === 0 ? [] : await database.query(["maps"], boardMapsStatement([...ids]));
  return board.map(({ row, amounts }) => ({ ...row, ...favorites(amounts, maps) }));
}

/**
 * Finds at most `most` players by the beginning of a name, ignoring case and accents, matches of the first prefix
 * first.
 */
const suggest = (database: Database, prefixes: readonly string[], most: number): Promise<SuggestedPlayer[]> =>
  database.query(["completions", "players"], suggestedPlayersStatement(prefixes, most));

/**
 * Lists players after an id, each with every spelling in verified completions, the most used first. `next`: where
 * to continue; null: this was the last page.
 */
async function listAfter(
  database: Database,
  after: number,
  count: number,
): Promise<{ rows: { name: string; spellings: string[] }[]; next: number | null }> {
  const players = sql`select id from player where id > ${after} order by id limit ${count}`;
  const [page] = await database.query(
    ["completions", "players"],
    statement<{ last: number | null; players: number }>`select max(id) as last, count(*) as players
      from (${players})`,
  );
  const credits = await database.query(
    ["completions", "players"],
    statement<{
      player: number;
      credit: string;
      shown: string;
    }>`select own.player as player, played.credit as credit, ${shownAs(sql`own.player`)} as shown
      from (${players}) as page cross join player_name as own on own.player = page.id
      cross join completion_player as played on played.name = own.id
      cross join completion as c on c.seq = played.completion
      where c.pending is null
      group by own.player, played.credit
      order by own.player, count(*) desc, min(c.seq)`,
  );
  const rows = Array.from(Map.groupBy(credits, ({ player }) => player).values(), (own) => ({
    name: own[0]?.shown ?? "",
    spellings: own.map(({ credit }) => credit),
  }));
  return { rows, next: page && page.players === count ? page.last : null };
}

/**
 * Finds players by the beginning of a name, each once, in alphabetical order, without those who have no completions
 * or are banned.
 */
async function findAllByPrefix(
  database: Database,
  prefix: string,
  offset: number,
  count: number,
): Promise<{ names: string[]; total: number }> {
  const key = personKey(prefix);
  const found = sql`from player_name as n where n.name_key >= ${key} and n.name_key < ${key + LAST}
    and n.player not in (select id from player where banned = 1)
    and exists (select 1 from completion_player where name = n.id)`;
  const [counted] = await database.query(
    ["completions", "players"],
    statement<{ total: number }>`select count(distinct n.player) as total ${found}`,
  );
  const rows = await database.query(
    ["completions", "players"],
    // Only the page's players are looked up.
    statement<{ name: string }>`with page as materialized (select n.player, min(n.sort_key) as sort_key,
        min(n.name_key) as name_key ${found} group by n.player
        order by min(n.sort_key), min(n.name_key) limit ${count} offset ${offset})
      select ${shownAs(sql`page.player`)} as name from page order by sort_key, name_key`,
  );
  return { names: rows.map(({ name }) => name), total: counted?.total ?? 0 };
}

export const playerReads = (database: Database) =>
  bind(database, { countAll, suggest, listAfter, findAllByPrefix });
