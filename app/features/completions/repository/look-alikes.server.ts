import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";
import { shownAs } from "../../players/repository.server.ts";
import { sameLink } from "./same-link.server.ts";

/** A player of a completion, and another player whose name looks alike. */
export interface AlikePlayers {
  readonly name: string;
  readonly other: string;
}

/** The statement that finds the live completions with the link of this one, oldest first. */
export const sameLinkStatement = (id: string, most: number): CompiledQuery<{ id: string }> =>
  sql<{
    id: string;
  }>`select other.id from completion as c cross join completion as other on ${sameLink(sql`other.link`, sql`c.link`)}
    where c.id = ${id} and other.id <> c.id and other.deleted_at is null and other.link is not null
    order by other.created_at, other.id limit ${most}`.compile(sqlite);

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
  findIdsOfSameLink: async (id: string, most: number): Promise<string[]> =>
    (await database.query(PRIVATE, sameLinkStatement(id, most))).map((row) => row.id),
  findAlikePlayers: (id: string, most: number): Promise<AlikePlayers[]> =>
    database.query(PRIVATE, alikePlayersStatement(id, most)),
});
