import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition, RecordRule } from "../../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../../domain/challenges/fields.ts";
import type { Completion } from "../../../../domain/fields/attributes.ts";
import type { RecordRank } from "../../../../domain/lists/record.ts";
import {
  batched,
  bind,
  type Database,
  rowsOfEach,
  sqlite,
  unionAll,
} from "../../../../server/db/database.ts";
import { completionsOf, listTags, type Tag, VERIFIED_PART } from "../../../../server/db/tags.ts";
import { shownAs } from "../../players/repository.server.ts";
import {
  inOrder,
  isEarlier,
  MARKED_FIRST,
  peersIn,
  type Scope,
  supersededIn,
} from "./record-order.server.ts";
import { type ListRow, liveRows, scopeOf, selectRows, toCompletion } from "./rows.server.ts";

/** Whether `c` had the record of a scope when it came: nothing before it was as good. */
const wasRecord = (scope: Scope): RawBuilder<number> =>
  sql`not exists (select 1 from ${peersIn(scope)} and r.record_amount <= c.record_amount and ${isEarlier})`;

/** The day on which something better than `c` came; null: nothing has, or its day is not known. */
const beatenOn = (scope: Scope): RawBuilder<string | null> =>
  sql`(select r.day from ${peersIn(scope)} and r.record_amount < c.record_amount and not ${isEarlier}
    order by ${inOrder} limit 1)`;

/** Whether `r` was verified before a completion; what was moved in was verified before all others. */
const wasVerifiedBefore = (peer: string, own: string) =>
  sql`ifnull(${sql.ref(`${peer}.verified_at`)}, '') < ${sql.ref(`${own}.verified_at`)}`;

/** The day on which something earlier than `c` and as good was verified, if until then nothing was; null otherwise. */
const supersededOn = (scope: Scope): RawBuilder<string | null> => {
  const asGood = sql`${peersIn(scope)} and r.record_amount <= c.record_amount and ${isEarlier}`;
  return sql`case when not exists (select 1 from ${asGood} and ifnull(r.verified_at, '') <= ifnull(c.verified_at, ''))
    then (select substr(min(r.verified_at), 1, 10) from ${asGood}) end`;
};

/** Selects the standings in one scope. For each of their values SQLite walks an index from the best completion on. */
function selectScope(
  { definition: { key: challenge }, ids, isDated, at }: StandingQuery & { readonly at: number },
  scope: Scope,
  scopeAt: number,
): RawBuilder<StandingRow> {
  const peers = peersIn(scope);
  const best = sql`(select r.record_amount from ${peers} order by r.record_amount limit 1)`;
  // A completion whose version is unknown is in no major version.
  const isIn = scope.includes("major") ? sql`c.major_version is not null` : sql`true`;
  return sql<StandingRow>`select ${sql.lit(at)} as at, c.id as filekey, ${sql.lit(scopeAt)} as scope, c.record_amount as amount, ${best} as best,
    (select r.record_amount from ${peers} and r.record_amount > ${best} order by r.record_amount limit 1) as next,
    (select count(*) from ${peers} and r.record_amount = ${best}) as holders,
    c.id = (select r.id from ${peers} and r.record_amount = ${best}
      order by ${MARKED_FIRST} limit 1) as is_first,
    ${isDated ? sql`case when ${wasRecord(scope)} then c.day end` : sql`null`} as since,
    ${isDated ? beatenOn(scope) : sql`null`} as until,
    ${isDated ? supersededOn(scope) : sql`null`} as superseded
    from completion c
    where c.id in (select value from json_each(${JSON.stringify(ids)})) and c.challenge = ${challenge}
      and c.deleted_at is null and c.pending is null and c.record_amount is not null and ${isIn}`;
}

interface StandingRow {
  /** Which of the batched queries the row is for. */
  readonly at: number;
  readonly filekey: string;
  readonly scope: number;
  readonly amount: number;
  readonly best: number;
  readonly next: number | null;
  readonly holders: number;
  readonly is_first: number;
  readonly since: string | null;
  readonly until: string | null;
  readonly superseded: string | null;
}

/** Completions to compare with the best ones of their challenge, which has a record. */
interface StandingQuery {
  readonly definition: Pick<ChallengeDefinition, "key">;
  readonly record: RecordRule;
  readonly ids: readonly string[];
  /** Whether to say since when, and until when, they had the record. */
  readonly isDated: boolean;
}

