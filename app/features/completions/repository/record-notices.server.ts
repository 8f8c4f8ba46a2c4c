import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import type { NoticeKind } from "../../../../domain/contract/notices.ts";
import { statement } from "../../../../server/db/database.ts";
import type { CompletionTable } from "../../../../server/db/schema.ts";
import { byRank, peersIn, peersOf, rankOf, type Scope, supersededIn, timeOf } from "./record-order.server.ts";

// Whom a write tells that a record is theirs, or no longer: those who submitted the completions that had it, or counted as
// one of its time, in the widest scope of their challenge. What becomes of a completion itself, its verdict tells.

/** What a record goes by, and what else of a completion's standing people are told. */
type Ranked = Pick<
  CompletionTable,
  | ("challenge" | "map_id" | "completion_type" | "record_amount" | "date" | "created_at")
  | ("submitted_by" | "pending" | "verified_at" | "deleted_at" | "og")
>;

/** When a write was made (ISO 8601, UTC), and by whom. */
interface Written {
  readonly at: string;
  readonly actor: string;
}

const isVerified = (state: Ranked | null): state is Ranked =>
  state !== null && state.pending === null && state.deleted_at === null;

const isRanked = (state: Ranked | null): state is Ranked => isVerified(state) && state.record_amount !== null;

/** The day by which years and records count it (migrations/0005-completions.sql). */
const dayOf = ({ date, verified_at }: Ranked): string | null => date ?? verified_at?.slice(0, 10) ?? null;

/** What places a completion in its scope. */
const placeOf = (state: Ranked): string =>
  JSON.stringify([state.map_id, state.completion_type, state.record_amount, dayOf(state)]);

/** A completion as it was before a write, as a row `old` that is compared with others. */
const oldRow = (id: string, state: Ranked): RawBuilder<unknown> =>
  sql`(select ${id} as id, ${state.challenge} as challenge, ${state.map_id} as map_id,
    ${state.completion_type} as completion_type, ${state.record_amount} as record_amount, ${dayOf(state)} as day,
    ${state.created_at} as created_at, (select seq from completion where id = ${id}) as seq) as old`;

/** The id of the best completion in the scope of a row of this name. */
const bestAround = (
  scope: Scope,
  name: string,
  isOther: RawBuilder<unknown> = sql`true`,
): RawBuilder<string> =>
  sql`(select r.id from ${peersOf(scope, "r", name)} and ${isOther} order by ${byRank} limit 1)`;

/** Records that are told of, none of which is news once the completion itself is another. */
const GOOD_NEWS = sql`('record-restored', 'record-gained', 'record-reinstated')`;
const BAD_NEWS = sql`('record-fell', 'record-superseded')`;

const insertInto = sql`insert or ignore into notice (id, person, kind, cause, completion, data, at)
  select lower(hex(randomblob(16)))`;

/** What a notice of a record has besides: whose it was, and by how much it fell. */
const fallOf = (held: string) =>
  sql`json_object('held', ${sql.ref(`${held}.id`)}, 'by', ${sql.ref(`${held}.record_amount`)} - c.record_amount)`;

const causeOf = (at: string, held: string) =>
  sql`'record ' || c.id || ' ' || ${at} || ' ' || ${sql.ref(`${held}.id`)}`;

/** Whether somebody else than its own player submitted what `c` is compared with. */
const isAnothers = (name: string) => {
  const submitter = sql.ref(`${name}.submitted_by`);
  return sql`${submitter} is not null and ${submitter} is not c.submitted_by`;
};

/**
 * The statements that tell whose record fell to these completions, now that they are written: to one that was played later,
 * or to one of an earlier day that is as good, which takes the place in the history from all that counted as records
 * since.
 * @param before how a single one stood in the same scope before; null: it did not
 */
