import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { type Database, sqlite, unionAll } from "../../../server/db/database.ts";
import { PRIVATE } from "../../../server/db/tags.ts";
import { peersIn } from "../completions/repository/records.server.ts";

/** What narrows the queue; null: no filter. */
export interface QueueFilters {
  readonly challenge: string | null;
  /** A map's id. */
  readonly map: number | null;
  readonly og: boolean;
  readonly record: boolean;
  readonly first: boolean;
}

export interface QueueQuery extends QueueFilters {
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
}

type Definitions = Iterable<ChallengeDefinition>;

/** The verified original `o` that stands in the way of a claim `c`. Sample rows give way. */
const ORIGINAL = sql`completion o where o.challenge = c.challenge and o.og_identity = c.og_identity and o.og = 1
  and o.pending is null and o.deleted_at is null and o.sample = 0`;

/** Whether `c` would be an original. */
const isOriginal = sql<number>`(c.og = 1 and not exists (select 1 from ${ORIGINAL}))`;

/** The scopes of every challenge's record, each with whether `c` is in it. */
const scopesOf = (definitions: Definitions) =>
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

const isFirst = sql<number>`(c.submitted_by is not null and not exists (select 1 from completion e
  where e.submitted_by = c.submitted_by and (e.created_at, e.id) < (c.created_at, c.id)))`;

/** The rows `c` that wait and meet the filters. The index holds their order, so none but these are read. */
function queued({ challenge, map, og, record, first }: QueueFilters, definitions: Definitions) {
  const narrowed = [
    ...(challenge === null ? [] : [sql`and c.challenge = ${challenge}`]),
    ...(map === null ? [] : [sql`and c.map_id = ${map}`]),
    ...(og ? [sql`and ${isOriginal}`] : []),
    ...(record ? [sql`and ${isRecord(definitions)}`] : []),
    ...(first ? [sql`and ${isFirst}`] : []),
  ];
  return sql`completion as c indexed by completion_queue
    where c.deleted_at is null and c.pending is not null ${sql.join(narrowed, sql` `)}`;
}

const flags = (definitions: Definitions) =>
  sql`${isOriginal} as original, ${isRecord(definitions)} as record, ${isFirst} as first`;

interface FlagRow {
  readonly id: string;
  readonly original: number;
  readonly record: number;
  readonly first: number;
}

const toQueueRow = ({ id, ...row }: FlagRow): QueueRow => ({
  id,
  original: row.original === 1,
  record: row.record === 1,
  first: row.first === 1,
});

/** The statement behind a page of the queue. */
export function queueStatement(
  { after, count, ...filters }: QueueQuery,
  definitions: Definitions,
): CompiledQuery<FlagRow> {
  const from = (column: "created_at" | "id") =>
    sql`coalesce((select ${sql.ref(column)} from completion where id = ${after}), '')`;
  const later =
    after === null ? sql`` : sql`and (c.created_at, c.id) > (${from("created_at")}, ${from("id")})`;
  return sql<FlagRow>`select c.id, ${flags(definitions)} from ${queued(filters, definitions)} ${later}
    order by c.created_at, c.id limit ${count}`.compile(sqlite);
}

/** The statement that counts what waits and meets the filters. */
export const queueCountStatement = (
  filters: QueueFilters,
  definitions: Definitions,
): CompiledQuery<{ total: number }> =>
  sql<{ total: number }>`select count(*) as total from ${queued(filters, definitions)}`.compile(sqlite);

/** The statement that counts all that waits. Triggers maintain the counts. */
const waitingStatement = (): CompiledQuery<{ total: number }> =>
  sql<{
    total: number;
  }>`select coalesce(sum(count), 0) as total from challenge_count where pending = 1`.compile(sqlite);

interface FactsRow extends FlagRow {
  /** The filekey of the verified original that a claim to be it meets. */
  readonly originalBy: string | null;
  readonly submittedAt: string;
  readonly submitter: string | null;
}

/** The statement behind what a helper wants to know of one completion that waits. */
export const factsStatement = (id: string, definitions: Definitions): CompiledQuery<FactsRow> =>
  sql<FactsRow>`select c.id, ${flags(definitions)}, c.created_at as "submittedAt", c.submitted_by as submitter,
    case c.og when 1 then (select o.id from ${ORIGINAL}) end as "originalBy"
    from completion as c where c.id = ${id} and c.deleted_at is null and c.pending is not null`.compile(
    sqlite,
  );

