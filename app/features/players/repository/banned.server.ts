import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { KnownSubmitter } from "../../../../domain/submissions/findings.ts";
import { type Database, statement } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { shownAs } from "../repository.server.ts";
import { forPlayer, isOwned } from "./name-requests.server.ts";

/** The approved request `r` by which a person owns a name of `player`. */
const owning = (person: RawBuilder<unknown>) =>
  sql`${forPlayer} where r.person = ${person} and r.state in ('open', 'approved') and r.state = 'approved'`;

/** The names `n` under which a recorded completion was played, by its `seq`. */
const namesIn = (seq: RawBuilder<unknown>) =>
  sql`completion_player as p cross join player_name as n on n.id = p.name where p.completion = ${seq}`;

const isBanned = sql`n.player in (select id from player where banned = 1)`;

/** Whether a completion is a banned player's: it names them, or the account that submitted it owns their name. */
const isOf = (names: RawBuilder<unknown>, submitter: RawBuilder<unknown>) =>
  sql<number>`(exists (select 1 from player where banned = 1)
    and (exists (select 1 from ${names} and ${isBanned})
      or exists (select 1 from ${owning(submitter)} and player.banned = 1)))`;

/** The same of a recorded completion `c`. No original is a banned player's, however it is verified. */
export const isOfBanned = isOf(namesIn(sql`c.seq`), sql`c.submitted_by`);

/** What tells whose a completion is. */
export interface Played {
  /** JSON array (domain/game/name-key.ts, personKey). */
  readonly people_keys: string;
  readonly submitted_by: string | null;
}

const namesOf = (keys: RawBuilder<unknown>) =>
  sql`json_each(${keys}) as k cross join player_name as n on n.name_key = k.value where true`;

/** The same of one as it is about to be written. */
export const isOfBannedAs = ({ people_keys, submitted_by }: Played) =>
  isOf(namesOf(sql`${people_keys}`), sql`${submitted_by}`);

/** The statement that says it of several, in their order. */
export const areOfBannedStatement = (states: readonly Played[]) => {
  const given = JSON.stringify(
    states.map(({ people_keys, submitted_by }) => ({ people_keys, submitted_by })),
  );
  const is = isOf(namesOf(sql`e.value ->> '$.people_keys'`), sql`e.value ->> '$.submitted_by'`);
  return statement<{ is: number }>`select ${is} as "is" from json_each(${given}) as e order by e.key`;
};

/** How many of an account's last submissions, and of a player's runs, tell whose account it is. */
const MOST_LOOKED_AT = 50;

/** What the index knows of the account that submitted a completion, and which they are. */
export interface SubmitterRow extends KnownSubmitter {
  readonly id: string;
  readonly account: string;
}

/** The statement behind it, of pending completions. It reads a bounded number of rows for each. */
export function submittersStatement(ids: readonly string[]): CompiledQuery<SubmitterRow> {
  const players = sql`(select n.player from ${namesIn(sql`c.seq`)})`;
  const owned = sql`(select player.id from ${owning(sql`c.submitted_by`)})`;
  const submitted = sql`(select seq, people, people_keys, pending, deleted_at from completion
    where submitted_by = c.submitted_by order by updated_at desc, id limit ${sql.lit(MOST_LOOKED_AT)})`;
  const played = sql`(select runs.completion from player_name as own cross join completion_player as runs
    on runs.name = own.id where own.player in ${players} limit ${sql.lit(MOST_LOOKED_AT)})`;
  return statement<SubmitterRow>`select c.id, c.submitted_by as account,
      coalesce((select ${shownAs(sql`n.player`)} from ${namesIn(sql`c.seq`)} and ${isBanned} limit 1),
        (select ${shownAs(sql`player.id`)} from ${owning(sql`c.submitted_by`)} and player.banned = 1)) as banned,
      (select coalesce(${shownAs(sql`n.player`)}, newest.people ->> ('$[' || k.key || ']')) from ${submitted} as newest cross join json_each(newest.people_keys) as k
        cross join player_name as n on n.name_key = k.value where ${isBanned} limit 1) as formerly,
      (select ${shownAs(sql`player.id`)} from ${owning(sql`c.submitted_by`)}) as owns,
      coalesce(${owned} in ${players}, 0) as "isOwners",
      exists (select 1 from ${namesIn(sql`c.seq`)} and ${isOwned(sql`n.player`)}) as "isOthers",
      (select count(*) from ${submitted} as newest where newest.pending is null and newest.deleted_at is null
        and exists (select 1 from completion_player as p cross join player_name as n on n.id = p.name
          where p.completion = newest.seq and n.player in ${players})) as "ownRuns",
      (select count(*) from ${played} as picked cross join completion as e on e.seq = picked.completion
        where e.pending is null and e.deleted_at is null and e.submitted_by <> c.submitted_by) as "otherRuns"
    from completion as c where c.id in (select value from json_each(${JSON.stringify(ids)}))
      and c.submitted_by is not null`;
}

/** Open claims that are to be decided together. */
export interface OpenClaim {
  readonly filekey: string;
  readonly revision: number;
}

/**
 * The statement that finds what is pending from the account that submitted a completion, and of its players who are
 * banned, whoever submitted that.
 */
export const openClaimsStatement = (id: string, most: number): CompiledQuery<OpenClaim> =>
  statement<OpenClaim>`select e.id as filekey, e.revision from completion as c
      cross join completion as e on e.pending = c.submitted_by and e.deleted_at is null
      where c.id = ${id}
    union select e.id, e.revision from completion as c cross join completion_player as p on p.completion = c.seq
      cross join player_name as n on n.id = p.name cross join player_name as own on own.player = n.player
      cross join completion_player as runs on runs.name = own.id cross join completion as e on e.seq = runs.completion
      where c.id = ${id} and ${isBanned} and e.pending is not null and e.deleted_at is null
    limit ${most}`;

/** Reads of whose completions are. */
export const submitterReads = (database: Database) => ({
  findSubmitters: async (ids: readonly string[]): Promise<ReadonlyMap<string, SubmitterRow>> => {
    const rows = ids.length === 0 ? [] : await database.query(NO_TAGS, submittersStatement(ids));
    return new Map(rows.map((row) => [row.id, row]));
  },
  findOpenClaims: (id: string, most: number): Promise<OpenClaim[]> =>
    database.query(NO_TAGS, openClaimsStatement(id, most)),
  /** Which of these completions are a banned player's as they are about to be written. */
  areOfBanned: async (states: readonly Played[]): Promise<readonly boolean[]> => {
    const rows = states.length === 0 ? [] : await database.query(NO_TAGS, areOfBannedStatement(states));
    return rows.map(({ is }) => is === 1);
  },
});