function tellFalls(
  challenge: string,
  scope: Scope,
  ids: readonly string[],
  at: string,
  before: RawBuilder<unknown> | null,
): CompiledQuery<unknown>[] {
  const isNew = (name: string) =>
    sql`${sql.ref(`${name}.id`)} in (select value from json_each(${JSON.stringify(ids)}))`;
  const from = sql`completion as c`;
  const isWritten = sql`${isNew("c")} and c.challenge = ${challenge} and c.deleted_at is null and c.pending is null
    and c.record_amount is not null and c.sample = 0`;
  const wasNot = (was: RawBuilder<unknown>) =>
    before ? sql`not exists (select 1 from ${before} where ${was})` : sql`true`;
  return [
    statement`${insertInto}, held.submitted_by, 'record-fell', ${causeOf(at, "held")}, c.id, ${fallOf("held")}, ${at}
      from ${from} cross join completion as held
        on held.id = ${bestAround(scope, "c", sql`not ${isNew("r")}`)}
      where ${isWritten} and ${isAnothers("held")} and c.record_amount < held.record_amount
        and ifnull(c.day >= held.day, true)
        and not exists (select 1 from ${peersIn(scope)} and ${isNew("r")} and ${rankOf("r")} < ${rankOf("c")})
        and ${wasNot(sql`${rankOf("old")} < ${rankOf("held")}`)}`,
    statement`${insertInto}, r.submitted_by, 'record-superseded', ${causeOf(at, "r")}, c.id, ${fallOf("r")}, ${at}
      from ${from} cross join ${supersededIn(scope, sql`not ${isNew("q")}`)}
        and ${isWritten} and not ${isNew("r")} and ${isAnothers("r")}
        and ifnull(c.day < r.day, true)
        and ${wasNot(sql`old.record_amount <= r.record_amount and ifnull(old.day < r.day, true)`)}`,
    // That it was theirs again is no news any more.
    statement`delete from notice where kind in ${GOOD_NEWS} and seen_at is null and completion in (
      select fell.data ->> '$.held' from notice as fell
      where fell.completion in (select value from json_each(${JSON.stringify(ids)}))
        and fell.kind in ${BAD_NEWS} and fell.at = ${at})`,
  ];
}

/**
 * The statements that tell whose record it is where a completion no longer stands as it did, and withdraw what is no news:
 * whoever has not seen that a record fell is not told that it is theirs again either.
 */
function tellReturns(id: string, scope: Scope, before: Ranked, { at }: Written): CompiledQuery<unknown>[] {
  const old = oldRow(id, before);
  const best = bestAround(scope, "old");
  return [
    statement`${insertInto}, held.submitted_by, iif(exists (select 1 from notice as fell
          where fell.person = held.submitted_by and fell.kind in ${BAD_NEWS} and fell.data ->> '$.held' = held.id),
        'record-restored', 'record-gained'), 'restored ' || held.id || ' ' || ${at}, held.id, '{}', ${at}
      from ${old} cross join completion as held on held.id = ${best}
      where held.id <> ${id} and held.submitted_by is not null
        and (old.record_amount < held.record_amount or exists (select 1 from notice as fell
          where fell.completion = ${id} and fell.kind = 'record-superseded' and fell.data ->> '$.held' = held.id))
        and not exists (select 1 from notice as fell where fell.completion = ${id} and fell.kind in ${BAD_NEWS}
          and fell.seen_at is null and fell.data ->> '$.held' = held.id)`,
    statement`${insertInto}, r.submitted_by, 'record-reinstated', 'reinstated ' || r.id || ' ' || ${at}, r.id, '{}', ${at}
      from ${old} cross join notice as fell cross join completion as r on r.id = fell.data ->> '$.held'
      where fell.completion = ${id} and fell.kind = 'record-superseded' and fell.seen_at is not null
        and fell.person = r.submitted_by and r.deleted_at is null and r.pending is null and r.id is not ${best}
        and not exists (select 1 from ${peersOf(scope, "q", "r")}
          and q.record_amount <= r.record_amount and ${timeOf("q")} < ${timeOf("r")})`,
    statement`delete from notice where completion = ${id} and seen_at is null and (kind in ${GOOD_NEWS}
      or kind = 'record-fell' and ${id} is not (select ${best} from ${old})
      or kind = 'record-superseded' and not exists (select 1 from completion as c cross join ${peersIn(scope)}
        and r.id = notice.data ->> '$.held' and c.record_amount <= r.record_amount and ifnull(c.day < r.day, true)
        and c.id = ${id} and c.deleted_at is null and c.pending is null))`,
  ];
}

