import { type CompiledQuery, sql } from "kysely";
import type { SecondLook } from "../../../../domain/submissions/policy.ts";
import {
  ConstraintError,
  type Database,
  firstOf,
  firstValue,
  sqlite,
  statement,
  wroteAny,
} from "../../../../server/db/database.ts";
import type { ReportTable } from "../../../../server/db/schema.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import type { WriteWithEvents } from "../../completions/repository/effects.server.ts";
import { peersIn } from "../../completions/repository/record-order.server.ts";
import { GUARD, isConfirmed } from "../../completions/repository/stored-completion.server.ts";
import { type Definitions, scopesOf } from "../repository.server.ts";

/** A report as its member sends it. */
export type NewReport = Pick<ReportTable, "id" | "completion" | "reporter" | "reason" | "link" | "at">;

/** What became of a report that a helper decided on. */
export type ReportOutcome = "stands" | "pending" | "removed";

/**
 * The statement that adds a report, of a completion that there is, if its member has none open on it and fewer than
 * `most` in all.
 */
const addReportStatement = (report: NewReport, most: number) =>
  statement<{ id: string }>`insert into report (id, completion, reporter, reason, link, at)
    select ${report.id}, c.id, ${report.reporter}, ${report.reason}, ${report.link}, ${report.at}
    from completion as c where c.id = ${report.completion} and c.deleted_at is null
      and (select count(*) from report as own where own.reporter = ${report.reporter} and own.closed_at is null
        and own.doubted_revision is null) < ${most}
    on conflict do nothing returning id`;

/** The statement that adds a helper's doubt of a verified completion, if it is still as they saw it. */
const addDoubtStatement = (doubt: NewReport, revision: number) =>
  statement<{ id: string }>`insert into report (id, completion, reporter, reason, link, at, doubted_revision)
    select ${doubt.id}, c.id, ${doubt.reporter}, ${doubt.reason}, ${doubt.link}, ${doubt.at}, c.revision
    from completion as c where c.id = ${doubt.completion} and c.deleted_at is null and c.pending is null
      and c.revision = ${revision}
    on conflict do nothing returning id`;

/** The write that closes a report by a decision, unless another helper has. */
export const decideOnReport = (
  id: string,
  { outcome, by, at }: { readonly outcome: ReportOutcome; readonly by: string; readonly at: string },
): WriteWithEvents => ({
  statements: [
    sqlite
      .updateTable("report")
      .set({ closed_at: at, closed_by: by, outcome })
      .where("id", "=", id)
      .where("closed_at", "is", null)
      .compile(),
  ],
  events: [{ kind: "report", id }],
});

/** The id of a report while it is open, as SQL; null: it is closed. */
export const openReportId = (id: string) =>
  sql`(select id from report where id = ${id} and closed_at is null)`;

const open = sqlite.selectFrom("report").where("closed_at", "is", null);

const openReportsStatement = (limit: number) =>
  open.selectAll().orderBy("at").orderBy("id").limit(limit).compile();

const countReportsStatement = () => open.select(sql<number>`count(*)`.as("total")).compile();

const ownReportStatement = (completion: string, reporter: string) =>
  open.select("id").where("completion", "=", completion).where("reporter", "=", reporter).compile();

/** What members report. Nothing public is made from this, and no write here is logged. */
export const reportReads = (database: Database) => ({
  /** False: it was not added. */
  add: (report: NewReport, most: number): Promise<boolean> =>
    wroteAny(database, [addReportStatement(report, most)]),

  /** The same of a doubt, with its entry in the log. It is not counted among its helper's reports. */
  async addDoubt(doubt: NewReport, revision: number, log: CompiledQuery<unknown>): Promise<boolean> {
    try {
      return await wroteAny(database, [addDoubtStatement(doubt, revision), log]);
    } catch (error) {
      if (error instanceof ConstraintError && error.constraint === GUARD) return false;
      throw error;
    }
  },

  hasOpen: async (completion: string, reporter: string): Promise<boolean> =>
    (await database.query(NO_TAGS, ownReportStatement(completion, reporter))).length > 0,

  listOpen: (limit: number) => database.query(NO_TAGS, openReportsStatement(limit)),

  countOpen: async (): Promise<number> => (await firstValue(database, NO_TAGS, countReportsStatement())) ?? 0,

  /** Null: it is not open. */
  findOpen: (id: string) => firstOf(database, NO_TAGS, open.selectAll().where("id", "=", id).compile()),
});

