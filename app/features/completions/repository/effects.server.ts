import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { TAKE_PROOF } from "../../../../domain/contract/routes.ts";
import { recordScopeOf } from "../../../../domain/lists/record.ts";

import { type Database, statement, unionAll } from "../../../../server/db/database.ts";
import type { CompletionTable } from "../../../../server/db/schema.ts";
import { insertNotices, newMark } from "../../notices/repository.server.ts";
import {
  movesRecord,
  RANKED_BEFORE,
  type Ranked,
  type Told,
  tellFalls,
  tellMoved,
  tellReturns,
} from "./record-effects.server.ts";
import type { Scope } from "./record-order.server.ts";

// What follows from changes: who is told what, which record fell or is somebody's again, which wish is fulfilled, what
// leaves the queue, which question is answered, which report closes. Decision 023.

/** What effects depend on of a completion. */
export type EffectState = Ranked &
  Pick<CompletionTable, "challenge" | "submitted_by" | "og" | "og_identity" | "towers" | "people">;

/** A completion that a batch changes and logs; `before` null: it did not exist. */
interface CompletionChanged {
  readonly kind: "completion";
  readonly id: string;
  readonly before: EffectState | null;
  readonly after: EffectState;
  readonly actor: string;
  readonly action: string;
}

/** A report on which a helper decides. */
interface ReportDecided {
  readonly kind: "report";
  readonly id: string;
}

/** A message by which a player answers what was asked, if anything was. It may not be accepted. */
interface PlayerWrote {
  readonly kind: "message";
  readonly id: string;
}

export type Event = CompletionChanged | ReportDecided | PlayerWrote;

/** Statements of a batch, and the events that they are. */
export interface WriteWithEvents {
  readonly statements: readonly CompiledQuery<unknown>[];
  readonly events: readonly Event[];
}

/** A part of a batch: a statement from which nothing follows, or statements with their events. */
export type BatchPart = CompiledQuery<unknown> | WriteWithEvents;

const hasEvents = (part: BatchPart): part is WriteWithEvents => "events" in part;

/**
 * Runs a batch with what follows from it: all or none. The only way to write completions, but for an import.
 * @returns the rows of each statement
 */
export const write = (database: Database, parts: readonly BatchPart[]): ReturnType<Database["atomic"]> =>
  database.atomic([
    ...parts.flatMap((part) => (hasEvents(part) ? part.statements : [part])),
    ...effectsOf(parts.flatMap((part) => (hasEvents(part) ? part.events : []))),
  ]);

const isLive = ({ deleted_at }: EffectState): boolean => deleted_at === null;
const isVerified = (state: EffectState | null): boolean =>
  state !== null && isLive(state) && state.pending === null;
const waits = (state: EffectState | null): boolean =>
  state !== null && isLive(state) && state.pending !== null;

/** Whether a change decides on somebody's completion: verifies what waits, or deletes it. */
const isVerdict = ({ before, after }: CompletionChanged): boolean =>
  before !== null &&
  isLive(before) &&
  ((before.pending !== null && after.pending === null) || !isLive(after)) &&
  (before.pending ?? before.submitted_by) !== null;

/** Whether another combination is done by it, if any. */
const isOtherWish = ({ before, after }: CompletionChanged): boolean =>
  isVerified(before) !== isVerified(after) ||
  before?.map_id !== after.map_id ||
  before.og_identity !== after.og_identity;

/** Whether somebody else than before may have played it. */
const isUnderOtherNames = ({ before, after }: CompletionChanged): boolean =>
  before === null || isLive(before) !== isLive(after) || before.people !== after.people;

const hasPartners = ({ people }: EffectState): boolean => JSON.parse(people).length > 1;

const isAnswer = ({ before, action, actor }: CompletionChanged): boolean =>
  action === "edit" && before?.pending === actor;

const WAS_LIVE = sql`(e.before is not null and e.before ->> '$.deleted_at' is null)`;
const WAS_VERIFIED = sql`(${WAS_LIVE} and e.before ->> '$.pending' is null)`;
const IS_VERIFIED = sql`(c.deleted_at is null and c.pending is null)`;

/**
 * The completions that a batch has changed, as they were before, with the entries that it has logged for them. One that
 * `does_others` may fulfil another wish than before.
 */
