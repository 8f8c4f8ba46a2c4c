import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition, RecordRule } from "../../../../domain/challenges/define.ts";
import type { Completion } from "../../../../domain/fields/completion.ts";
import type { Standing } from "../../../../domain/lists/record.ts";
import { batched, rowsOfEach } from "../../../../server/db/batched.ts";
import { type Database, sqlite, unionAll } from "../../../../server/db/database.ts";
import { completionsOf, listTags, VERIFIED_PART } from "../../../../server/db/tags.ts";
import { type ListRow, scopeOf, selectRows, toCompletion } from "./rows.server.ts";

type Scope = RecordRule["scopes"][number];

/** The verified completions `r` that a completion `c` is compared with in a scope. A scope is always within one map. */
export function peersIn(scope: Scope): RawBuilder<unknown> {
  const narrower = {
    map: sql`true`,
    major: sql`r.major_version = c.major_version`,
    completiontype: sql`r.completion_type is c.completion_type`,
  };
  return sql`completion r where r.challenge = c.challenge and r.map_id = c.map_id
    and r.deleted_at is null and r.pending is null and r.record_amount is not null
    and ${sql.join(
      scope.map((part) => narrower[part]),
      sql` and `,
    )}`;
}

/** Selects the standings in one scope. For each of their values SQLite walks an index from the best completion on. */
function selectScope(
  { definition: { key: challenge }, ids, at }: StandingQuery & { readonly at: number },
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
      order by r.date is null, r.date, r.created_at, r.id limit 1) as is_first
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
}

/** Completions to compare with the best ones of their challenge, which has a record. */
interface StandingQuery {
  readonly definition: Pick<ChallengeDefinition, "key">;
  readonly record: RecordRule;
  readonly ids: readonly string[];
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
      order by r.date is null, r.date, r.created_at, r.id limit 1)
    from major where major.version is not null)`;
}

/** The statement behind each major version's record on a map. */
export const recordsStatement = (definition: ChallengeDefinition, map: number): CompiledQuery<ListRow> =>
  selectRows(sql`${recordsByVersion(definition.key, map)}`, scopeOf(definition))
    .orderBy("c.major_version", "desc")
    .compile();

export function recordReads(database: Database) {
  const findStandingRows = batched(
    database,
    ({ definition }: StandingQuery) => [completionsOf(definition.key, VERIFIED_PART)],
    standingsStatement,
    rowsOfEach,
  );

  return {
    /**
     * Returns how verified completions stand in their challenge's record: a line for each completion and scope, in the
     * order of the scopes. Of equals, the one with the earlier date is first, then the one that was recorded first.
     */
    async findStandings(definition: ChallengeDefinition, ids: readonly string[]): Promise<Standing[]> {
      const { record } = definition;
      if (!record) return [];
      const natural = (amount: number): number => (record.least ? amount : -amount);
      const rows = await findStandingRows({ definition, record, ids });
      return rows.flatMap(({ at: _, scope, amount, best, next, is_first, ...row }) => ({
        ...row,
        scope: record.scopes[scope] ?? [],
        amount: natural(amount),
        best: natural(best),
        next: next === null ? null : natural(next),
        isFirst: is_first === 1,
      }));
    },

    /** Lists the verified completions that hold each major version's record on a map, newest version first. */
    async listRecords(definition: ChallengeDefinition, map: number): Promise<Completion[]> {
      const rows = await database.query(
        listTags(definition.key, [
          { on: "pending", pending: false },
          { on: "onMap", map },
        ]),
        recordsStatement(definition, map),
      );
      return rows.map((row) => toCompletion(row, scopeOf(definition)));
    },
  };
}
