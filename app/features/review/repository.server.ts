import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type { Concern } from "../../../domain/submissions/policy.ts";
import {
  type Database,
  firstValue,
  sqlite,
  statement,
  unionAll,
  wroteAny,
} from "../../../server/db/database.ts";
import { completionsOf, NO_TAGS, partWhere } from "../../../server/db/tags.ts";
import { codeAgrees } from "../completions/repository/code-checks.server.ts";
import { MARKED_FIRST, peersIn, supersededIn } from "../completions/repository/record-order.server.ts";
import { knownCreation } from "../completions/repository/rows.server.ts";
import { isOfBanned } from "../players/repository/banned.server.ts";

/** What narrows the queue; null: no filter. */
export interface QueueFilters {
  readonly challenge: string | null;
  /** A map's id. */
  readonly map: number | null;
  readonly og: boolean;
  readonly record: boolean;
  readonly first: boolean;
  /** Those alone whose player answered a question. */
  readonly answered: boolean;
  /** Those alone whose challenge code agrees with them. */
  readonly code: boolean;
}

/** A helper, and the time at which they ask (ISO 8601, UTC). */
export interface Asking {
  readonly helper: string;
  readonly now: string;
  /** Appeals since then of what they rejected are for others to decide (domain/submissions/policy.ts). */
  readonly appealsSince: string;
}

export interface QueueQuery extends QueueFilters, Asking {
  /** The filekey of a completion: what was submitted after it. */
  readonly after: string | null;
  readonly count: number;
}

/** What a completion that waits would be, and that it is its account's first submission. */
export interface QueueRow {
  readonly id: string;
  readonly original: boolean;
  readonly record: boolean;
  readonly first: boolean;
  /** Another helper who is looking at it. */
  readonly holder: string | null;
  /** The helper who asks put it off. */
  readonly skipped: boolean;
  /** It is for others, because the helper who asks rejected it before its player appealed. */
  readonly rejected: boolean;
  /** What came of a question to its player; null: there is none. */
  readonly question: "answered" | "no-answer" | "appealed" | null;
}

export type Definitions = Iterable<ChallengeDefinition>;

/** The verified original `o` that stands in the way of a claim `c`. Sample rows give way. */
const ORIGINAL = sql`completion o where o.challenge = c.challenge and o.og_identity = c.og_identity and o.og = 1
  and o.pending is null and o.deleted_at is null and o.sample = 0`;

/** Whether `c` would be an original. */
const isOriginal = sql<number>`(c.og = 1 and not exists (select 1 from ${ORIGINAL}) and not ${isOfBanned})`;

/** The scopes of every challenge's record, each with whether `c` is in it. */
export const scopesOf = (definitions: Definitions) =>
  [...definitions].flatMap(({ key, record }) =>
    (record?.scopes ?? []).map((scope) => {
      const isOfVersion = scope.includes("major") ? sql`c.major_version is not null` : sql`true`;
      return { scope, isIn: sql`c.challenge = ${key} and ${isOfVersion}` };
    }),
  );

/** Whether `c` would beat everything verified in a scope of its challenge's record. */
function isRecord(definitions: Definitions): RawBuilder<number> {
  const scopes = scopesOf(definitions).map(
    ({ scope, isIn }) => sql`(${isIn}
      and not exists (select 1 from ${peersIn(scope)} and r.record_amount <= c.record_amount))`,
  );
  return sql<number>`(c.record_amount is not null and (${sql.join([sql`false`, ...scopes], sql` or `)}))`;
}

/** An account that has submitted more is no newcomer, whatever of it is pending. */
const MOST_OF_NEWCOMER = 50;

/** Whether `c` is the first submission of its account. It reads a bounded number of the account's completions. */
const isFirst = sql<number>`(c.submitted_by is not null
  and (select 1 from completion e where e.submitted_by = c.submitted_by
    limit 1 offset ${sql.lit(MOST_OF_NEWCOMER)}) is null
  and not exists (select 1 from completion e
    where e.submitted_by = c.submitted_by and (e.created_at, e.id) < (c.created_at, c.id)))`;

