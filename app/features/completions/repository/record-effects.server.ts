import { type RawBuilder, sql } from "kysely";
import type { CompletionTable } from "../../../../server/db/schema.ts";
import { byRank, peersIn, peersOf, rankOf, type Scope, supersededIn, timeOf } from "./record-order.server.ts";

// Whom a batch tells that a record is theirs, or no longer: those who submitted the completions that had it, or counted as
// one of its time, in the widest scope of their challenge. What becomes of a completion itself, its verdict tells.
// `changed` is a row for each completion that the batch changed, as it was before (effects.server.ts).

/** What a completion's record goes by. */
export type Ranked = Pick<
  CompletionTable,
  "map_id" | "completion_type" | "record_amount" | "date" | "verified_at" | "pending" | "deleted_at"
>;

const isRanked = (state: Ranked | null): state is Ranked =>
  state !== null && state.pending === null && state.deleted_at === null && state.record_amount !== null;

/** The day by which years and records count it (migrations/0005-completions.sql). */
const dayOf = ({ date, verified_at }: Ranked): string | null => date ?? verified_at?.slice(0, 10) ?? null;

const placeOf = (state: Ranked): string =>
  JSON.stringify([state.map_id, state.completion_type, state.record_amount, dayOf(state)]);

/** Whether a change takes a place from those with a record, gives one back, or both. */
export function movesRecord(before: Ranked | null, after: Ranked): { takes: boolean; leaves: boolean } {
  const [was, is] = [before, after].map((state) => (isRanked(state) ? placeOf(state) : null));
  return { takes: is !== null && is !== was, leaves: was !== null && is !== was };
}

/** Columns of `changed` by which it is a completion that others are compared with, as it was before. */
export const RANKED_BEFORE = sql`e.before ->> '$.map_id' as map_id,
  e.before ->> '$.completion_type' as completion_type, e.before ->> '$.record_amount' as record_amount,
  ifnull(e.before ->> '$.date', substr(e.before ->> '$.verified_at', 1, 10)) as day,
  e.before ->> '$.created_at' as created_at`;

const WAS_RANKED = sql`changed.was_verified and changed.record_amount is not null`;
const IS_RANKED = sql`changed.is_verified and c.record_amount is not null`;
const IS_SAME_SCOPE = sql`changed.map_id = c.map_id and changed.completion_type is c.completion_type`;
const IS_SAME_PLACE = sql`${IS_SAME_SCOPE} and changed.record_amount is c.record_amount and changed.day is c.day`;

/** Completions `c` that left a place which a record goes by, as `changed`. */
const LEFT = sql`changed cross join completion as c on c.id = changed.id
  and ${WAS_RANKED} and not (${IS_RANKED} and ${IS_SAME_PLACE})`;
/** Those that took one. */
const TAKEN = sql`changed cross join completion as c on c.id = changed.id
  and ${IS_RANKED} and not (${WAS_RANKED} and ${IS_SAME_PLACE})`;
/** Those of which somebody else than their own player changed the place. */
const MOVED_BY_ANOTHER = sql`changed cross join completion as c on c.id = changed.id
  and ${IS_RANKED} and ${WAS_RANKED} and not (${IS_SAME_PLACE})
  and c.submitted_by is not null and c.submitted_by <> changed.actor`;

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

/** What a notice of a record has besides: whose it was, and by how much it fell. */
const fallOf = (held: string) =>
  sql`json_object('held', ${sql.ref(`${held}.id`)}, 'by', ${sql.ref(`${held}.record_amount`)} - c.record_amount)`;

const causeOf = (held: string) =>
  sql`'record ' || c.id || ' ' || changed.at || ' ' || ${sql.ref(`${held}.id`)}`;

/** Whether somebody else than its own player submitted what `c` is compared with. */
const isAnothers = (name: string) => {
  const submitter = sql.ref(`${name}.submitted_by`);
  return sql`${submitter} is not null and ${submitter} is not c.submitted_by`;
};

/** What a batch does to notices: selects of new ones, and of the ids of those that are no news any more. */
export interface Told {
  readonly added: readonly RawBuilder<unknown>[];
  readonly withdrawn: readonly RawBuilder<unknown>[];
}

/**
 * Tells whose record fell to the completions that took a place: to one that was played later, or to one of an earlier day
 * that is as good, which takes the place in the history from all that counted as records since. Of several in one scope
 * the best one is told of.
 * @param isIn whether `c` has this scope
 */
