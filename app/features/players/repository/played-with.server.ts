import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Database, statement, wroteAny } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { reindexCompletions } from "../../../../server/db/touched.ts";
import { insertNotices } from "../../notices/repository.server.ts";
import { shownAs } from "../repository.server.ts";

export type PartnerAnswer = "yes" | "no";

/** A completion for which somebody answered, and when (ISO 8601, UTC). */
export interface AnsweredRow {
  readonly id: string;
  readonly at: string;
  readonly answer: PartnerAnswer;
}

/** What a player of a completion says of it; null: nothing yet. */
export interface PlayerSays {
  readonly name: string;
  readonly answer: PartnerAnswer | null;
}

/** Finds the completions whose search rows depend on what a person says, or on that they submitted them. */
export async function findAnsweredAround(database: Database, person: string): Promise<readonly string[]> {
  const rows = await database.query(
    NO_TAGS,
    statement<{ id: string }>`select completion as id from partner_answer where person = ${person}
      union select c.id from completion as c where c.submitted_by = ${person}
        and exists (select 1 from partner_answer as a where a.completion = c.id)`,
  );
  return rows.map(({ id }) => id);
}

const listed = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** Those of these completions for which a person answered: what is not theirs is not touched. */
const answeredBy = (person: string, ids: readonly string[]): RawBuilder<unknown> =>
  sql`select completion from partner_answer where person = ${person} and completion in ${listed(ids)}`;

/** Whether completion `c` has several players. */
const HAS_PARTNERS = sql`(select count(*) from completion_player as each where each.completion = c.seq) > 1`;

/** Whether a person owns the name of a player of completion `c`, one of several, which somebody else submitted. */
const isAsked = (person: string | RawBuilder<unknown>) =>
  sql`c.deleted_at is null and c.submitted_by is not ${person} and ${HAS_PARTNERS}
    and exists (select 1 from player_owner as o where o.completion = c.seq and o.person = ${person})`;

