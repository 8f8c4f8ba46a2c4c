import { type RawBuilder, sql } from "kysely";
import {
  bind,
  type Database,
  firstOf,
  firstValue,
  sqlite,
  statement,
  wroteAny,
} from "../../../../server/db/database.ts";
import type { NameRequestTable } from "../../../../server/db/schema.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { reindexCompletions } from "../../../../server/db/touched.ts";
import { insertNotices } from "../../notices/repository.server.ts";
import { shownAs } from "../repository.server.ts";
import { findAnsweredAround, reindexAnsweredOf, tellOfAsks } from "./played-with.server.ts";

/** A request as its member sends it. */
export type NewNameRequest = Pick<NameRequestTable, "id" | "person" | "player" | "evidence" | "at">;

/** A request with the player it is for now. */
export interface NameRequest extends NameRequestTable {
  readonly name: string;
  readonly hidden: number;
}

/** The player whom a request `r` is for: who owns now the name that its player was made for. */
export const forPlayer = sql`name_request as r join player as requested on requested.id = r.player
  join player_name as origin on origin.name_key = requested.origin_key join player on player.id = origin.player`;

const select = (where: RawBuilder<unknown>) =>
  statement<NameRequest>`select r.id, r.person, player.id as player, r.evidence, r.at, r.state, r.reason, r.decided_by,
      r.decided_at, coalesce(${shownAs(sql`player.id`)}, requested.origin_key) as name, player.hidden
    from ${forPlayer} where ${where}`;

