import { type CompiledQuery, sql } from "kysely";
import { cachedByTags } from "../../../server/cache/bounded-cache.ts";
import { insertChange, insertChangeOf, LOADED, SAMPLE_REMOVED, SYSTEM } from "../../../server/db/changes.ts";
import { type Database, statement } from "../../../server/db/database.ts";
import { deleteSampleStarts } from "../chimps-starts/repository.server.ts";

/** The noun of the log's entries about the sample data as a whole. */
const SAMPLE_NOUN = "sample";

/**
 * Whether the index holds no real completion, not even a deleted one, and its log has no entry about the sample data.
 * Sample rows without such an entry are left from a load that was cut off.
 */
export async function isUntouched(database: Database): Promise<boolean> {
  const [row] = await database.query(
    ["sample", "completions", "starts"],
    statement<{ touched: number }>`select exists (select 1 from completion where sample = 0)
      or exists (select 1 from change where noun = ${SAMPLE_NOUN}) as touched`,
  );
  return row?.touched === 0;
}

/** How many rows the sample data have. */
export interface SampleCounts {
  /** Completions by challenge, deleted ones included. */
  readonly completions: Readonly<Record<string, number>>;
  readonly starts: number;
}

/** Returns the number of completions of all challenges. */
export const totalOf = ({ completions }: Pick<SampleCounts, "completions">): number =>
  Object.values(completions).reduce((sum, count) => sum + count, 0);

/** Counts the sample rows in the index. */
export async function countSample(database: Database): Promise<SampleCounts> {
  const rows = await database.query(
    ["sample", "completions", "starts"],
    statement<{ challenge: string; count: number }>`select challenge, count(*) as count from completion
      where sample = 1 group by challenge order by challenge`,
  );
  const [starts] = await database.query(
    ["sample", "completions", "starts"],
    statement<{ count: number }>`select count(*) as count from chimps_start where sample = 1`,
  );
  return {
    completions: Object.fromEntries(rows.map(({ challenge, count }) => [challenge, count])),
    starts: starts?.count ?? 0,
  };
}

/** The statements that remove what an interrupted load of the sample left, as if it had never been there. */
export function deleteCutOffSample(): CompiledQuery<unknown>[] {
  return [
    statement`delete from media where completion in (select id from completion where sample = 1)`,
    statement`delete from completion where sample = 1`,
    // Entries logged by the load, and by the trigger that logs rows that go.
    statement`delete from change where noun = 'completion' and actor = ${SYSTEM}
      and action in (${LOADED}, ${SAMPLE_REMOVED})`,
  ];
}

/** The statements that remove all sample rows, completions with their media. Blobs without a key are swept later. */
export function deleteSample(now: Date): CompiledQuery<unknown>[] {
  return [
    statement`delete from media where completion in (select id from completion where sample = 1)`,
    statement`delete from completion where sample = 1`,
    ...deleteSampleStarts(now.toISOString()),
  ];
}

const THERE = statement<{ there: number }>`select exists (select 1 from completion where sample = 1)
  or exists (select 1 from chimps_start where sample = 1) as there`;

/** Reads of the sample data. */
export function sampleReads(database: Database) {
  const thereOnce = cachedByTags<boolean>(database);
  return {
    /** Whether any of it is there. Cached, since every page asks: also when only that cannot be read. */
    isThere: (): Promise<boolean> =>
      thereOnce("", async () => (await database.query(["sample"], THERE))[0]?.there === 1),

    count: (): Promise<SampleCounts> => countSample(database),

    /** Picks the first of its completions, at most this many, and all of its starts. */
    async pick(most: number): Promise<PickedSample> {
      const rows = await database.query(
        ["sample", "completions", "starts"],
        statement<{ seq: number; challenge: string }>`select seq, challenge from completion
          where sample = 1 order by seq limit ${most}`,
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

/** A part of the sample data that is removed at once. */
export interface PickedSample extends SampleCounts {
  /** The `seq` of the last of its completions. */
  readonly upTo: number;
}

/**
 * The statements that remove a part and log it. The whole batch fails (ConstraintError) when the part has changed since
 * it was picked: if two remove it at once, only one succeeds.
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
        at,
        actor,
        level: "helper",
        action: "remove",
        noun: SAMPLE_NOUN,
        before: { ...completions, "chimps-starts": starts },
        after: null,
      },
      sql`(select 'all' where (select count(*) ${part}) = ${total}
        and (select count(*) from chimps_start where sample = 1) = ${starts})`,
    ),
    statement`delete from media where completion in (select id ${part})`,
    statement`delete ${part}`,
    ...deleteSampleStarts(at),
  ];
}

/** The entry of the log about the sample as a whole. */
export const sampleChange = (action: "load" | "remove", now: Date, before: unknown, after: unknown) =>
  insertChange({
    at: now.toISOString(),
    actor: SYSTEM,
    action,
    before,
    after,
    noun: SAMPLE_NOUN,
    id: "all",
  });