/** A completion that waits, and a verified one whose record it would take. */
interface Fall {
  readonly filekey: string;
  readonly of: string;
}

/** The statement that finds whose records these completions would take; of equals the first has it. */
export function fallsStatement(ids: readonly string[], definitions: Definitions): CompiledQuery<Fall> {
  const falls = scopesOf(definitions).map(({ scope, isIn }) => {
    const peers = peersIn(scope);
    const best = sql`(select r.record_amount from ${peers} order by r.record_amount limit 1)`;
    return sql<Fall>`select c.id as filekey, (select r.id from ${peers} and r.record_amount = ${best}
        order by r.date is null, r.date, r.created_at, r.id limit 1) as "of"
      from completion c where c.id in (select value from json_each(${JSON.stringify(ids)}))
        and ${isIn} and c.record_amount < ${best}`;
  });
  return sql<Fall>`${unionAll(falls)}`.compile(sqlite);
}

/** The statement that finds who else is looking at these completions. */
export const holdersStatement = (ids: readonly string[], helper: string, now: string) =>
  sqlite
    .selectFrom("review")
    .select(["completion", "holder", "held_until as until"])
    .where(sql<boolean>`completion in (select value from json_each(${JSON.stringify(ids)}))`)
    .where("holder", "<>", helper)
    .where("held_until", ">", now)
    .compile();

/** Whether a helper decided on `c`. */
const isVerified = sql<number>`(c.deleted_at is null and c.pending is null)`;
const isRejected = sql<number>`(c.deleted_at is not null and c.rejection is not null)`;

/** The statement that counts what was decided of an account's submissions. */
export const verdictCountsStatement = (submitter: string): CompiledQuery<VerdictCounts> =>
  sql<VerdictCounts>`select coalesce(sum(${isVerified}), 0) as verified, coalesce(sum(${isRejected}), 0) as rejected
    from completion as c where c.submitted_by = ${submitter}`.compile(sqlite);

/** The statement that finds an account's submissions that were decided on last. */
export const lastVerdictsStatement = (submitter: string, most: number): CompiledQuery<{ id: string }> =>
  sql<{ id: string }>`select c.id from completion as c
    where c.submitted_by = ${submitter} and (${isVerified} or ${isRejected})
    order by c.updated_at desc, c.id limit ${most}`.compile(sqlite);

export interface VerdictCounts {
  readonly verified: number;
  readonly rejected: number;
}

/** Reads of what waits for a helper. Nothing public is made from them. */
export const reviewReads = (database: Database) => ({
  listQueue: async (query: QueueQuery, definitions: Definitions): Promise<QueueRow[]> =>
    (await database.query(PRIVATE, queueStatement(query, definitions))).map(toQueueRow),

  async countQueue(filters: QueueFilters, definitions: Definitions): Promise<number> {
    const [row] = await database.query(PRIVATE, queueCountStatement(filters, definitions));
    return row?.total ?? 0;
  },

  async countWaiting(): Promise<number> {
    const [row] = await database.query(PRIVATE, waitingStatement());
    return row?.total ?? 0;
  },

  /** Null: no such completion waits. */
  async findFacts(id: string, definitions: Definitions) {
    const [row] = await database.query(PRIVATE, factsStatement(id, definitions));
    if (!row) return null;
    const { originalBy, submittedAt, submitter } = row;
    return { ...toQueueRow(row), originalBy, submittedAt, submitter };
  },

  /** Whose records these completions would take. */
  findFalls: async (ids: readonly string[], definitions: Definitions): Promise<readonly Fall[]> =>
    ids.length === 0 ? [] : database.query(PRIVATE, fallsStatement(ids, definitions)),

  /** Who else is looking at these completions at a time (ISO 8601, UTC), by filekey. */
  async findHolders(ids: readonly string[], helper: string, now: string) {
    const rows = await database.query(PRIVATE, holdersStatement(ids, helper, now));
    return new Map(rows.map(({ completion, holder, until }) => [completion, { holder, until }]));
  },

  async countVerdicts(submitter: string): Promise<VerdictCounts> {
    const [row] = await database.query(PRIVATE, verdictCountsStatement(submitter));
    return row ?? { verified: 0, rejected: 0 };
  },

  findLastVerdicts: async (submitter: string, most: number): Promise<string[]> =>
    (await database.query(PRIVATE, lastVerdictsStatement(submitter, most))).map(({ id }) => id),
});
