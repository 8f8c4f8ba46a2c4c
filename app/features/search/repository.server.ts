import { sql } from "kysely";
import type { NameCountsAnswer } from "../../../domain/contract/names.ts";
import { majorVersion, newerOf, versionOrder } from "../../../domain/game/versions.ts";
import { quotedIn } from "../../../domain/game/words.ts";
import type { KnownWords, PlayerName } from "../../../domain/search/reading.ts";
import { type NamedMap, type Vocabulary, vocabularyOf } from "../../../domain/search/vocabulary.ts";
import { cachedByTags } from "../../../server/cache/bounded-cache.ts";
import { bind, type Database, sqlite } from "../../../server/db/database.ts";
import { completionsOf, type Tag, VERIFIED_PART } from "../../../server/db/tags.ts";
import type { CurrentCatalogue } from "../catalogue/repository.server.ts";
import { shownAs } from "../players/repository.server.ts";
import { spellingReads } from "../spellings/repository.server.ts";

interface NamedChallenge {
  readonly key: string;
  readonly label: string;
  readonly name: string;
}

/** The statement behind the names of maps. Deleted maps are included: their completions are found by their words. */
const mapsByNameStatement = () =>
  sql<{
    id: number;
    name: string;
    abbreviation: string | null;
    otherNames: string;
    difficulty: string | null;
    listed: number;
  }>`
    select m.id as id, m.name as name, m.difficulty as difficulty, m.abbreviation as abbreviation, m.listed as listed,
      (select json_group_array(n.name) from map_name n where n.map = m.id and n.status <> 'current') as otherNames
    from map m order by m.id`.compile(sqlite);

/**
 * The statement that looks up players by sort keys of their names (domain/game/name-key.ts), with every spelling of all
 * their names (JSON). Whoever has no verified completion under any name is none.
 */
export const playersStatement = (keys: readonly string[]) =>
  sql<Omit<PlayerName, "spellings"> & { readonly sort: string; readonly spellings: string }>`
    select n.sort_key as sort, n.name_key as key, n.player as player, ${shownAs(sql`n.player`)} as shown,
      (select json_group_array(distinct p.credit) from player_name own
        cross join completion_player p on p.name = own.id where own.player = n.player) as spellings
    from player_name n where n.sort_key in (select value from json_each(${JSON.stringify(keys)}))
      and exists (select 1 from player_name own cross join completion_player p on p.name = own.id
        cross join completion c on c.seq = p.completion and c.pending is null where own.player = n.player)
    order by n.sort_key, n.id`.compile(sqlite);

/**
 * The statement that finds which of these words some row of these challenges has, whole or as the beginning of a word.
 */
export const indexedWordsStatement = (words: readonly string[], challenges: readonly string[]) =>
  sql<{ word: string }>`
    select json_extract(searched.value, '$[0]') as word from json_each(${JSON.stringify(
      words.map((word) => [word, challenges.map((key) => `${quotedIn(key, word)}*`).join(" OR ")]),
    )}) as searched
    where exists (select 1 from completion_search
      where completion_search match json_extract(searched.value, '$[1]') limit 1)`.compile(sqlite);

/** Who is a player: whoever is named in verified completions. */
const PLAYED: readonly Tag[] = [completionsOf(null, VERIFIED_PART), "players"];

/** The statement behind the newest version that changed a tower, or that is known to have come out. */
export const newestChangeStatement = () =>
  sql<{ version: string }>`
    select version from (
      select * from (select version, version_order from balance_change order by version_order desc limit 1)
      union all
      select version, version_order from game_version
        where version_order = (select max(version_order) from game_version))
    order by version_order desc limit 1`.compile(sqlite);

/** So many majors above what is known otherwise are looked for: the game has about six a year. */
const MAJORS_AHEAD = 60;

/** Returns the order of the first version of a major (domain/game/versions.ts), for the major of a version and those above. */
function majorsAbove(version: string): readonly number[] {
  const major = majorVersion(version) ?? 0;
  return Array.from({ length: MAJORS_AHEAD }, (_, at) => versionOrder(String(major + at)) ?? 0);
}

interface PlayedVersion {
  readonly major: number;
  readonly version: string | null;
  readonly player: number | null;
}

/**
 * The statement that finds, for each challenge and major, the verified completion of the newest version, and the one of
 * the newest version that another player has. It reads one row of each, and as many more as the first player has.
 */
export const versionsPlayedStatement = (majors: readonly number[], challenges: readonly string[]) =>
  sql<PlayedVersion>`
    with newest as materialized (
      select m.value as major, k.key as challenge, (
        select c.seq from completion c where c.challenge = k.key and c.deleted_at is null and c.pending is null
          and c.version_order >= m.value and c.version_order < m.value + 1000000
        order by c.version_order desc, c.id desc limit 1) as first
      from (select value from json_each(${JSON.stringify(majors)})) m, (select value as key from json_each(${JSON.stringify(challenges)})) k
    ), played as (
      select newest.*, (select n.player from completion_player p join player_name n on n.id = p.name
        where p.completion = newest.first and p.position = 0) as player
      from newest where newest.first is not null
    )
    select major, player, (select version from completion where seq = first) as version from played
    union all
    select t.major, n.player, c.version from played t
      join completion c on c.seq = (
        select o.seq from completion o where o.challenge = t.challenge and o.deleted_at is null and o.pending is null
          and o.version_order >= t.major and o.version_order < t.major + 1000000
          and exists (select 1 from completion_player q join player_name r on r.id = q.name
            where q.completion = o.seq and q.position = 0 and r.player <> t.player)
        order by o.version_order desc, o.id desc limit 1)
      join completion_player p on p.completion = c.seq and p.position = 0
      join player_name n on n.id = p.name`.compile(sqlite);

