import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import type { ReportTable } from "../../../../server/db/schema.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";

/** A report as its member sends it. */
export type NewReport = Pick<ReportTable, "id" | "completion" | "reporter" | "reason" | "link" | "at">;

/** What became of a report that a helper decided on. */
export type Outcome = "stands" | "pending" | "removed";

/**
 * The statement that adds a report, of a completion that there is, if its member has none open on it and fewer than
 * `most` in all.
 */
const addReportStatement = (report: NewReport, most: number): CompiledQuery<{ id: string }> =>
  sql<{ id: string }>`insert into report (id, completion, reporter, reason, link, at)
    select ${report.id}, c.id, ${report.reporter}, ${report.reason}, ${report.link}, ${report.at}
    from completion as c where c.id = ${report.completion} and c.deleted_at is null
      and (select count(*) from report as own where own.reporter = ${report.reporter} and own.closed_at is null
        and own.doubted_revision is null) < ${most}
    on conflict do nothing returning id`.compile(sqlite);

/** The statement that adds a helper's doubt of a verified completion, if it is still as they saw it. */
const addDoubtStatement = (doubt: NewReport, revision: number): CompiledQuery<{ id: string }> =>
  sql<{ id: string }>`insert into report (id, completion, reporter, reason, link, at, doubted_revision)
    select ${doubt.id}, c.id, ${doubt.reporter}, ${doubt.reason}, ${doubt.link}, ${doubt.at}, c.revision
    from completion as c where c.id = ${doubt.completion} and c.deleted_at is null and c.pending is null
      and c.revision = ${revision}
    on conflict do nothing returning id`.compile(sqlite);

/** The statement that closes a report, unless another helper has. */
export const closeReportStatement = (
  id: string,
  { outcome, by, at }: { readonly outcome: Outcome; readonly by: string; readonly at: string },
): CompiledQuery<unknown> =>
  sqlite
    .updateTable("report")
    .set({ closed_at: at, closed_by: by, outcome })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .compile();

const open = sqlite.selectFrom("report").where("closed_at", "is", null);

/** The statement behind the open reports, the oldest first. */
const openReportsStatement = (limit: number) =>
  open.selectAll().orderBy("at").orderBy("id").limit(limit).compile();

const countReportsStatement = () => open.select(sql<number>`count(*)`.as("total")).compile();

/** The statement that finds a member's open report on a completion. */
const ownReportStatement = (completion: string, reporter: string) =>
  open.select("id").where("completion", "=", completion).where("reporter", "=", reporter).compile();

/** What members report. Nothing public is made from this, and no write here is logged. */
export const reportReads = (database: Database) => ({
  /** False: it was not added. */
  async add(report: NewReport, most: number): Promise<boolean> {
    const [rows] = await database.atomic([addReportStatement(report, most)]);
    return rows?.length === 1;
  },

  /** The same of a doubt, which is not counted among its helper's reports. */
  async addDoubt(doubt: NewReport, revision: number): Promise<boolean> {
    const [rows] = await database.atomic([addDoubtStatement(doubt, revision)]);
    return rows?.length === 1;
  },

  hasOpen: async (completion: string, reporter: string): Promise<boolean> =>
    (await database.query(PRIVATE, ownReportStatement(completion, reporter))).length > 0,

  listOpen: (limit: number) => database.query(PRIVATE, openReportsStatement(limit)),

  async countOpen(): Promise<number> {
    const [row] = await database.query(PRIVATE, countReportsStatement());
    return row?.total ?? 0;
  },

  /** Null: it is not open. */
  async findOpen(id: string) {
    const [row] = await database.query(PRIVATE, open.selectAll().where("id", "=", id).compile());
    return row ?? null;
  },
});