/** The statement that compares completions with the best ones in each scope of their challenge's record. */
export const standingsStatement = (queries: readonly StandingQuery[]): CompiledQuery<StandingRow> =>
  sql<StandingRow>`${unionAll(
    queries.flatMap((each, at) =>
      each.record.scopes.map((scope, scopeAt) => selectScope({ ...each, at }, scope, scopeAt)),
    ),
  )}`.compile(sqlite);

/**
 * The numbers of the completions that hold each major version's record on a map; of equals, the first (see
 * findStandings). It steps from one version to the next and reads no other rows.
 */
function recordsByVersion(challenge: string, map: number): RawBuilder<unknown> {
  const on = sql`completion r where r.challenge = ${challenge} and r.map_id = ${map}
    and r.deleted_at is null and r.pending is null and r.record_amount is not null and r.major_version is not null`;
  const best = sql`(select min(r.record_amount) from ${on} and r.major_version = major.version)`;
  return sql`(with recursive major (version) as (
      select min(r.major_version) from ${on}
      union all
      select (select min(r.major_version) from ${on} and r.major_version > major.version)
      from major where major.version is not null
    )
    select (select r.seq from ${on} and r.major_version = major.version and r.record_amount = ${best}
      order by ${MARKED_FIRST} limit 1)
    from major where major.version is not null)`;
}

/** Which of the records that were ever set are requested, the last one first. */
export interface RecordsQuery {
  /** All of them have a record. */
  readonly definitions: readonly ChallengeDefinition[];
  /** A map's id; null: all maps. */
  readonly map: number | null;
  readonly offset: number;
  readonly count: number;
}

/** A record as it was set: of the widest scope, by the completion's number. */
interface SetRow {
  readonly challenge: string;
  readonly seq: number;
  readonly day: string;
  /** The number of the one that had the record before; null: it was the first. */
  readonly before: number | null;
  readonly until: string | null;
}

/** The order in which those with a day came. */
const byDay = sql`r.day, r.created_at, r.seq`;

/** The widest scopes of these challenges within a map: [challenge, type]. */
const scopesOf = (definitions: readonly ChallengeDefinition[]): (readonly [string, string | null])[] =>
  definitions.flatMap((definition) => {
    const isOfType = definition.record?.scopes[0]?.includes("completiontype");
    const types = isOfType
      ? fieldsOfKind(definition, "completiontype").flatMap(([, { choices }]) => choices)
      : [];
    return [null, ...types].map((type) => [definition.key, type] as const);
  });

/**
 * The statement behind the records of all challenges as they were set. Each scope's last record is its best completion;
 * the record before one is the best that came before it. Of the records that were found and not yet listed, SQLite
 * takes the last one, and only then looks for the one before it.
 */
export function setRecordsStatement({
  definitions,
  map,
  offset,
  count,
}: RecordsQuery): CompiledQuery<SetRow> {
  const best = (scope: string, before: RawBuilder<unknown>) =>
    sql`(select r.seq from completion as r indexed by completion_best_of_type
      where r.challenge = ${sql.ref(`${scope}.challenge`)} and r.map_id = ${sql.ref(`${scope}.map_id`)}
        and r.completion_type is ${sql.ref(`${scope}.completion_type`)}
        and r.deleted_at is null and r.pending is null and r.record_amount is not null and r.day is not null
        ${before} order by r.record_amount, ${byDay} limit 1)`;
  const previous = best(
    "record",
    sql`and r.record_amount > record.record_amount and (${byDay}) < (record.day, record.created_at, record.seq)`,
  );
  const columns = sql`c.challenge, c.map_id, c.completion_type, c.record_amount, c.day, c.created_at, c.seq`;
  return sql<SetRow>`with recursive scope (challenge, completion_type, map_id) as (
      select within.value ->> 0, within.value ->> 1, map.id
      from json_each(${JSON.stringify(scopesOf(definitions))}) as within cross join map
      ${map === null ? sql`` : sql`where map.id = ${map}`}),
    record (challenge, map_id, completion_type, record_amount, day, created_at, seq, until) as (
      select ${columns}, null from scope cross join completion as c on c.seq = ${best("scope", sql``)}
      union all
      select ${columns}, record.day from record cross join completion as c on c.seq = ${previous}
      order by 5 desc, 6 desc, 7 desc limit ${count} offset ${offset})
    select challenge, seq, day, until, ${previous} as before
    from record order by day desc, created_at desc, seq desc`.compile(sqlite);
}