/** The requests that a player's names have, whoever was joined with whom. */
export const ofPlayer = (player: number | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`r.player in (select p.id from player_name as own join player as p on p.origin_key = own.name_key
    where own.player = ${player})`;

/** Whether somebody owns one of a player's names. */
export const isOwned = (player: number | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select 1 from name_request as r where r.state = 'approved' and ${ofPlayer(player)})`;

/** Names under which an account submits, and how many that are verified. */
export interface SubmittedName {
  readonly name: string;
  readonly completions: number;
}

const MOST_NAMES = 20;

/** The statement that lists the players whose completions an account submitted, the most frequent first. */
export const submittedNamesStatement = (person: string) =>
  statement<SubmittedName>`select ${shownAs(sql`mine.player`)} as name, completions from (
      select n.player, count(distinct c.seq) as completions
      from completion as c cross join completion_player as p on p.completion = c.seq
        cross join player_name as n on n.id = p.name
      where c.submitted_by = ${person} and c.pending is null and c.deleted_at is null
      group by n.player order by 2 desc, 1 limit ${MOST_NAMES}) as mine
    join player on player.id = mine.player where player.hidden = 0 or player.id in (
      select player.id from ${forPlayer} where r.person = ${person} and r.state = 'approved')
    order by completions desc, mine.player`;

/** How many of a player's verified completions an account submitted. */
const submittedOf = (player: number, person: string) =>
  statement<{ total: number }>`select count(distinct c.seq) as total from player_name as own
      cross join completion_player as p on p.name = own.id cross join completion as c on c.seq = p.completion
    where own.player = ${player} and c.pending is null and c.submitted_by = ${person}`;

/** The open or approved request of a person; null: none. */
const findOwnRequest = (database: Database, person: string): Promise<NameRequest | null> =>
  firstOf(database, NO_TAGS, select(sql`r.person = ${person} and r.state in ('open', 'approved')`));

/** The last request of a person that was denied; null: none. */
const findDeniedRequest = (database: Database, person: string, player: number): Promise<NameRequest | null> =>
  firstOf(
    database,
    NO_TAGS,
    select(
      sql`r.person = ${person} and r.state = 'denied' and ${ofPlayer(player)} order by r.at desc limit 1`,
    ),
  );

const findOpenRequests = (database: Database, limit: number): Promise<NameRequest[]> =>
  database.query(NO_TAGS, select(sql`r.state = 'open' order by r.at, r.id limit ${limit}`));

const findOpenRequest = (database: Database, id: string): Promise<NameRequest | null> =>
  firstOf(database, NO_TAGS, select(sql`r.id = ${id} and r.state = 'open'`));

const countOpenRequests = async (database: Database): Promise<number> =>
  (await firstValue(
    database,
    NO_TAGS,
    statement<{ total: number }>`select count(*) as total from name_request where state = 'open'`,
  )) ?? 0;

/** The people who own names of a player. */
const ownersOf = async (database: Database, player: number): Promise<string[]> =>
  (await database.query(NO_TAGS, select(sql`r.state = 'approved' and ${ofPlayer(player)}`))).map(
    ({ person }) => person,
  );

/** Whether a person owns the name of a player who is banned. */
const isOwnerBanned = async (database: Database, person: string): Promise<boolean> =>
  (
    await database.query(
      NO_TAGS,
      select(sql`r.person = ${person} and r.state = 'approved' and player.banned = 1`),
    )
  ).length > 0;

const submittedNames = (database: Database, person: string) =>
  database.query(NO_TAGS, submittedNamesStatement(person));

const countSubmittedOf = async (database: Database, player: number, person: string): Promise<number> =>
  (await firstValue(database, NO_TAGS, submittedOf(player, person))) ?? 0;

/** False: the person has a name or an open request already, or was denied this name. */
const addRequest = (database: Database, request: NewNameRequest): Promise<boolean> =>
  wroteAny(database, [
    statement<{ id: string }>`insert into name_request (id, person, player, evidence, at, state)
      select ${request.id}, ${request.person}, ${request.player}, ${request.evidence}, ${request.at}, 'open'
      where not ${isOwned(request.player)}
        and not exists (select 1 from name_request as r
          where r.person = ${request.person} and r.state = 'denied' and ${ofPlayer(request.player)})
      on conflict do nothing returning id`,
  ]);

/** Decides on an open request, and tells who asked. False: it is not open any more, or the name has an owner now. */
const decideRequest = (
  database: Database,
  { id, player, name }: Pick<NameRequest, "id" | "player" | "name">,
  outcome: {
    readonly state: "approved" | "denied";
    readonly reason: string | null;
    readonly by: string;
    readonly at: string;
  },
): Promise<boolean> =>
  wroteAny(database, [
    statement<{
      id: string;
    }>`update or ignore name_request set state = ${outcome.state}, reason = ${outcome.reason},
        decided_by = ${outcome.by}, decided_at = ${outcome.at}
      where id = ${id} and state = 'open' and (${outcome.state} = 'denied' or not ${isOwned(player)})
      returning id`,
    insertNotices(sql`select person, 'name-' || state, 'name ' || id, null,
        ${JSON.stringify({ name, text: outcome.reason })}, decided_at
      from name_request where id = ${id} and state in ('approved', 'denied')`),
    tellOfAsks(id),
    ...reindexAnsweredOf([player]),
  ]);

/** Ends a person's request, open or approved: the page of a name that nobody owns is shown. */
const endOwnRequest = async (database: Database, person: string, at: string): Promise<unknown> => {
  const answered = await findAnsweredAround(database, person);
  return database.atomic([hide(person, false), endStatement(person, at), ...reindexCompletions(answered)]);
};

/** Hides or shows the page of the player whom a person owns. False: they own none. */
const hideOwnPage = (database: Database, person: string, isHidden: boolean): Promise<boolean> =>
  wroteAny(database, [hide(person, isHidden)]);

/** Who owns which name. No write here is logged; only whether a player's page is hidden is public. */
export const nameRequests = (database: Database) =>
  bind(database, {
    findOwnRequest,
    findDeniedRequest,
    findOpenRequests,
    findOpenRequest,
    countOpenRequests,
    ownersOf,
    isOwnerBanned,
    submittedNames,
    countSubmittedOf,
    addRequest,
    decideRequest,
    endOwnRequest,
    hideOwnPage,
  });

const endStatement = (person: string, at: string) =>
  sqlite
    .updateTable("name_request")
    .set({ state: "ended", decided_at: at })
    .where("person", "=", person)
    .where("state", "in", ["open", "approved"])
    .compile();

const hide = (person: string, isHidden: boolean) =>
  statement<{ id: number }>`update player set hidden = ${isHidden ? 1 : 0} where id in (
    select player.id from ${forPlayer} where r.person = ${person} and r.state = 'approved') returning id`;
