import { CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Change, insertChangeOf } from "../../../../server/db/changes.ts";
import { countAtOnce } from "../../../../server/db/counters.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";
import { ACT_NOUN, type Act } from "./acts.server.ts";
import { writeRows } from "./rows.server.ts";
import { bringSampleBack, countSampleOf, takeSampleAway } from "./sample.server.ts";

/** From this many rows on, rebuilding indexes and counts is faster than updating them row by row. */
const MANY = 5_000;

/** Finds the indexes of completions, by name, with the statements that create them. */
async function findIndexes(database: Database): Promise<{ name: string; sql: string }[]> {
  return database.query(
    PRIVATE,
    sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
      where type = 'index' and tbl_name = 'completion' and sql is not null`.compile(sqlite),
  );
}

/** What the log says about an act, and who did it. */
export type ActLog = Pick<Change, "at" | "actor" | "level"> & {
  /** The action in the entries of its rows. */
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
};

/**
 * Does an act in one batch: writes all that is staged, each row with its entry in the log. It changes nothing and
 * throws ConstraintError where a row has changed since it was staged, or its place has been taken.
 * @param rows how many rows the act has
 */
export async function doAct(database: Database, act: Act, rows: number, log: ActLog): Promise<void> {
  const isMuch = rows + (await countSampleOf(database, act)) >= MANY;
  const indexes = isMuch ? await findIndexes(database) : [];
  const counting = isMuch ? await countAtOnce(database) : { first: [], last: [] };
  await database.atomic([
    insertChangeOf(
      { ...log, noun: ACT_NOUN },
      sql`(select id from act where id = ${act.id} and state = 'staging' and not ${isOutdated(act.id)})`,
    ),
    ...indexes.map(({ name }) => CompiledQuery.raw(`drop index "${name}"`)),
    ...counting.first,
    ...(act.kind === "import" ? takeSampleAway(act.id, log.at) : []),
    ...writeRows(act.id),
    ...(act.kind === "undo" && act.of !== null ? bringSampleBack(act.of, log.at) : []),
    ...indexes.map((index) => CompiledQuery.raw(index.sql)),
    ...counting.last,
    logRows(act.id, log),
    sql`update act set state = 'done', ended_at = ${log.at}, last_seq = (select max(seq) from change),
      first_seq = (select max(seq) from change where noun = ${ACT_NOUN} and noun_id = ${act.id})
      where id = ${act.id}`.compile(sqlite),
    ...(act.kind === "undo"
      ? [sql`update act set state = 'undone' where id = ${act.of}`.compile(sqlite)]
      : []),
  ]);
}

/** Whether any row has changed since it was staged. The sample counts as gone: it goes in the same batch. */
const isOutdated = (act: string): RawBuilder<unknown> => sql`exists (select 1 from act_row as r
  left join completion as c on r.noun = 'completion' and c.id = r.id and c.sample = 0
  where r.act = ${act} and (
    r.expected is not case r.noun
      when 'completion' then c.revision
      when 'map' then (select revision from map where id = cast(r.id as integer))
      when 'chimps-start' then (select revision from chimps_start where uuid = r.id and sample = 0)
      when 'balance-change' then (select revision from balance_change where uuid = r.id) end
    or (c.id is not null and (c.pending is not json_extract(r.before, '$.pending')
      or c.deleted_at is not json_extract(r.before, '$.deleted_at')))))`;

function logRows(act: string, { at, actor, action }: ActLog): CompiledQuery<unknown> {
  return sql`insert into change (at, actor, action, noun, noun_id, revision, shape, before, after)
    select ${at}, ${actor}, ${action}, noun, id, revision, shape, before, after
    from act_row where act = ${act} order by position`.compile(sqlite);
}