/** A completion that counted as a record until another one, by its filekey, was verified. */
interface SupersededRow {
  readonly by: string;
  /** When that was (yyyy-mm-dd). */
  readonly on: string;
  readonly seq: number;
}

/** Most of these that are listed. */
const MOST_SUPERSEDED = 100;

/** The statement behind what these completions of a challenge took out of the history of records, the last one first. */
export const supersededStatement = (
  challenge: string,
  scope: Scope,
  filekeys: readonly string[],
): CompiledQuery<SupersededRow> =>
  sql<SupersededRow>`select c.id as "by", substr(c.verified_at, 1, 10) as "on", r.seq
    from completion as c cross join ${supersededIn(scope, wasVerifiedBefore("q", "c"), sql.ref("c.verified_at"))}
      and c.verified_at is not null and r.day is not null
      and c.id in (select value from json_each(${JSON.stringify(filekeys)})) and c.challenge = ${challenge}
      and c.deleted_at is null and c.pending is null and c.record_amount is not null
    order by r.day desc, r.created_at desc, r.seq desc limit ${MOST_SUPERSEDED}`.compile(sqlite);

/** The statement that counts the records of the widest scope that each player holds, those with most first, then by name. */
export const recordHoldersStatement = (
  definitions: readonly ChallengeDefinition[],
  most: number,
): CompiledQuery<{ name: string; records: number; has_page: number }> => {
  const held = definitions.flatMap((definition) => {
    const [within] = definition.record?.scopes ?? [];
    if (!within) return [];
    return [
      sql`select c.seq from (${liveRows(scopeOf(definition), [{ on: "record", within }]).select("c.seq")}) as c`,
    ];
  });
  return sql<{ name: string; records: number; has_page: number }>`
    select ${shownAs(sql`held.player`)} as name, records, hidden = 0 as has_page
    from (select n.player, count(distinct p.completion) as records,
        (select min(sort_key) from player_name where player = n.player) as sort_key
      from (${unionAll(held)}) as c
      cross join completion_player as p on p.completion = c.seq cross join player_name as n on n.id = p.name
      group by n.player order by 2 desc, 3, 1 limit ${most}) as held
    join player on player.id = held.player where banned = 0
    order by records desc, held.sort_key, held.player`.compile(sqlite);
};

/** A record as it was set. */
export interface SetRecord {
  readonly definition: ChallengeDefinition;
  readonly completion: Completion;
  /** The day on which it was set, and on which it fell (yyyy-mm-dd). */
  readonly day: string;
  readonly until: string | null;
  /** What had the record before; null: nothing. */
  readonly before: Completion | null;
  readonly superseded: readonly Superseded[];
}

/** A completion that counted as a record until another one was verified that had been played earlier. */
export interface Superseded {
  /** The other one's filekey. */
  readonly by: string;
  /** The day on which that was verified (yyyy-mm-dd). */
  readonly on: string;
  readonly completion: Completion;
}

/** The statement behind each major version's record on a map. */
export const recordsStatement = (definition: ChallengeDefinition, map: number): CompiledQuery<ListRow> =>
  selectRows(sql`${recordsByVersion(definition.key, map)}`, scopeOf(definition))
    .orderBy("c.major_version", "desc")
    .compile();

/** Finds completions by their numbers. */
async function findNumbered(
  database: Database,
  numbers: readonly number[],
  tags: readonly Tag[],
): Promise<ReadonlyMap<number, ListRow>> {
  const rows = await database.query(
    [...tags, "maps"],
    selectRows(sql<number>`(select value from json_each(${JSON.stringify(numbers)}))`, { ofOriginal: null })
      .select("c.seq")
      .compile(),
  );
  return new Map(rows.map(({ seq, ...row }) => [seq, row]));
}

