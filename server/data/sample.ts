import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";

/** The noun under which the log knows the sample data as a whole. */
export const SAMPLE_NOUN = "sample";

/** Whether the index holds no completion, not even a deleted one, and never held the sample data. */
export async function isUntouched(database: Database): Promise<boolean> {
  const [row] = await database.query(
    sql<{ touched: number }>`select exists (select 1 from completion)
      or exists (select 1 from change where noun = ${SAMPLE_NOUN}) as touched`.compile(sqlite),
  );
  return row?.touched === 0;
}

/** What the sample data consist of. */
export interface SampleCounts {
  /** By challenge, deleted ones too. */
  readonly completions: Readonly<Record<string, number>>;
  readonly starts: number;
}

/** How many sample rows the index holds. */
export async function countSample(database: Database): Promise<SampleCounts> {
  const rows = await database.query(
    sql<{ challenge: string; count: number }>`select challenge, count(*) as count from completion
      where sample = 1 group by challenge order by challenge`.compile(sqlite),
  );
  const [starts] = await database.query(
    sql<{ count: number }>`select count(*) as count from chimps_start where sample = 1`.compile(sqlite),
  );
  return {
    completions: Object.fromEntries(rows.map(({ challenge, count }) => [challenge, count])),
    starts: starts?.count ?? 0,
  };
}

/** The statements that remove all sample rows, the completions with their media. Bytes that no key needs any more are swept later. */
export function deleteSample(): CompiledQuery<unknown>[] {
  return [
    sql`delete from media where completion in (select id from completion where sample = 1)`.compile(sqlite),
    sql`delete from completion where sample = 1`.compile(sqlite),
    sql`delete from chimps_start where sample = 1`.compile(sqlite),
  ];
}