/**
 * Whether a time is yet to come, but not later than any that was set by a clock that is right: two days, for a
 * question, are the longest.
 */
const isToCome = (until: RawBuilder<unknown>, now: string) =>
  sql<boolean>`(${until} > ${now} and ${until} < strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, '+3 days'))`;

/** Whether the player of `c` still has time to answer a question. Then it is not for helpers to look at. */
const isAsked = (now: string) =>
  sql<number>`exists (select 1 from question as q
    where q.completion = c.id and q.answered_at is null and ${isToCome(sql`q.until`, now)})`;

/** What came of a question to the player of `c`, or that they appealed a rejection. */
const QUESTION = sql<QueueRow["question"]>`ifnull((select case when q.answered_at is null then 'no-answer'
  else 'answered' end from question as q where q.completion = c.id),
  (select 'appealed' from message as m where m.completion = c.id and m.kind = 'appeal' limit 1))`;

/**
 * The rows `c` that wait for a helper now and meet the filters. The index holds their order, so none but what is pending
 * is read.
 */
function queued(
  { challenge, map, og, record, first, answered, code }: QueueFilters,
  now: string,
  definitions: Definitions,
) {
  const narrowed = [
    ...(challenge === null ? [] : [sql`and c.challenge = ${challenge}`]),
    ...(map === null ? [] : [sql`and c.map_id = ${map}`]),
    ...(og ? [sql`and ${isOriginal}`] : []),
    ...(record ? [sql`and ${isRecord(definitions)}`] : []),
    ...(first ? [sql`and ${isFirst}`] : []),
    ...(answered ? [sql`and ${QUESTION} = 'answered'`] : []),
    ...(code ? [sql`and ${codeAgrees}`] : []),
  ];
  return sql`completion as c indexed by completion_queue
    where c.deleted_at is null and c.pending is not null and not ${isAsked(now)} ${sql.join(narrowed, sql` `)}`;
}

const flags = (definitions: Definitions) =>
  sql`${isOriginal} as original, ${isRecord(definitions)} as record, ${isFirst} as first`;

/** Another helper who is looking at `c`. */
const holderOf = ({ helper, now }: Asking) =>
  sql<string | null>`(select r.holder from review as r
    where r.completion = c.id and r.holder <> ${helper} and ${isToCome(sql`r.held_until`, now)})`;

const isSkipped = ({ helper, now }: Asking) =>
  sql<number>`exists (select 1 from review_skip as s
    where s.helper = ${helper} and s.completion = c.id and ${isToCome(sql`s.until`, now)})`;

/** The last time that `c` was rejected or sent in again, as one of these that made it pending by an appeal. */
const APPEAL = sql`change as s join message as m on m.completion = c.id and m.kind = 'appeal' and m.at = s.at
  where s.action = 'resubmit' and s.seq = (select max(seq) from change
    where noun = 'completion' and noun_id = c.id and action in ('resubmit', 'reject'))`;

/** Who rejected what is appealed by the change `s`. */
const REJECTED_BY = sql<string>`(select d.actor from change as d where d.noun = 'completion' and d.noun_id = c.id
  and d.action = 'reject' and d.seq < s.seq order by d.seq desc limit 1)`;

/** Whether `c` is pending by an appeal that is for others to decide, because the helper rejected it. */
const isForOthers = ({ helper, appealsSince }: Asking) =>
  sql<number>`exists (select 1 from ${APPEAL} and m.at > ${appealsSince} and ${REJECTED_BY} = ${helper})`;

/** The statement that finds which of these completions are pending by an appeal, and who rejected them before. */
export const appealsStatement = (ids: readonly string[]) =>
  statement<{
    readonly filekey: string;
    readonly at: string;
    readonly rejectedBy: string;
  }>`select c.id as filekey, m.at, ${REJECTED_BY} as "rejectedBy"
    from completion as c join ${APPEAL} and c.pending is not null and c.deleted_at is null
      and c.id in (select value from json_each(${JSON.stringify(ids)}))`;