/** Lists what these completions took out of the history of a scope when they were verified, the last one first. */
async function listSuperseded(
  database: Database,
  definition: ChallengeDefinition,
  scope: Scope,
  filekeys: readonly string[],
): Promise<Superseded[]> {
  const tags = [completionsOf(definition.key, VERIFIED_PART)];
  const found =
    filekeys.length === 0
      ? []
      : await database.query(tags, supersededStatement(definition.key, scope, filekeys));
  const rows =
    found.length === 0
      ? new Map()
      : await findNumbered(
          database,
          found.map(({ seq }) => seq),
          tags,
        );
  return found.flatMap(({ seq, ...each }) => {
    const row = rows.get(seq);
    return row ? [{ ...each, completion: toCompletion(row, scopeOf(definition)) }] : [];
  });
}

const batchedStandings = (database: Database) =>
  batched(
    database,
    ({ definition }: StandingQuery) => [completionsOf(definition.key, VERIFIED_PART)],
    standingsStatement,
    rowsOfEach,
  );

/**
 * Returns how verified completions stand in their challenge's record: a line for each completion and scope, in the
 * order of the scopes. Of equals, the one with the earlier date is first, then the one that was recorded first.
 */
async function findStandings(
  findRows: ReturnType<typeof batchedStandings>,
  definition: ChallengeDefinition,
  ids: readonly string[],
  isDated = false,
): Promise<RecordRank[]> {
  const { record } = definition;
  if (!record) return [];
  const natural = (amount: number): number => (record.least ? amount : -amount);
  const rows = await findRows({ definition, record, ids, isDated });
  return rows.flatMap(({ at: _, scope, amount, best, next, is_first, ...row }) => ({
    ...row,
    scope: record.scopes[scope] ?? [],
    amount: natural(amount),
    best: natural(best),
    next: next === null ? null : natural(next),
    isFirst: is_first === 1,
  }));
}

/** Lists records of the widest scope as they were set, the last one first. Those without a day are not among them. */
async function listSetRecords(database: Database, query: RecordsQuery): Promise<SetRecord[]> {
  const tags = query.definitions.map(({ key }) => completionsOf(key, VERIFIED_PART));
  const set = await database.query(tags, setRecordsStatement(query));
  const numbers = set.flatMap(({ seq, before }) => (before === null ? [seq] : [seq, before]));
  const definitions = new Map(query.definitions.map((each) => [each.key, each]));
  const found = await findNumbered(database, numbers, tags);
  const superseded = await Promise.all(
    query.definitions.map((definition) =>
      listSuperseded(
        database,
        definition,
        definition.record?.scopes[0] ?? [],
        set.flatMap(({ challenge, seq }) => (challenge === definition.key ? (found.get(seq)?.id ?? []) : [])),
      ),
    ),
  );
  return set.flatMap(({ challenge, seq, before, day, until }) => {
    const [definition, row] = [definitions.get(challenge), found.get(seq)];
    if (!definition || !row) return [];
    const earlier = before === null ? undefined : found.get(before);
    const scope = scopeOf(definition);
    return [
      {
        definition,
        day,
        until,
        completion: toCompletion(row, scope),
        before: earlier ? toCompletion(earlier, scope) : null,
        superseded: superseded.flat().filter(({ by }) => by === row.id),
      },
    ];
  });
}

/** Lists the players who hold most records of the widest scope. */
const listHolders = async (database: Database, definitions: readonly ChallengeDefinition[], most: number) =>
  (
    await database.query(
      [...definitions.map(({ key }) => completionsOf(key, VERIFIED_PART)), "players"],
      recordHoldersStatement(definitions, most),
    )
  ).map(({ has_page, ...holder }) => ({ ...holder, hasPage: has_page === 1 }));

/** Lists the verified completions that hold each major version's record on a map, newest version first. */
async function listRecords(
  database: Database,
  definition: ChallengeDefinition,
  map: number,
): Promise<Completion[]> {
  const rows = await database.query(
    listTags(definition.key, [
      { on: "pending", pending: false },
      { on: "onMap", map },
    ]),
    recordsStatement(definition, map),
  );
  return rows.map((row) => toCompletion(row, scopeOf(definition)));
}

export const recordReads = (database: Database) => ({
  ...bind(database, { listSuperseded, listSetRecords, listHolders, listRecords }),
  ...bind(batchedStandings(database), { findStandings }),
});