/** Returns the newest version of a major that two players have completions of; null: there is none. */
function newestPlayed(played: readonly PlayedVersion[]): string | null {
  const orderOf = ({ version }: PlayedVersion): number => versionOrder(version ?? "") ?? 0;
  const attested = [...Map.groupBy(played, ({ major }) => major).values()].flatMap((same) => {
    const [first, ...others] = same.toSorted((one, other) => orderOf(other) - orderOf(one));
    return others.find(({ player }) => player !== first?.player) ?? [];
  });
  const [newest] = attested.toSorted((one, other) => orderOf(other) - orderOf(one));
  return newest?.version ?? null;
}

/** The statement behind how much there is of each name. It reads counts, as many as there are names. */
export const nameCountsStatement = () =>
  sql<{ kind: keyof NameCountsAnswer; name: string; count: number }>`
    select 'towers' as kind, tower as name, completions as count from tower_use where completions > 0
    union all
    select 'maps', (select name from map where id = n.map), sum(n.count) from completion_count n
      group by n.map having sum(n.count) > 0
    union all
    select 'challenges', challenge, sum(count) from challenge_count group by challenge having sum(count) > 0`.compile(
    sqlite,
  );

/** Returns how many completions each tower, map and challenge has. */
async function nameCounts(database: Database): Promise<NameCountsAnswer> {
  const all: NameCountsAnswer = { towers: {}, maps: {}, challenges: {} };
  const rows = await database.query(["completions", "maps"], nameCountsStatement());
  for (const { kind, name, count } of rows) all[kind][name] = count;
  return all;
}

/** Reads of what a search needs to know before it can understand a text. */
export function searchReads(database: Database, catalogueNow: CurrentCatalogue) {
  const vocabularyOnce = cachedByTags<Vocabulary>(database);
  const newestOnce = cachedByTags<string>(database);
  const newestVersion = (challenges: readonly string[]): Promise<string> =>
    newestOnce(challenges.join(), async () => {
      const [changed] = await database.query(["balance-changes", "game-versions"], newestChangeStatement());
      const { newestVersion: known } = await catalogueNow();
      const floor = newerOf(known ?? "", changed?.version ?? null);
      const statement = versionsPlayedStatement(majorsAbove(floor), challenges);
      const played = await database.query(PLAYED, statement);
      return newerOf(floor, newestPlayed(played));
    });
  return {
    /** Returns all names that a search knows. Cached. */
    vocabulary: (challenges: readonly NamedChallenge[]): Promise<Vocabulary> =>
      vocabularyOnce(challenges.map(({ key }) => key).join(), async () => {
        const [catalogue, rows, spellings] = await Promise.all([
          catalogueNow(),
          database.query(["maps"], mapsByNameStatement()),
          spellingReads(database).findAll(),
        ]);
        const maps = rows.map(({ id, name, abbreviation, otherNames, difficulty, listed }): NamedMap => {
          const others: string[] = JSON.parse(otherNames);
          return {
            id,
            difficulty,
            name,
            otherNames: abbreviation ? [abbreviation, ...others] : others,
            isListed: listed === 1,
          };
        });
        return vocabularyOf(maps, spellings, challenges, catalogue);
      }),

    /**
     * Returns which of these names are players', in any list, which of these words rows of these challenges have, and
     * the newest version.
     * @param playedIn all challenges, whose versions count; null if the newest version is not needed
     */
    async known(
      players: readonly string[],
      words: readonly string[],
      challenges: readonly string[],
      playedIn: readonly string[] | null = null,
    ): Promise<KnownWords> {
      const inChallenges = challenges.map((key) => completionsOf(key));
      const [found, indexed] = await Promise.all([
        players.length === 0 ? [] : database.query(PLAYED, playersStatement(players)),
        words.length === 0 ? [] : database.query(inChallenges, indexedWordsStatement(words, challenges)),
      ]);
      return {
        players: new Map(
          Array.from(
            Map.groupBy(found, ({ sort }) => sort),
            ([sort, named]) => [
              sort,
              named.map(({ sort: _, spellings, ...each }) => ({ ...each, spellings: JSON.parse(spellings) })),
            ],
          ),
        ),
        indexedWords: new Set(indexed.map(({ word }) => word)),
        newestVersion:
          playedIn === null ? ((await catalogueNow()).newestVersion ?? "") : await newestVersion(playedIn),
      };
    },

    /**
     * Returns the newest version of the game that is known: of the facts, of a balance change, of those that came out, or of verified
     * completions of two players in these challenges. Cached.
     */
    newestVersion,

    ...bind(database, { nameCounts }),
  };
}
