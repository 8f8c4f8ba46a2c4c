import { sql } from "kysely";
import type { ChallengeDefinition } from "../../challenges/define.ts";
import { personKey } from "../../game/name-key.ts";
import { type Database, sqlite } from "./database.ts";

/** One line of a leaderboard. Verified completions only. */
export interface PersonCount {
  readonly person: string;
  readonly count: number;
  /** Different maps among them. */
  readonly uniquecount: number;
  /** Played most often; of several, the first by name. */
  readonly favoritemap: string | null;
  /** Null where none of the maps is known any more. */
  readonly favoritedifficulty: string | null;
}

export interface PersonCountQuery {
  readonly ogOnly: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The statement behind a leaderboard page; one aggregate over a challenge, counted once per data version. */
export function personCountsStatement(
  definition: ChallengeDefinition,
  { ogOnly, limit, offset }: PersonCountQuery,
) {
  return sql<PersonCount>`
    with played as (
      select p.person_key, p.person, c.seq, c.map, m.difficulty, m.difficulty_rank
      from completion_person p
      join completion c on c.seq = p.completion
      left join map m on m.name = c.map
      where p.challenge = ${definition.key} and c.pending is null ${ogOnly ? sql`and c.og = 1` : sql``}
    ),
    board as (
      select person_key, max(person) as person, count(distinct seq) as count, count(distinct map) as uniquecount
      from played group by person_key
      order by count desc, uniquecount desc, person_key limit ${limit} offset ${offset}
    ),
    maps as (
      select person_key, map, row_number() over (partition by person_key order by count(distinct seq) desc, map) as place
      from played where person_key in (select person_key from board) group by person_key, map
    ),
    difficulties as (
      select person_key, difficulty,
        row_number() over (partition by person_key order by count(distinct seq) desc, difficulty_rank desc) as place
      from played where difficulty is not null and person_key in (select person_key from board)
      group by person_key, difficulty
    )
    select board.person as person, board.count as count, board.uniquecount as uniquecount, maps.map as favoritemap,
      difficulties.difficulty as favoritedifficulty
    from board
    left join maps on maps.person_key = board.person_key and maps.place = 1
    left join difficulties on difficulties.person_key = board.person_key and difficulties.place = 1
    order by board.count desc, board.uniquecount desc, board.person_key`.compile(sqlite);
}

/** Larger than any character, so that `[prefix, prefix + LAST)` holds exactly what begins with the prefix. */
const LAST = "\u{10FFFF}";

/** Reads of the people who play. */
export function peopleReads(database: Database) {
  return {
    /** The players with most completions; equal ones by number of maps, then by name. */
    countAll: (definition: ChallengeDefinition, query: PersonCountQuery): Promise<PersonCount[]> =>
      database.query(personCountsStatement(definition, query)),

    /** Names that begin with the prefix, each person once, in alphabetical order. */
    async findAllByPrefix(
      prefix: string,
      offset: number,
      count: number,
    ): Promise<{ names: string[]; total: number }> {
      const key = personKey(prefix);
      const people = sqlite
        .selectFrom("completion_person")
        .where("person_key", ">=", key)
        .where("person_key", "<", key + LAST);
      const [counted] = await database.query(
        people.select((is) => is.fn.count<number>("person_key").distinct().as("total")).compile(),
      );
      const rows = await database.query(
        people
          .select((is) => is.fn.max("person").as("name"))
          .groupBy("person_key")
          .orderBy("person_key")
          .limit(count)
          .offset(offset)
          .compile(),
      );
      return { names: rows.map(({ name }) => name), total: counted?.total ?? 0 };
    },
  };
}