const changedBy = (events: readonly CompletionChanged[]): RawBuilder<unknown> =>
  sql`changed as materialized (
    select c.id, c.seq, c.challenge, e.seq as entry, e.at, e.actor, e.action, ${RANKED_BEFORE},
      e.before ->> '$.pending' as pending, e.before ->> '$.submitted_by' as submitted_by,
      e.before ->> '$.og' as og,
      ${WAS_LIVE} as was_live, ${WAS_VERIFIED} as was_verified, ${IS_VERIFIED} as is_verified,
      ${IS_VERIFIED} and not (${WAS_VERIFIED} and e.before ->> '$.map_id' = c.map_id
        and e.before ->> '$.og_identity' is c.og_identity) as does_others
    from json_each(${idsOf(events)}) as written
      cross join completion as c on c.id = written.value
      cross join change as e on e.seq = (
        select max(seq) from change where noun = 'completion' and noun_id = c.id))`;

const only = <Value>(applies: boolean, value: Value): Value[] => (applies ? [value] : []);

const idsOf = (events: readonly { readonly id: string }[]): string =>
  JSON.stringify(events.map(({ id }) => id));

const CHANGED = sql`changed cross join completion as c on c.id = changed.id`;
/** The player whom a decision concerns. */
const PLAYER = sql`ifnull(changed.pending, changed.submitted_by)`;

const ADDED = {
  /** The player is told of every decision that is not their own, by whichever way it was made. */
  verdict: sql`select ${PLAYER}, case when c.deleted_at is null then 'verified' when c.rejection is null then 'removed'
      else 'rejected' end, 'change ' || changed.entry, c.id,
      case when c.rejection is null then '{}' else json_object('text', c.rejection) end, changed.at
    from ${CHANGED} where changed.was_live and changed.actor <> ${PLAYER}
      and (changed.pending is not null and c.pending is null or c.deleted_at is not null)`,
  /** A player who has seen that it was verified is told that it is pending again. */
  return: sql`select c.pending, 'pending', 'change ' || changed.entry, c.id, '{}', changed.at
    from ${CHANGED} where changed.was_verified and c.deleted_at is null and c.pending <> changed.actor
      and not exists (select 1 from notice as own where own.completion = c.id and own.person = c.pending
        and own.kind = 'verified' and own.seen_at is null)`,
  /** Those who wished for it are told of the first one, unless it is their own. */
  wish: sql`select w.person, 'wish', 'wish ' || w.id || ' ' || c.id, c.id, '{}', changed.at
    from ${CHANGED} and changed.does_others cross join wish as w on w.challenge = c.challenge
      and w.towers in ('', c.og_identity) and ifnull(w.map, 0) in (0, c.map_id)
    where w.removed_at is null and w.person is not c.submitted_by
      and not exists (select 1 from wish_done as d where d.wish = w.id and d.completion <> c.seq
        and d.completion not in (select seq from changed as later
          where later.entry > changed.entry and later.does_others))`,
  /** A submitter is told what somebody else's edit makes of the OG. */
  original: sql`select c.submitted_by, iif(c.og = 1, 'og-gained', 'og-lost'), 'standing ' || c.id || ' ' || changed.at || ' ' || iif(c.og = 1, 'og-gained', 'og-lost'), c.id, '{}', changed.at
    from ${CHANGED} where changed.was_verified and changed.is_verified and changed.og <> c.og
      and c.submitted_by <> changed.actor`,
  /** Players under whose name somebody else submits are asked whether it is right, unless they do not want to be. */
  partner: sql`select o.person, 'played-with', 'played-with ' || c.id, c.id, '{}', changed.at
    from ${CHANGED} and c.deleted_at is null cross join player_owner as o on o.completion = c.seq
    where o.person is not c.submitted_by and o.person <> changed.actor
      and (select count(*) from completion_player as p where p.completion = c.seq) > 1
      and not exists (select 1 from partner_answer as a where a.completion = c.id and a.person = o.person)
      and not exists (select 1 from partner_mute as m where m.person = o.person and m.submitter = c.submitted_by)`,
  /** What is deleted before anybody decides on a report is removed to those who reported it. */
  gone: sql`select r.reporter, iif(r.doubted_revision is null, 'report-removed', 'doubt-removed'), 'report ' || r.id,
      c.id, '{}', c.deleted_at
    from ${CHANGED} and c.deleted_at is not null
      cross join report as r on r.completion = c.id and r.closed_at is null`,
} as const;

