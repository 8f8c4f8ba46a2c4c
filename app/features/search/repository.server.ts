import { sql } from "kysely";
import { quotedIn } from "../../../domain/fields/find.ts";
import type { Known } from "../../../domain/search/reading.ts";
import { type NamedMap, type Vocabulary, vocabularyOf } from "../../../domain/search/vocabulary.ts";
import { cachedByTags } from "../../../server/cache/cached-by-tags.ts";
import { type Database, sqlite } from "../../../server/db/database.ts";
import { completionsOf, type Tag, VERIFIED_PART } from "../../../server/db/tags.ts";
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
 * The statement that looks up players by keys of names (domain/game/sort-key.ts), each name with a spelling from a verified
 * completion; null: there is none.
 */
export const playersStatement = (keys: readonly string[]) =>
  sql<{ key: string; player: number; name: string | null }>`
    select n.sort_key as key, n.player as player, (select p.credit from completion_player p join completion c on c.seq = p.completion
        where p.name = n.id and c.pending is null limit 1) as name
    from player_name n where n.sort_key in (select value from json_each(${JSON.stringify(keys)}))
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

/** Reads of what a search needs to know before it can understand a text. */
export function searchReads(database: Database) {
  const vocabularyOnce = cachedByTags<Vocabulary>(database);
  return {
    /** Returns all names that a search knows. Cached. */
    vocabulary: (challenges: readonly NamedChallenge[]): Promise<Vocabulary> =>
      vocabularyOnce(challenges.map(({ key }) => key).join(), async () => {
        const [rows, spellings] = await Promise.all([
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
        return vocabularyOf(maps, spellings, challenges);
      }),

    /** Returns which of these names are players', in any list, and which of these words rows of these challenges have. */
    async known(
      players: readonly string[],
      words: readonly string[],
      challenges: readonly string[],
    ): Promise<Known> {
      const inChallenges = challenges.map((key) => completionsOf(key));
      const [found, indexed] = await Promise.all([
        players.length === 0 ? [] : database.query(PLAYED, playersStatement(players)),
        words.length === 0 ? [] : database.query(inChallenges, indexedWordsStatement(words, challenges)),
      ]);
      return {
        players: Map.groupBy(
          found.flatMap(({ name, ...each }) => (name === null ? [] : [{ ...each, name }])),
          ({ key }) => key,
        ),
        indexedWords: new Set(indexed.map(({ word }) => word)),
      };
    },
  };
}