const tellOwn = (
  kind: NoticeKind,
  person: string,
  about: RawBuilder<unknown>,
  of: string,
  { at, actor }: Written,
) =>
  statement`${insertInto}, ${person}, ${kind}, 'standing ' || ${of} || ' ' || ${at} || ' ' || ${kind}, ${about}, '{}', ${at}
    from (select 1) where ${person} <> ${actor}`;

/** The statements that tell whose a verified completion is what somebody else's change makes of it. */
function tellSubmitter(
  id: string,
  scope: Scope | null,
  before: Ranked,
  after: Ranked,
  written: Written,
): CompiledQuery<unknown>[] {
  const person = after.submitted_by;
  if (person === null || person === written.actor) return [];
  const own = sql`${id}`;
  const marks =
    before.og === after.og
      ? []
      : [
          statement`delete from notice where completion = ${id} and kind in ('og-lost', 'og-gained') and seen_at is null`,
          tellOwn(after.og === 1 ? "og-gained" : "og-lost", person, own, id, written),
        ];
  if (scope === null || !isRanked(before) || !isRanked(after) || placeOf(before) === placeOf(after))
    return marks;
  const { at } = written;
  const old = oldRow(id, before);
  const hadRecord = sql`not exists (select 1 from ${peersOf(scope, "r", "old")} and r.id <> ${id}
    and r.record_amount < old.record_amount)`;
  const isSame = sql`(old.map_id = c.map_id and old.completion_type is c.completion_type)`;
  return [
    ...marks,
    statement`${insertInto}, ${person}, 'record-fell', 'standing ' || ${id} || ' ' || ${at}, held.id,
        json_object('held', ${id}, 'text', 'A helper changed yours.'), ${at}
      from ${old} cross join completion as c on c.id = ${id}
        cross join completion as held on held.id = ${bestAround(scope, "old")}
      where ${hadRecord} and not (${isSame} and c.record_amount <= held.record_amount)`,
    statement`${insertInto}, ${person}, 'record-gained', 'standing ' || ${id} || ' ' || ${at}, ${id}, '{}', ${at}
      from ${old} cross join completion as c on c.id = ${id}
      where not exists (select 1 from ${peersIn(scope)} and r.record_amount < c.record_amount)
        and not (${isSame} and ${hadRecord})`,
  ];
}

/**
 * The statements, behind those of a write of a completion, that tell people what it made of their records and OGs.
 * @param before null: it was not there
 */
export function tellStandings(
  id: string,
  before: Ranked | null,
  after: Ranked,
  written: Written,
): CompiledQuery<unknown>[] {
  const scope = scopeOf(after);
  const own = isVerified(before) && isVerified(after) ? tellSubmitter(id, scope, before, after, written) : [];
  if (scope === null) return own;
  const [was, is] = [isRanked(before) ? before : null, isRanked(after) ? after : null];
  if (was && is && placeOf(was) === placeOf(is)) return own;
  const isSameScope = was !== null && is?.map_id === was.map_id && is.completion_type === was.completion_type;
  return [
    ...(was ? tellReturns(id, scope, was, written) : []),
    ...(is
      ? tellFalls(after.challenge, scope, [id], written.at, isSameScope && was ? oldRow(id, was) : null)
      : []),
    ...own,
  ];
}

const scopeOf = ({ challenge }: Pick<Ranked, "challenge">): Scope | null =>
  CHALLENGES.get(challenge)?.record?.scopes[0] ?? null;

/** The statements that tell whose records fell to completions that were moved in together. */
export const tellStandingsOfMany = (ids: readonly string[], at: string): CompiledQuery<unknown>[] =>
  [...CHALLENGES.values()].flatMap(({ key, record }) => {
    const [scope] = record?.scopes ?? [];
    return scope ? tellFalls(key, scope, ids, at, null) : [];
  });