/** Unseen notices of changed completions that are no news any more. */
const unseen = (kinds: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select n.id from ${CHANGED} cross join notice as n on n.completion = c.id and n.seen_at is null
    where n.kind in ${kinds} and ${where}`;

const WITHDRAWN = {
  verdict: unseen(
    sql`('ask', 'answer', 'verified', 'pending')`,
    sql`changed.was_live and ${PLAYER} is not null
      and (changed.pending is not null and c.pending is null or c.deleted_at is not null)`,
  ),
  return: unseen(
    sql`('verified')`,
    sql`changed.was_verified and c.deleted_at is null and c.pending is not null`,
  ),
  /** What was deleted and is there again is no news to those who have not seen yet what became of it. */
  restored: unseen(
    sql`('verified', 'rejected', 'removed')`,
    sql`not changed.was_live and c.deleted_at is null`,
  ),
  partner: unseen(
    sql`('played-with')`,
    sql`(c.deleted_at is not null or not exists (select 1 from player_owner as o
      where o.completion = c.seq and o.person = n.person))`,
  ),
  unverified: unseen(sql`('follow')`, sql`changed.was_verified and not changed.is_verified`),
  wish: unseen(
    sql`('wish')`,
    sql`changed.was_verified and not exists (select 1 from wish_done as d
      where d.completion = c.seq and n.cause = 'wish ' || d.wish || ' ' || c.id)`,
  ),
  original: unseen(
    sql`('og-lost', 'og-gained')`,
    sql`changed.was_verified and changed.is_verified and changed.og <> c.og and c.submitted_by <> changed.actor`,
  ),
} as const;

/** A helper's decision on reports, to those who reported; of what stands, whether somebody else has changed it since. */
const decided = (reports: readonly ReportDecided[]): RawBuilder<unknown> =>
  sql`select r.reporter, iif(r.doubted_revision is null, 'report-', 'doubt-')
      || iif(r.outcome in ('stands', 'pending'), r.outcome, 'removed'), 'report ' || r.id, r.completion,
      case when r.outcome = 'stands' and r.doubted_revision is null then json_object('text', iif(exists (
        select 1 from change where noun = 'completion' and noun_id = r.completion and at > r.at
          and actor <> r.reporter and action in ('edit', 'undo', ${TAKE_PROOF})),
        'A helper changed it.', 'Nothing was changed.')) else '{}' end, r.closed_at
    from json_each(${idsOf(reports)}) as given cross join report as r on r.id = given.value`;

/** Who answers of which completion, and when: by edits, and by messages. Null: nobody does. */
function answersIn(
  edits: readonly CompletionChanged[],
  messages: readonly PlayerWrote[],
): RawBuilder<unknown> | null {
  const answers = [
    ...only(
      edits.length > 0,
      sql`select id as completion, actor as player, at from changed where action = 'edit' and pending = actor`,
    ),
    ...only(
      messages.length > 0,
      sql`select m.completion, m.author as player, m.at from json_each(${idsOf(messages)}) as given
        cross join message as m on m.id = given.value`,
    ),
  ];
  return answers.length === 0 ? null : unionAll(answers);
}

/** Everybody who asked since the last answer is told of an answer. */
const answered = (answers: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select m.author, 'answer', 'answer ' || q.completion || ' ' || max(m.at), q.completion, '{}', a.at
    from (${answers}) as a cross join question as q on q.completion = a.completion
      and q.answered_at is null and q.asked_at <= a.at
    cross join message as m on m.completion = q.completion and m.kind = 'ask' and m.at >= q.asked_at
    where m.author <> a.player group by q.completion, m.author`;

/** What changes mean for records, in each scope that their challenges have. */
function recordsMoved(events: readonly CompletionChanged[]): Told[] {
  const scopeOf = ({ after }: CompletionChanged): Scope | null => {
    const definition = CHALLENGES.get(after.challenge);
    return definition ? recordScopeOf(definition) : null;
  };
  return [...Map.groupBy(events, (event) => JSON.stringify(scopeOf(event))).values()].flatMap((within) => {
    const [scope] = within.slice(0, 1).map(scopeOf);
    if (!scope) return [];
    const moves = within.map(({ before, after }) => movesRecord(before, after));
    const challenges = JSON.stringify([...new Set(within.map(({ after }) => after.challenge))]);
    const isIn = sql`c.challenge in (select value from json_each(${challenges}))`;
    return [
      ...(moves.some(({ leaves }) => leaves) ? [tellReturns(scope, isIn)] : []),
      ...(moves.some(({ takes }) => takes) ? [tellFalls(scope, isIn)] : []),
      ...(moves.some(({ leaves, takes }) => leaves && takes) ? [tellMoved(scope, isIn)] : []),
    ];
  });
}

/** What a batch tells people, and what it no longer does. */
function toldOf(changes: readonly CompletionChanged[], reports: readonly ReportDecided[]): Told {
  const are = (is: (change: CompletionChanged) => boolean): boolean => changes.some(is);
  const isTold = ({ before, actor }: CompletionChanged) =>
    actor !== (before?.pending ?? before?.submitted_by);
  const isReturned = are(({ before, after }) => isVerified(before) && waits(after));
  const isMarked = are(
    ({ before, after }) => isVerified(before) && isVerified(after) && before?.og !== after.og,
  );
  const isVerifiedOther = (which: "before" | "after") =>
    are((change) => isVerified(change[which]) && isOtherWish(change));
  const records = recordsMoved(changes);
  return {
    added: [
      ...only(
        are((change) => isVerdict(change) && isTold(change)),
        ADDED.verdict,
      ),
      ...only(isReturned, ADDED.return),
      ...only(isVerifiedOther("after"), ADDED.wish),
      ...only(isMarked, ADDED.original),
      ...only(
        are(({ after }) => !isLive(after)),
        ADDED.gone,
      ),
      ...only(
        are((change) => isLive(change.after) && hasPartners(change.after) && isUnderOtherNames(change)),
        ADDED.partner,
      ),
      ...only(reports.length > 0, decided(reports)),
      ...records.flatMap(({ added }) => added),
    ],
    withdrawn: [
      ...only(are(isVerdict), WITHDRAWN.verdict),
      ...only(isReturned, WITHDRAWN.return),
      ...only(
        are(({ before, after }) => before !== null && !isLive(before) && isLive(after)),
        WITHDRAWN.restored,
      ),
      ...only(
        are(({ before, after }) => isVerified(before) && !isVerified(after)),
        WITHDRAWN.unverified,
      ),
      ...only(
        are((change) => change.before !== null && hasPartners(change.before) && isUnderOtherNames(change)),
        WITHDRAWN.partner,
      ),
      ...only(isVerifiedOther("before"), WITHDRAWN.wish),
      ...only(isMarked, WITHDRAWN.original),
      ...records.flatMap(({ withdrawn }) => withdrawn),
    ],
  };
}

/**
 * Returns the statements that follow from the events of a batch, to be run last in it: at most six, however many events
 * these are, and only those that can apply. They read what they need while they run, and see what was before in the entries
 * of the log that the batch has written.
 */
export function effectsOf(events: readonly Event[]): CompiledQuery<unknown>[] {
  const changes = events.filter((event) => event.kind === "completion");
  const messages = events.filter((event) => event.kind === "message");
  const told = toldOf(
    changes,
    events.filter((event) => event.kind === "report"),
  );
  const answers = answersIn(changes.filter(isAnswer), messages);
  const added = [...told.added, ...(answers ? [answered(answers)] : [])];
  const deleted = changes.filter(({ after }) => !isLive(after));
  const decidedOn = changes.filter(({ before, after }) => waits(before) && !waits(after));
  const changed = changedBy(changes);
  const mark = newMark();
  return [
    ...(added.length > 0 ? [insertNotices(unionAll(added), { table: changed, mark })] : []),
    // What the batch has just added is news.
    ...(told.withdrawn.length > 0
      ? [
          statement`with ${changed} delete from notice where id in (${unionAll(told.withdrawn)})
            and substr(id, 1, ${mark.length}) <> ${mark}`,
        ]
      : []),
    ...(deleted.length > 0
      ? [
          statement`update report set closed_at = c.deleted_at, outcome = 'gone'
            from json_each(${idsOf(deleted)}) as given cross join completion as c on c.id = given.value
            where report.completion = c.id and report.closed_at is null and c.deleted_at is not null`,
        ]
      : []),
    ...(answers
      ? [
          statement`with ${changed}, a as materialized (${answers})
            update question set answered_at = (select a.at from a where a.completion = question.completion)
            where completion in (select q.completion from a cross join question as q on q.completion = a.completion
              where q.answered_at is null and q.asked_at <= a.at)`,
        ]
      : []),
    // What is decided is no question any more, and no lease on it remains.
    ...(decidedOn.length > 0
      ? ["question", "review"].map(
          (table) => statement`delete from ${sql.table(table)}
            where completion in (select value from json_each(${idsOf(decidedOn)}))`,
        )
      : []),
  ];
}
