import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { type Database, statement, unionAll } from "../../../server/db/database.ts";
import { completionsOf, partOf, partWhere, type Tag, VERIFIED_PART } from "../../../server/db/tags.ts";
import { MARKED_FIRST } from "../completions/repository/record-order.server.ts";
import { namesOfPlayer } from "../players/repository.server.ts";

/** What is there of one tower with others, as JSON: the other's name to [maps, pending]. */
interface CombinationRow {
  readonly first: string;
  readonly others: string;
}

interface TowerOnMap {
  readonly tower: string;
  readonly map: number;
  readonly verified: number;
  readonly originals: number;
  readonly pending: number;
}

interface CountRow {
  readonly challenge: string;
  readonly map: number;
  readonly verified: number;
  readonly pending: number;
}

interface BestRow {
  readonly at: number;
  readonly map: number;
  /** The less the better. */
  readonly amount: number;
  readonly filekey: string;
}

/** A column of the coverage of maps: the record of a challenge, perhaps of one type or one major version. */
export interface RecordColumn {
  readonly definition: ChallengeDefinition;
  readonly completionType: string | null;
  readonly major: number | null;
}

/** The live completions `c` of a player in a challenge, each once. */
const playedBy = (player: string, challenge: string): RawBuilder<unknown> =>
  sql`(select distinct completion from completion_player
    where name in ${namesOfPlayer(player)} and challenge = ${challenge}) as picked
    cross join completion c on c.seq = picked.completion`;

const tagsOfPlayer = (challenge: string, player: string): readonly Tag[] => [
  completionsOf(challenge, partOf([{ on: "person", position: null, person: player }])),
  "players",
];

/** The statement behind the triangle of a challenge, or of one player in it: a row for each first name. */
export function combinationsStatement(
  { key }: ChallengeDefinition,
  player: string | null,
): CompiledQuery<CombinationRow> {
  const counts =
    player === null
      ? sql`select first, second, maps, pending from combination_count
          where challenge = ${key} and verified + pending > 0`
      : sql`select of.first, of.second, sum(not of.is_pending and of.is_listed) as maps, sum(of.is_pending) as pending
          from ${playedBy(player, key)} cross join combination_of of on of.seq = c.seq group by 1, 2`;
  return statement<CombinationRow>`select first, json_group_object(second, json_array(maps, pending)) as others
    from (${counts}) group by first`;
}

/** The statement behind what one player has of each tower on each map. */
export const towersOfPlayerStatement = ({ key }: ChallengeDefinition, player: string) =>
  statement<TowerOnMap>`select c.tower1 as tower, c.map_id as map, sum(c.pending is null) as verified,
      sum(c.pending is null and c.og = 1) as originals, count(c.pending) as pending
    from ${playedBy(player, key)} where c.tower1 is not null group by 1, 2`;

/** How many completions a challenge has on each map, of those that have any. */
export const countsOnMapsStatement = (challenges: readonly string[], map: number | null) =>
  statement<CountRow>`select n.challenge, n.map, sum(n.count * (not n.pending)) as verified, sum(n.count * n.pending) as pending
    from json_each(${JSON.stringify(challenges)}) as k cross join completion_count n on n.challenge = k.value
    ${map === null ? sql`` : sql`where n.map = ${map}`}
    group by n.challenge, n.map having sum(n.count) > 0`;

/** The best verified completion of each column on each map. For each, SQLite looks at the beginning of an index. */
export const bestOnMapsStatement = (columns: readonly RecordColumn[], map: number | null) =>
  statement<BestRow>`${unionAll(
    columns.map(({ definition: { key }, completionType, major }, at) => {
      const peersOn = (
        map: string,
      ) => sql`completion r where r.challenge = ${key} and r.map_id = ${sql.ref(map)} and r.deleted_at is null
        and r.pending is null and r.record_amount is not null
        ${completionType === null ? sql`` : sql`and r.completion_type = ${completionType}`}
        ${major === null ? sql`` : sql`and r.major_version = ${major}`}`;
      // The limit has SQLite look for each amount once, not wherever it is named.
      return sql<BestRow>`select ${sql.lit(at)} as at, picked.id as map, picked.amount,
          (select r.id from ${peersOn("picked.id")} and r.record_amount = picked.amount
            order by ${MARKED_FIRST} limit 1) as filekey
        from (select m.id, (select min(r.record_amount) from ${peersOn("m.id")}) as amount from map m
          where m.listed = 1 ${map === null ? sql`` : sql`and m.id = ${map}`} limit -1) as picked
        where picked.amount is not null`;
    }),
  )}`;