export function tellFalls(scope: Scope, isIn: RawBuilder<unknown>): Told {
  const isNew = (name: string) => sql`${sql.ref(`${name}.id`)} in (select c.id from ${TAKEN})`;
  const hadAnyway = (was: RawBuilder<unknown>) => sql`(${WAS_RANKED} and ${IS_SAME_SCOPE} and ${was})`;
  return {
    added: [
      sql`select held.submitted_by, 'record-fell', ${causeOf("held")}, c.id, ${fallOf("held")}, changed.at
        from ${TAKEN} and ${isIn} and c.sample = 0 cross join completion as held
          on held.id = ${bestAround(scope, "c", sql`not ${isNew("r")}`)}
        where ${isAnothers("held")} and c.record_amount < held.record_amount
          and ifnull(c.day >= held.day, true)
          and not exists (select 1 from ${peersIn(scope)} and ${isNew("r")} and ${rankOf("r")} < ${rankOf("c")})
          and not ${hadAnyway(sql`${rankOf("changed")} < ${rankOf("held")}`)}`,
      sql`select r.submitted_by, 'record-superseded', ${causeOf("r")}, c.id, ${fallOf("r")}, changed.at
        from ${TAKEN} and ${isIn} and c.sample = 0 cross join ${supersededIn(scope, sql`not ${isNew("q")}`)}
          and not ${isNew("r")} and ${isAnothers("r")} and ifnull(c.day < r.day, true)
          and not ${hadAnyway(sql`changed.record_amount <= r.record_amount and ifnull(changed.day < r.day, true)`)}`,
    ],
    // Withdraws unseen notices of a restored record.
    withdrawn: [
      sql`select n.id from ${TAKEN} and ${isIn}
        cross join notice as fell on fell.completion = c.id and fell.kind in ${BAD_NEWS} and fell.at = changed.at
        cross join notice as n on n.completion = fell.data ->> '$.held'
          and n.kind in ${GOOD_NEWS} and n.seen_at is null`,
    ],
  };
}

/**
 * Tells whose record it is where completions no longer stand as they did, and withdraws what is no news: whoever has not
 * seen that a record fell is not told that it is theirs again either.
 */
export function tellReturns(scope: Scope, isIn: RawBuilder<unknown>): Told {
  const best = bestAround(scope, "changed");
  const unseenOf = sql`(fell.completion in (select id from changed) and fell.seen_at is null)`;
  return {
    added: [
      sql`select held.submitted_by, iif(exists (select 1 from notice as fell
            where fell.person = held.submitted_by and fell.kind in ${BAD_NEWS} and fell.data ->> '$.held' = held.id
              and not ${unseenOf}),
          'record-restored', 'record-gained'), 'restored ' || held.id || ' ' || changed.at, held.id, '{}', changed.at
        from ${LEFT} and ${isIn} cross join completion as held on held.id = ${best}
        where held.id <> c.id and held.submitted_by is not null
          and (changed.record_amount < held.record_amount or exists (select 1 from notice as fell
            where fell.completion = c.id and fell.kind = 'record-superseded' and fell.data ->> '$.held' = held.id))
          and not exists (select 1 from notice as fell where fell.completion = c.id and fell.kind in ${BAD_NEWS}
            and fell.seen_at is null and fell.data ->> '$.held' = held.id)`,
      sql`select r.submitted_by, 'record-reinstated', 'reinstated ' || r.id || ' ' || changed.at, r.id, '{}', changed.at
        from ${LEFT} and ${isIn}
          cross join notice as fell on fell.completion = c.id and fell.kind = 'record-superseded'
            and fell.seen_at is not null
          cross join completion as r on r.id = fell.data ->> '$.held' and fell.person = r.submitted_by
        where r.deleted_at is null and r.pending is null and r.id is not ${best}
          and not exists (select 1 from ${peersOf(scope, "q", "r")}
            and q.record_amount <= r.record_amount and ${timeOf("q")} < ${timeOf("r")})`,
    ],
    withdrawn: [
      sql`select n.id from ${LEFT} and ${isIn} cross join notice as n on n.completion = c.id and n.seen_at is null
        where (n.kind in ${GOOD_NEWS}
          or n.kind = 'record-fell' and c.id is not ${best}
          or n.kind = 'record-superseded' and not (changed.is_verified and exists (select 1 from ${peersIn(scope)}
            and r.id = n.data ->> '$.held' and c.record_amount <= r.record_amount and ifnull(c.day < r.day, true))))`,
    ],
  };
}

/** Tells the submitter of a verified completion what somebody else's change makes of its record. */
export function tellMoved(scope: Scope, isIn: RawBuilder<unknown>): Told {
  const hadRecord = sql`not exists (select 1 from ${peersOf(scope, "r", "changed")} and r.id <> c.id
    and r.record_amount < changed.record_amount)`;
  const cause = sql`'standing ' || c.id || ' ' || changed.at`;
  return {
    added: [
      sql`select c.submitted_by, 'record-fell', ${cause}, held.id,
          json_object('held', c.id, 'text', 'A helper changed yours.'), changed.at
        from ${MOVED_BY_ANOTHER} and ${isIn} cross join completion as held on held.id = ${bestAround(scope, "changed")}
        where ${hadRecord} and not (${IS_SAME_SCOPE} and c.record_amount <= held.record_amount)`,
      sql`select c.submitted_by, 'record-gained', ${cause}, c.id, '{}', changed.at
        from ${MOVED_BY_ANOTHER} and ${isIn}
        where not exists (select 1 from ${peersIn(scope)} and r.record_amount < c.record_amount)
          and not (${IS_SAME_SCOPE} and ${hadRecord})`,
    ],
    withdrawn: [],
  };
}
