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

/** How many sample completions each challenge has, deleted ones too. */
export async function countSample(database: Database): Promise<Record<string, number>> {
  const rows = await database.query(
    sql<{ challenge: string; count: number }>`select challenge, count(*) as count from completion
      where sample = 1 group by challenge order by challenge`.compile(sqlite),
  );
  return Object.fromEntries(rows.map(({ challenge, count }) => [challenge, count]));
}

/** The statements that remove all sample completions with their media. Bytes that no key needs any more are swept later. */
export function deleteSample(): CompiledQuery<unknown>[] {
  return [
    sql`delete from media where completion in (select id from completion where sample = 1)`.compile(sqlite),
    sql`delete from completion where sample = 1`.compile(sqlite),
  ];
}