/** What a helper may look at a second time. */
export interface SecondLookQuery {
  /** They have neither verified nor submitted any of it. */
  readonly helper: string;
  readonly kinds: readonly SecondLook[];
  /** Verified after this, and not after `until`: ISO 8601, UTC. */
  readonly since: string;
  readonly until: string;
  /** One completion alone, by its filekey; null: all. */
  readonly filekey: string | null;
  readonly limit: number;
}

interface SecondLookRow extends Readonly<Record<SecondLook, number>> {
  readonly id: string;
  readonly verified: string;
}

/** The statement behind what nobody looked at twice. What was doubted as it is now is looked at among the reports. */
export function secondLooksStatement(
  { helper, kinds, since, until, filekey, limit }: SecondLookQuery,
  definitions: Definitions,
): CompiledQuery<SecondLookRow> {
  const best = scopesOf(definitions).map(
    ({ scope, isIn }) => sql`(${isIn}
      and not exists (select 1 from ${peersIn(scope)} and r.record_amount < c.record_amount))`,
  );
  const is: Readonly<Record<SecondLook, unknown>> = {
    og: sql`c.og = 1`,
    record: sql`(c.record_amount is not null and (${sql.join([sql`false`, ...best], sql` or `)}))`,
    self: sql`c.verified_by is c.submitted_by`,
  };
  const flags = (Object.keys(is) as SecondLook[]).map(
    (kind) => sql`${kinds.includes(kind) ? is[kind] : sql`false`} as ${sql.ref(kind)}`,
  );
  return statement<SecondLookRow>`select id, verified, og, record, self from (
    select c.id, c.verified_at as verified, ${sql.join(flags)}
      from completion as c ${filekey === null ? sql`indexed by completion_second_look` : sql``}
      where c.deleted_at is null and c.pending is null and c.verified_by is not null
        and c.verified_at > ${since} and c.verified_at <= ${until}
        ${filekey === null ? sql`` : sql`and c.id = ${filekey}`}
        and c.sample = 0 and c.verified_by <> ${helper} and c.submitted_by is not ${helper}
        and ${isConfirmed} is not true
        and not exists (select 1 from report as d
          where d.completion = c.id and d.doubted_revision = c.revision and d.at > c.verified_at))
    where og or record or self order by verified, id limit ${limit}`;
}

/** How many of the last verdicts tell how many people verify. */
const LAST_VERDICTS = 500;

const verifiersStatement = (except: readonly string[]) =>
  statement<{ total: number }>`select count(distinct actor) as total from (
    select actor from change indexed by change_verdicts
      where noun = 'completion' and action in ('verify', 'reject')
      order by seq desc limit ${sql.lit(LAST_VERDICTS)})
    where actor not in (select value from json_each(${JSON.stringify(except)}))`;

/** What another helper is asked to look at. It is private who may; that somebody did is a completion's own. */
export const secondLookReads = (database: Database) => ({
  list: (query: SecondLookQuery, definitions: Definitions): Promise<SecondLookRow[]> =>
    database.query(NO_TAGS, secondLooksStatement(query, definitions)),

  /** How many people gave the last verdicts, without some: for a site whose accounts are elsewhere. */
  countVerifiers: async (except: readonly string[] = []): Promise<number> =>
    (await firstValue(database, NO_TAGS, verifiersStatement(except))) ?? 0,
});