const isOwn = ({ helper }: Asking) => sql<number>`(c.pending = ${helper} or c.submitted_by is ${helper})`;

interface FlagRow {
  readonly id: string;
  readonly original: number;
  readonly record: number;
  readonly first: number;
}

const toClaims = (row: FlagRow) => ({
  original: row.original === 1,
  record: row.record === 1,
  first: row.first === 1,
});

interface ListedRow extends FlagRow {
  readonly holder: string | null;
  readonly skipped: number;
  readonly rejected: number;
  readonly question: QueueRow["question"];
}

export function queueStatement(
  { after, count, helper, now, appealsSince, ...filters }: QueueQuery,
  definitions: Definitions,
): CompiledQuery<ListedRow> {
  const from = (column: "created_at" | "id") =>
    sql`coalesce((select ${sql.ref(column)} from completion where id = ${after}), '')`;
  const later =
    after === null ? sql`` : sql`and (c.created_at, c.id) > (${from("created_at")}, ${from("id")})`;
  const asking = { helper, now, appealsSince };
  return statement<ListedRow>`select c.id, ${flags(definitions)}, ${holderOf(asking)} as holder,
    ${isSkipped(asking)} as skipped, ${isForOthers(asking)} as rejected, ${QUESTION} as question from ${queued(filters, now, definitions)} ${later}
    order by c.created_at, c.id limit ${count}`;
}

export const queueCountStatement = (filters: QueueFilters, now: string, definitions: Definitions) =>
  statement<{ total: number }>`select count(*) as total from ${queued(filters, now, definitions)}`;

/**
 * The statement that gives a helper, until a time, the oldest of what they may look at: nobody else is looking at it, it
 * is not their own nor an appeal of what they rejected, and they did not put it off. It takes the place of what they had, so they have one at a time.
 */
export const claimNextStatement = (
  filters: QueueFilters,
  asking: Asking,
  until: string,
  definitions: Definitions,
) =>
  statement<{ completion: string }>`replace into review (completion, holder, held_until)
    select c.id, ${asking.helper}, ${until} from ${queued(filters, asking.now, definitions)}
      and not ${isOwn(asking)} and not ${isSkipped(asking)} and not ${isForOthers(asking)}
      and ${holderOf(asking)} is null
    order by c.created_at, c.id limit 1 returning completion`;

/** The same of one completion, which they may have put off. @param takes whether they take it from another helper */
export const claimStatement = (id: string, asking: Asking, until: string, takes: boolean) =>
  statement<{ completion: string }>`replace into review (completion, holder, held_until)
    select c.id, ${asking.helper}, ${until} from completion as c
    where c.id = ${id} and c.deleted_at is null and c.pending is not null
      and not ${isOwn(asking)} and not ${isForOthers(asking)}
      and (${takes ? 1 : 0} or ${holderOf(asking)} is null)
    returning completion`;

/** Why nothing of the queue is free for a helper. */
export interface NotFree {
  readonly held: number;
  readonly skipped: number;
  readonly rejected: number;
  readonly own: number;
}

export const notFreeStatement = (filters: QueueFilters, asking: Asking, definitions: Definitions) =>
  statement<NotFree>`select coalesce(sum(own), 0) as own, coalesce(sum(skipped and not rejected and not own), 0) as skipped,
      coalesce(sum(rejected and not own), 0) as rejected,
      coalesce(sum(not own and not skipped and not rejected), 0) as held
    from (select ${isOwn(asking)} as own, ${isSkipped(asking)} as skipped, ${isForOthers(asking)} as rejected
      from ${queued(filters, asking.now, definitions)})`;

/** The statement by which a helper gives back what they took. */
export const releaseStatement = (id: string, helper: string): CompiledQuery<unknown> =>
  sqlite.deleteFrom("review").where("completion", "=", id).where("holder", "=", helper).compile();