/** Which of these combinations anybody has, done or pending. `keys`: JSON arrays of two names, the second may be empty. */
export const takenCombinationsStatement = (
  { key }: ChallengeDefinition,
  keys: readonly (readonly [string, string])[],
) =>
  statement<{ at: number }>`select k.key as at from json_each(${JSON.stringify(keys)}) as k
    cross join combination_count n on n.challenge = ${key} and n.first = k.value ->> '$[0]'
      and n.second = k.value ->> '$[1]'
    where n.verified + n.pending > 0`;

/** Which of these identities (domain/challenges/fields.ts) a live completion has, verified or pending. */
export const takenIdentitiesStatement = (
  { key }: ChallengeDefinition,
  identities: readonly string[],
): CompiledQuery<{ at: number }> => {
  const live = sql`completion c where c.challenge = ${key} and c.identity = k.value and c.deleted_at is null`;
  return statement<{ at: number }>`select k.key as at from json_each(${JSON.stringify(identities)}) as k
    where exists (select 1 from ${live} and c.pending is null)
      or exists (select 1 from ${live} and c.pending is not null)`;
};

/** What one player has in a challenge, done or pending. */
export const ownStatement = (
  { key }: ChallengeDefinition,
  player: string,
): CompiledQuery<{ towers: string; map: number }> =>
  statement<{
    towers: string;
    map: number;
  }>`select c.towers, c.map_id as map from ${playedBy(player, key)}`;

export function coverageReads(database: Database) {
  return {
    /** By one name of a pair and the other: on how many maps it is done, and how many are pending. */
    async listCombinations(
      definition: ChallengeDefinition,
      player: string | null,
    ): Promise<readonly { first: string; others: Readonly<Record<string, readonly [number, number]>> }[]> {
      const tags = player === null ? [completionsOf(definition.key)] : tagsOfPlayer(definition.key, player);
      const rows = await database.query([...tags, "maps"], combinationsStatement(definition, player));
      return rows.map(({ first, others }) => ({ first, others: JSON.parse(others) }));
    },

    listTowersOfPlayer: (definition: ChallengeDefinition, player: string): Promise<readonly TowerOnMap[]> =>
      database.query(tagsOfPlayer(definition.key, player), towersOfPlayerStatement(definition, player)),

    /** @param map its number; null: all maps */
    countOnMaps: (challenges: readonly string[], map: number | null) =>
      database.query(
        challenges.map((key) => completionsOf(key, map === null ? null : partWhere([[`map id:${map}`]]))),
        countsOnMapsStatement(challenges, map),
      ),

    listBestOnMaps: (columns: readonly RecordColumn[], map: number | null) => {
      const part = map === null ? VERIFIED_PART : partWhere([["verified"], [`map id:${map}`]]);
      return database.query(
        [...columns.map(({ definition }) => completionsOf(definition.key, part)), "maps"],
        bestOnMapsStatement(columns, map),
      );
    },

    async findTakenCombinations(
      definition: ChallengeDefinition,
      keys: readonly (readonly [string, string])[],
    ): Promise<ReadonlySet<number>> {
      const rows = await database.query(
        [completionsOf(definition.key)],
        takenCombinationsStatement(definition, keys),
      );
      return new Set(rows.map(({ at }) => at));
    },

    async findTakenIdentities(
      definition: ChallengeDefinition,
      identities: readonly string[],
    ): Promise<ReadonlySet<number>> {
      const rows = await database.query(
        [completionsOf(definition.key)],
        takenIdentitiesStatement(definition, identities),
      );
      return new Set(rows.map(({ at }) => at));
    },

    /** The towers and the map of everything that a player has in a challenge, done or pending. */
    async listOwn(definition: ChallengeDefinition, player: string) {
      const rows = await database.query(
        tagsOfPlayer(definition.key, player),
        ownStatement(definition, player),
      );
      return rows.map(({ towers, map }) => ({ towers: JSON.parse(towers) as readonly string[], map }));
    },
  };
}
