import { type CompiledQuery, sql } from "kysely";
import { targetOf, tokenOfLink } from "../../../../domain/fields/link/target.ts";
import { matchOf } from "../../../../domain/game/words.ts";
import { type Database, sqlite, statement } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { shownAs } from "../../players/repository.server.ts";

/** A player of a completion, and another player whose name looks alike. */
export interface AlikePlayers {
  readonly name: string;
  readonly other: string;
}

/** The statement that finds the other live completions with a link to the same as one of these, oldest first. Made-up ones share theirs. */
export function sameLinkStatement(
  id: string,
  links: readonly string[],
  challenges: readonly string[],
  most: number,
): CompiledQuery<{ id: string }> {
  const match = matchOfLinks(links, challenges);
  return sql<{ id: string }>`select id from completion
    where seq in (select rowid from completion_search where completion_search match ${match})
    and id <> ${id} and deleted_at is null and sample = 0 order by created_at, id limit ${most}`.compile(
    sqlite,
  );
}

/** What proves a completion, by its id. */
export interface ProofOf {
  readonly id: string;
  readonly links: readonly string[];
}

/** The search that finds the live completions with a link to the same as one of these. */
const matchOfLinks = (links: readonly string[], challenges: readonly string[]): string => {
  const any = links.filter((link) => targetOf(link) !== null).map((link) => ({ word: tokenOfLink(link) }));
  return challenges.map((challenge) => matchOf({ any }, challenge)).join(" OR ");
};

/** The statement that finds which of these completions have a link or a file that another live one has, too. */
export const sharedProofsStatement = (
  proofs: readonly ProofOf[],
  challenges: readonly string[],
): CompiledQuery<{ id: string }> => {
  const given = proofs.map(({ id, links }) => ({ id, match: matchOfLinks(links, challenges) }));
  return sql<{ id: string }>`select own.id from json_each(${JSON.stringify(given)}) as g
    cross join completion as own on own.id = g.value ->> '$.id'
    where exists (select 1 from completion_search where completion_search match g.value ->> '$.match'
        and rowid <> own.seq and rowid not in (select seq from completion where sample = 1))
      or exists (select 1 from media as file cross join media as other on other.hash = file.hash
        cross join completion as e on e.id = other.completion
        where file.completion = own.id and other.completion <> own.id and e.deleted_at is null and e.sample = 0)`.compile(
    sqlite,
  );
};

/** The statement that finds the other live completions with a file of this one, oldest first. */
export const sameFileStatement = (id: string, most: number): CompiledQuery<{ id: string }> =>
  sql<{ id: string }>`select e.id from completion as e where e.id in (
      select other.completion from media as own cross join media as other on other.hash = own.hash
      where own.completion = ${id} and other.completion <> ${id})
    and e.deleted_at is null and e.sample = 0 order by e.created_at, e.id limit ${most}`.compile(sqlite);

/** A completion with a picture that looks the same, and the media keys of both. */
export interface SamePicture {
  readonly id: string;
  readonly own: string;
  readonly other: string;
}

/** The live completions on the map of `c` with a picture that looks like one of its own. Their files are `own` and `other`. */
const SAME_PICTURES = sql`media as own cross join picture_match as same on same.hash = own.hash
  cross join media as other on other.hash = same.other
  cross join completion as e on e.id = other.completion
  where own.completion = c.id and e.id <> c.id and e.map_id = c.map_id and e.deleted_at is null and e.sample = 0`;

/** The statement that finds them, oldest first: each with the first two files that look the same. */
export const samePictureStatement = (id: string, most: number): CompiledQuery<SamePicture> =>
  statement<SamePicture>`select e.id, min(own.key) as own, other.key as other from completion as c cross join ${SAME_PICTURES}
    and c.id = ${id} group by e.id order by e.created_at, e.id limit ${most}`;

/** The statement that finds which of these completions have such a picture. */
export const sharedPicturesStatement = (ids: readonly string[]): CompiledQuery<{ id: string }> =>
  statement<{ id: string }>`select c.id from json_each(${JSON.stringify(ids)}) as given
    cross join completion as c on c.id = given.value where exists (select 1 from ${SAME_PICTURES})`;

/** The statement that finds other players whose names look like those of a completion. */
export const alikePlayersStatement = (id: string, most: number): CompiledQuery<AlikePlayers> =>
  sql<AlikePlayers>`select played.credit as name, ${shownAs(sql`other.player`)} as other
    from completion as c cross join completion_player as played on played.completion = c.seq
    cross join player_name as own on own.id = played.name
    cross join player_name as other on other.look_key = own.look_key
    where c.id = ${id} and other.player <> own.player and trim(own.look_key) <> ''
      and exists (select 1 from completion_player where name = other.id)
    group by played.position, other.player order by played.position, min(other.id) limit ${most}`.compile(
    sqlite,
  );

/** Reads for helpers of what looks like a completion without being it. */
export const lookAlikeReads = (database: Database) => ({
  findIdsOfSameLink: async (...parameters: Parameters<typeof sameLinkStatement>): Promise<string[]> =>
    (await database.query(NO_TAGS, sameLinkStatement(...parameters))).map((row) => row.id),
  findIdsOfSameFile: async (...parameters: Parameters<typeof sameFileStatement>): Promise<string[]> =>
    (await database.query(NO_TAGS, sameFileStatement(...parameters))).map((row) => row.id),
  findSamePictures: (...parameters: Parameters<typeof samePictureStatement>): Promise<SamePicture[]> =>
    database.query(NO_TAGS, samePictureStatement(...parameters)),
  findSharedPictures: async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set((await database.query(NO_TAGS, sharedPicturesStatement(ids))).map(({ id }) => id)),
  findSharedProofs: async (
    ...parameters: Parameters<typeof sharedProofsStatement>
  ): Promise<ReadonlySet<string>> =>
    new Set((await database.query(NO_TAGS, sharedProofsStatement(...parameters))).map((row) => row.id)),
  findAlikePlayers: (id: string, most: number): Promise<AlikePlayers[]> =>
    database.query(NO_TAGS, alikePlayersStatement(id, most)),
});