/** The statements by which a helper puts a completion off until a time. */
const skipStatements = (
  id: string,
  { helper, now }: Pick<Asking, "helper" | "now">,
  until: string,
): CompiledQuery<unknown>[] => [
  sqlite.deleteFrom("review_skip").where("helper", "=", helper).where("until", "<=", now).compile(),
  statement`replace into review_skip (helper, completion, until) select ${helper}, id, ${until} from completion
    where id = ${id} and deleted_at is null and pending is not null`,
  releaseStatement(id, helper),
];

/** The statement that counts all that waits for helpers now. Triggers maintain the counts. */
const waitingStatement = (now: string): CompiledQuery<{ total: number }> =>
  statement<{
    total: number;
  }>`select coalesce(sum(count), 0)
    - (select count(*) from question where answered_at is null and ${isToCome(sql`until`, now)}) as total
    from challenge_count where pending = 1`;

/** How much is pending, since when, and how long it took until a verdict, of those that were given last. */
export interface Waiting {
  readonly waiting: number;
  /** When the oldest that is pending was submitted (ISO 8601, UTC); null: nothing is, or nobody knows. */
  readonly oldest: string | null;
  /** How many of the last verdicts were looked at. */
  readonly decided: number;
  /** Seconds within which half of these were given. */
  readonly median: number | null;
}

/** The verdicts whose median is shown. */
const LAST_DECIDED = 100;

/** The statement behind it. Of what was moved in, nobody knows how long it took. What was rejected and submitted anew has waited since then. */
export const waitStatement = () =>
  statement<Waiting>`with took as materialized (select max(0, unixepoch(d.at) - unixepoch(coalesce(
      (select r.at from change r where r.noun = 'completion' and r.noun_id = d.noun_id and r.seq < d.seq
        and r.action = 'resubmit' order by r.seq desc limit 1),
      d.after ->> '$.created_at'))) as seconds
    from change as d indexed by change_verdicts where d.noun = 'completion' and d.action in ('verify', 'reject')
      and d.after ->> '$.created_at' >= '1971'
    order by d.seq desc limit ${sql.lit(LAST_DECIDED)})
    select (select coalesce(sum(count), 0) from challenge_count where pending = 1) as waiting,
      (select ${knownCreation} from completion as c indexed by completion_queue
        where c.deleted_at is null and c.pending is not null order by c.created_at, c.id limit 1) as oldest,
      (select count(*) from took) as decided,
      (select seconds from took order by seconds limit 1 offset (select (count(*) - 1) / 2 from took)) as median`;

interface FactsRow extends FlagRow {
  /** The filekey of the verified original of the same pair or tower. */
  readonly originalBy: string | null;
  /** How many of the same pair or tower are verified. */
  readonly verified: number;
  readonly submittedAt: string | null;
  readonly submitter: string | null;
  /** Until when its player has to answer a question, and when they did. */
  readonly until: string | null;
  readonly answeredAt: string | null;
  /** JSON: the checks whose warnings its sender has looked at; null: none. */
  readonly looked: string | null;
}

/** The statement behind what a helper wants to know of one completion that waits. */
export const factsStatement = (id: string, definitions: Definitions) =>
  statement<FactsRow>`select c.id, ${flags(definitions)}, ${knownCreation} as "submittedAt", c.submitted_by as submitter,
    (select o.id from ${ORIGINAL}) as "originalBy",
    (select count(*) from completion as v where v.challenge = c.challenge and v.og_identity = c.og_identity
      and v.pending is null and v.deleted_at is null and v.sample = 0) as verified, q.until, q.answered_at as "answeredAt",
      l.checks as looked
    from completion as c left join question as q on q.completion = c.id
      left join looked_at as l on l.completion = c.id and l.revision = c.revision
    where c.id = ${id} and c.deleted_at is null and c.pending is not null`;

/** What a completion that waits is compared with in one scope of its challenge's record. */
export interface ComparedRow {
  /** The place of the scope in the definition. */
  readonly scope: number;
  readonly amount: number;
  /** The best verified one, and its amount; null: there is none. */
  readonly best: string | null;
  readonly bestAmount: number | null;
}