/** Completions `c` under the names of a person that others submitted, which they neither answered nor want to be asked about. */
const openAsks = (person: string | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`from name_request as r cross join player as requested on requested.id = r.player
      cross join player_name as origin on origin.name_key = requested.origin_key
      cross join player on player.id = origin.player and player.banned = 0
      cross join player_name as own on own.player = player.id
      cross join completion_player as p on p.name = own.id
      cross join completion as c on c.seq = p.completion
    where r.person = ${person} and r.state in ('open', 'approved') and r.state = 'approved' and c.deleted_at is null
      and c.submitted_by is not ${person} and ${HAS_PARTNERS}
      and not exists (select 1 from partner_answer as a where a.completion = c.id and a.person = r.person)
      and not exists (select 1 from partner_mute as m where m.person = r.person and m.submitter = c.submitted_by)`;

/** The statement behind what a person is asked about, the last recorded first. */
export const openAsksStatement = (person: string, limit: number) =>
  statement<{ id: string; at: string }>`select c.id, c.created_at as at ${openAsks(person)}
    group by c.seq order by c.seq desc limit ${limit}`;

/** The statement that tells the one whose request for a name was approved of what others submitted under it, if anything. */
export const tellOfAsks = (request: string): CompiledQuery<unknown> =>
  insertNotices(sql`select asked.person, 'played-with-list', 'played-with-list ' || asked.id, null, '{}', asked.decided_at
    from name_request as asked where asked.id = ${request} and asked.state = 'approved'
      and exists (select 1 ${openAsks(sql`asked.person`)})`);

/** The statements after which what players say of their completions is found by who owns their names now. */
export const reindexAnsweredOf = (players: readonly number[]): readonly CompiledQuery<unknown>[] =>
  reindexCompletions(sql`select c.id from player_name as own cross join completion_player as p on p.name = own.id
    cross join completion as c on c.seq = p.completion
    where own.player in (select value from json_each(${JSON.stringify(players)}))
      and exists (select 1 from partner_answer as a where a.completion = c.id)`);

const DENIAL = "A player of it says that they did not play it.";

/** Those of these completions `c` that a person denies. */
const denied = (person: string, ids: readonly string[]) =>
  sql`from completion as c join partner_answer as a on a.completion = c.id and a.person = ${person} and a.answer = 'no'
    where c.id in ${listed(ids)}`;

/** The statements that tell whoever submitted what a person denies, and report to helpers what of it is verified. */
const tellOfDenial = (person: string, ids: readonly string[]): CompiledQuery<unknown>[] => [
  insertNotices(sql`select c.submitted_by, 'played-with-no', 'played-with-no ' || c.id || ' ' || a.person, c.id, '{}', a.at
    ${denied(person, ids)} and c.submitted_by is not null`),
  statement`insert into report (id, completion, reporter, reason, at)
    select lower(hex(randomblob(16))), c.id, a.person, ${DENIAL}, a.at ${denied(person, ids)} and c.pending is null
    on conflict do nothing`,
];

/** The statements after which a denial is neither news nor an open report any more. */
const withdrawDenial = (person: string, ids: readonly string[]): CompiledQuery<unknown>[] => [
  statement`delete from notice where completion in ${listed(ids)} and seen_at is null
    and cause = 'played-with-no ' || completion || ' ' || ${person}`,
  statement`delete from report where completion in ${listed(ids)} and reporter = ${person}
    and closed_at is null and reason = ${DENIAL}`,
];

export const listAsked = (database: Database, person: string, limit: number) =>
  database.query(NO_TAGS, openAsksStatement(person, limit));

/** What a person answered, the last first. */
export const listAnswered = (database: Database, person: string, limit: number): Promise<AnsweredRow[]> =>
  database.query(
    NO_TAGS,
    statement<AnsweredRow>`select a.completion as id, a.at, a.answer from partner_answer as a
      cross join completion as c on c.id = a.completion
      where a.person = ${person} and c.deleted_at is null order by a.at desc, a.completion limit ${limit}`,
  );

/** The completions at which a person said not to be asked about what its account submits, the last first. */
export const listMuted = (database: Database, person: string, limit: number) =>
  database.query(
    NO_TAGS,
    statement<{ id: string; at: string }>`select completion as id, at from partner_mute
      where person = ${person} order by at desc, completion limit ${limit}`,
  );

/** Records what a person says of those of these completions that others submitted under their name. Returns how many these are. */
export async function answer(
  database: Database,
  person: string,
  ids: readonly string[],
  { answer, at }: { readonly answer: PartnerAnswer; readonly at: string },
): Promise<number> {
  const [rows = []] = await database.atomic([
    statement`insert into partner_answer (completion, person, answer, at)
      select c.id, ${person}, ${answer}, ${at} from completion as c where c.id in ${listed(ids)} and ${isAsked(person)}
      on conflict do update set answer = excluded.answer, at = excluded.at returning completion`,
    statement`delete from notice where person = ${person} and kind = 'played-with' and seen_at is null
      and completion in ${listed(ids)}`,
    ...(answer === "no" ? tellOfDenial(person, ids) : withdrawDenial(person, ids)),
    ...reindexCompletions(answeredBy(person, ids)),
  ]);
  return rows.length;
}

/** Takes back what a person said of completions. */
export async function takeBack(database: Database, person: string, ids: readonly string[]): Promise<void> {
  const rows = await database.query(NO_TAGS, statement<{ completion: string }>`${answeredBy(person, ids)}`);
  const own = rows.map(({ completion }) => completion);
  if (own.length === 0) return;
  await database.atomic([
    statement`delete from partner_answer where person = ${person} and completion in ${listed(own)}`,
    ...withdrawDenial(person, own),
    ...reindexCompletions(own),
  ]);
}

/** Asks a person no more about what the account submits that submitted a completion. False: no account did, or their own. */
export const mute = (database: Database, person: string, id: string, at: string): Promise<boolean> =>
  wroteAny(database, [
    statement<{ submitter: string }>`insert into partner_mute (person, submitter, completion, at)
      select ${person}, c.submitted_by, c.id, ${at} from completion as c
      where c.id = ${id} and c.submitted_by is not null and ${isAsked(person)}
      on conflict do update set completion = excluded.completion returning submitter`,
    statement`delete from notice where person = ${person} and kind = 'played-with' and seen_at is null
      and completion in (select c.id from completion as c
        join partner_mute as m on m.person = ${person} and m.submitter = c.submitted_by)`,
  ]);

/** Asks again about what the account submits that submitted a completion. */
export const unmute = (database: Database, person: string, id: string): Promise<unknown> =>
  database.atomic([
    statement`delete from partner_mute where person = ${person}
      and submitter = (select submitted_by from completion where id = ${id})`,
  ]);

/** What the players of completions say who did not submit them and whose names have owners, by completion. */
export async function findAnswers(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PlayerSays[]>> {
  const rows = await database.query(
    NO_TAGS,
    statement<PlayerSays & { id: string }>`select c.id, ${shownAs(sql`o.player`)} as name, a.answer
      from completion as c cross join player_owner as o on o.completion = c.seq and o.person is not c.submitted_by
      left join partner_answer as a on a.completion = c.id and a.person = o.person
      where c.id in ${listed(ids)} and ${HAS_PARTNERS} group by c.id, o.person order by o.player`,
  );
  return Map.groupBy(rows, ({ id }) => id);
}
