import { type CompiledQuery, sql } from "kysely";
import { targetOf, tokenOfLink } from "../../../../domain/fields/link/target.ts";
import { matchOf } from "../../../../domain/game/words.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";
import { shownAs } from "../../players/repository.server.ts";

/** A player of a completion, and another player whose name looks alike. */
export interface AlikePlayers {
  readonly name: string;
  readonly other: string;
}

/** The statement that finds the other live completions with a link to the same as one of these, oldest first. */
export function sameLinkStatement(
  id: string,
  links: readonly string[],
  challenges: readonly string[],
  most: number,
): CompiledQuery<{ id: string }> {
  const any = links.filter((link) => targetOf(link) !== null).map((link) => ({ word: tokenOfLink(link) }));
  const match = challenges.map((challenge) => matchOf({ any }, challenge)).join(" OR ");
  return sql<{ id: string }>`select id from completion
    where seq in (select rowid from completion_search where completion_search match ${match})
    and id <> ${id} and deleted_at is null order by created_at, id limit ${most}`.compile(sqlite);
}

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
    (await database.query(PRIVATE, sameLinkStatement(...parameters))).map((row) => row.id),
  findAlikePlayers: (id: string, most: number): Promise<AlikePlayers[]> =>
    database.query(PRIVATE, alikePlayersStatement(id, most)),
});