/** The statement behind it, the widest scope first. */
export function comparedStatement(
  id: string,
  { key, record }: ChallengeDefinition,
): CompiledQuery<ComparedRow> {
  const scopes = (record?.scopes ?? []).map((scope, at) => {
    const isIn = scope.includes("major") ? sql`c.major_version is not null` : sql`true`;
    const best = sql`from ${peersIn(scope)} order by r.record_amount, ${MARKED_FIRST} limit 1`;
    return sql<ComparedRow>`select ${sql.lit(at)} as scope, c.record_amount as amount, (select r.id ${best}) as best,
        (select r.record_amount ${best}) as "bestAmount"
      from completion as c where c.id = ${id} and c.challenge = ${key} and c.record_amount is not null and ${isIn}`;
  });
  return statement<ComparedRow>`select * from (${unionAll(scopes)}) order by scope`;
}

/** A completion that waits, and a verified one whose record it would take. */
interface Fall {
  readonly filekey: string;
  readonly of: string;
}

/**
 * The statement that finds whose records these completions would take; of equals the first has it. One that was played earlier
 * also takes the place of what counted as records since, in the widest scope.
 */
export function fallsStatement(ids: readonly string[], definitions: Definitions): CompiledQuery<Fall> {
  const isAmong = sql`c.id in (select value from json_each(${JSON.stringify(ids)}))`;
  // An iterator ends after its first use.
  const all = [...definitions];
  const superseded = all.flatMap(({ key, record }) => {
    const [scope] = record?.scopes ?? [];
    return scope
      ? [
          sql<Fall>`select c.id as filekey, r.id as "of" from completion as c cross join ${supersededIn(scope)}
            and ${isAmong} and c.challenge = ${key} and c.date < r.day`,
        ]
      : [];
  });
  const falls = scopesOf(all).map(({ scope, isIn }) => {
    const peers = peersIn(scope);
    const best = sql`(select r.record_amount from ${peers} order by r.record_amount limit 1)`;
    return sql<Fall>`select c.id as filekey, (select r.id from ${peers} and r.record_amount = ${best}
        order by ${MARKED_FIRST} limit 1) as "of"
      from completion c where ${isAmong} and ${isIn} and c.record_amount < ${best}`;
  });
  return statement<Fall>`${unionAll([...falls, ...superseded])}`;
}

export const holdersStatement = (ids: readonly string[], { helper, now }: Pick<Asking, "helper" | "now">) =>
  sqlite
    .selectFrom("review")
    .select(["completion", "holder", "held_until as until"])
    .where(sql<boolean>`completion in (select value from json_each(${JSON.stringify(ids)}))`)
    .where("holder", "<>", helper)
    .where(isToCome(sql`held_until`, now))
    .compile();

/** Whether a helper decided on `c`. */
const isVerified = sql<number>`(c.deleted_at is null and c.pending is null)`;
const isRejected = sql<number>`(c.deleted_at is not null and c.rejection is not null)`;

export const verdictCountsStatement = (submitter: string) =>
  statement<VerdictCounts>`select coalesce(sum(${isVerified}), 0) as verified, coalesce(sum(${isRejected}), 0) as rejected
    from completion as c where c.submitted_by = ${submitter}`;

export const lastVerdictsStatement = (submitter: string, most: number) =>
  statement<{ id: string }>`select c.id from completion as c
    where c.submitted_by = ${submitter} and (${isVerified} or ${isRejected})
    order by c.updated_at desc, c.id limit ${most}`;

export interface VerdictCounts {
  readonly verified: number;
  readonly rejected: number;
}

