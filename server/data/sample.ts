import { type CompiledQuery, sql } from "kysely";
import { insertChangeOf, LOADED, SAMPLE_REMOVED, SYSTEM } from "./changes.ts";
import { deleteSampleStarts } from "./chimps-starts.ts";
import { type Database, sqlite } from "./database.ts";
import { keyOf, memoByVersion } from "./memo.ts";

/** The noun under which the log knows the sample data as a whole. */
export const SAMPLE_NOUN = "sample";

/**
 * Whether the index holds no completion, not even a deleted one, and never held the sample data: what of them stands there
 * without the log's saying so is the rest of a load that was cut off.
 */
export async function isUntouched(database: Database): Promise<boolean> {
  const [row] = await database.query(
    sql<{ touched: number }>`select exists (select 1 from completion where sample = 0)
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

/** Its completions of all challenges. */
export const totalOf = ({ completions }: Pick<SampleCounts, "completions">): number =>
  Object.values(completions).reduce((sum, count) => sum + count, 0);

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

/** The statements that remove what a load of the sample left that was cut off, as if it had never been there. */
export function deleteCutOffSample(): CompiledQuery<unknown>[] {
  return [
    sql`delete from media where completion in (select id from completion where sample = 1)`.compile(sqlite),
    sql`delete from completion where sample = 1`.compile(sqlite),
    // Loaded with these rows, and by the trigger that tells of those that go.
    sql`delete from change where noun = 'completion' and actor = ${SYSTEM}
      and action in (${LOADED}, ${SAMPLE_REMOVED})`.compile(sqlite),
  ];
}

/** The statements that remove all sample rows, the completions with their media. Bytes that no key needs any more are swept later. */
export function deleteSample(now: Date): CompiledQuery<unknown>[] {
  return [
    sql`delete from media where completion in (select id from completion where sample = 1)`.compile(sqlite),
    sql`delete from completion where sample = 1`.compile(sqlite),
    ...deleteSampleStarts(now.toISOString()),
  ];
}

const THERE = sql<{ there: number }>`select exists (select 1 from completion where sample = 1)
  or exists (select 1 from chimps_start where sample = 1) as there`.compile(sqlite);

/** Reads of the sample data. */
export function sampleReads(database: Database) {
  const memo = memoByVersion<boolean>(database);
  return {
    /** Whether any of it is there: asked for with every page. */
    isThere: (): Promise<boolean> =>
      memo(["sample"], keyOf(THERE), async () => (await database.query(THERE))[0]?.there === 1),

    count: (): Promise<SampleCounts> => countSample(database),

    /** The first of its completions, at most this many, and all of its starts. */
    async pick(most: number): Promise<PickedSample> {
      const rows = await database.query(
        sql<{ seq: number; challenge: string }>`select seq, challenge from completion
          where sample = 1 order by seq limit ${most}`.compile(sqlite),
      );
      const { starts } = await countSample(database);
      const byChallenge = Map.groupBy(rows, ({ challenge }) => challenge);
      return {
        upTo: rows.at(-1)?.seq ?? 0,
        completions: Object.fromEntries(
          Array.from(byChallenge, ([challenge, each]) => [challenge, each.length]),
        ),
        starts,
      };
    },
  };
}

/** Part of the sample data, to be removed at once. */
export interface PickedSample extends SampleCounts {
  /** The last of its completions, by the number that orders them. */
  readonly upTo: number;
}

/**
 * The statements that remove a part and log it. The whole batch fails (ConstraintError) when that part is no longer as it
 * was picked: of two who remove it at once, one does.
 */
export function deletePickedSample(
  { upTo, completions, starts }: PickedSample,
  { actor, at }: { readonly actor: string; readonly at: string },
): CompiledQuery<unknown>[] {
  const part = sql`from completion where sample = 1 and seq <= ${upTo}`;
  const total = totalOf({ completions });
  return [
    insertChangeOf(
      {
        ...{ at, actor, level: "helper", action: "remove", noun: SAMPLE_NOUN },
        before: { ...completions, "chimps-starts": starts },
        after: null,
      },
      sql`(select 'all' where (select count(*) ${part}) = ${total}
        and (select count(*) from chimps_start where sample = 1) = ${starts})`,
    ),
    sql`delete from media where completion in (select id ${part})`.compile(sqlite),
    sql`delete ${part}`.compile(sqlite),
    ...deleteSampleStarts(at),
  ];
}