/** What waits for a helper, and who is looking at it. What is public of it says so, and no write here is logged. */
export const reviewReads = (database: Database) => ({
  listQueue: async (query: QueueQuery, definitions: Definitions): Promise<QueueRow[]> =>
    (await database.query(NO_TAGS, queueStatement(query, definitions))).map((row) => {
      const { id, holder, question } = row;
      // What is for others is put off for this one.
      const [skipped, rejected] = [row.skipped === 1 || row.rejected === 1, row.rejected === 1];
      return { id, ...toClaims(row), holder, skipped, rejected, question };
    }),

  /** Takes the oldest free completion for a helper until a time, and returns its id; null: none is free. */
  async claimNext(filters: QueueFilters, asking: Asking, until: string, definitions: Definitions) {
    const [rows] = await database.atomic([claimNextStatement(filters, asking, until, definitions)]);
    return rows?.[0] === undefined ? null : String(rows[0].completion);
  },

  /** Takes a completion for a helper until a time; false: it is not pending, their own, or another helper has it. */
  claim: (id: string, asking: Asking, until: string, takes: boolean): Promise<boolean> =>
    wroteAny(database, [claimStatement(id, asking, until, takes)]),

  async findNotFree(filters: QueueFilters, asking: Asking, definitions: Definitions): Promise<NotFree> {
    const [row] = await database.query(NO_TAGS, notFreeStatement(filters, asking, definitions));
    return row ?? { held: 0, skipped: 0, rejected: 0, own: 0 };
  },

  release: async (id: string, helper: string): Promise<unknown> =>
    database.atomic([releaseStatement(id, helper)]),

  skip: async (id: string, asking: Pick<Asking, "helper" | "now">, until: string): Promise<unknown> =>
    database.atomic(skipStatements(id, asking, until)),

  countQueue: async (filters: QueueFilters, now: string, definitions: Definitions): Promise<number> =>
    (await firstValue(database, NO_TAGS, queueCountStatement(filters, now, definitions))) ?? 0,

  /** The public part of it. */
  async findWait(): Promise<Waiting> {
    const [row] = await database.query([completionsOf(null, partWhere([["pending"]]))], waitStatement());
    return row ?? { waiting: 0, oldest: null, decided: 0, median: null };
  },

  countWaiting: async (now: string): Promise<number> =>
    (await firstValue(database, NO_TAGS, waitingStatement(now))) ?? 0,

  /** Null: no such completion waits. */
  async findFacts(id: string, definitions: Definitions) {
    const [row] = await database.query(NO_TAGS, factsStatement(id, definitions));
    if (!row) return null;
    const { originalBy, verified, submittedAt, submitter, until, answeredAt } = row;
    const looked: readonly string[] = JSON.parse(row.looked ?? "[]");
    return { ...toClaims(row), originalBy, verified, submittedAt, submitter, until, answeredAt, looked };
  },

  findCompared: async (id: string, definition: ChallengeDefinition): Promise<readonly ComparedRow[]> =>
    definition.record ? database.query(NO_TAGS, comparedStatement(id, definition)) : [],

  findFalls: async (ids: readonly string[], definitions: Definitions): Promise<readonly Fall[]> =>
    ids.length === 0 ? [] : database.query(NO_TAGS, fallsStatement(ids, definitions)),

  /** Who else is looking at these completions, by filekey. */
  async findHolders(ids: readonly string[], asking: Pick<Asking, "helper" | "now">) {
    const rows = await database.query(NO_TAGS, holdersStatement(ids, asking));
    return new Map(rows.map(({ completion, holder, until }) => [completion, { holder, until }]));
  },

  /** Which of these completions are pending by an appeal, by filekey. */
  async findAppeals(ids: readonly string[]): Promise<ReadonlyMap<string, Concern>> {
    const rows = ids.length === 0 ? [] : await database.query(NO_TAGS, appealsStatement(ids));
    return new Map(rows.map(({ filekey, at, rejectedBy }) => [filekey, { at, people: [rejectedBy] }]));
  },

  async countVerdicts(submitter: string): Promise<VerdictCounts> {
    const [row] = await database.query(NO_TAGS, verdictCountsStatement(submitter));
    return row ?? { verified: 0, rejected: 0 };
  },

  findLastVerdicts: async (submitter: string, most: number): Promise<string[]> =>
    (await database.query(NO_TAGS, lastVerdictsStatement(submitter, most))).map(({ id }) => id),
});
