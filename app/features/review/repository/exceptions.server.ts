import type { Selectable } from "kysely";
import { type Database, statement, wroteAny } from "../../../../server/db/database.ts";
import type { CheckExceptionTable } from "../../../../server/db/schema.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";

type Exception = Selectable<CheckExceptionTable>;

/** The statement that adds an exception, if the completion is still at the revision that its helper saw. */
const addExceptionStatement = ({ completion, revision, check_id, reason, at, by }: Omit<Exception, "seq">) =>
  statement<{ seq: number }>`insert into check_exception (completion, revision, check_id, reason, at, by)
    select id, revision, ${check_id}, ${reason}, ${at}, ${by} from completion
    where id = ${completion} and revision = ${revision} and deleted_at is null returning seq`;

/** The statement that finds the exceptions of completions as they are now, the oldest first. */
export const exceptionsStatement = (completions: readonly string[]) =>
  statement<Exception>`select e.* from json_each(${JSON.stringify(completions)}) as ids
    join completion as c on c.id = ids.value
    join check_exception as e on e.completion = c.id and e.revision = c.revision
    where e.reason <> '' and not exists (select 1 from check_exception as later
      where later.completion = e.completion and later.revision = e.revision
        and later.check_id = e.check_id and later.seq > e.seq)
    order by e.seq`;

/** What helpers except from checks. Nothing public is made from this. */
export const exceptionReads = (database: Database) => ({
  findOf: (completions: readonly string[]): Promise<Exception[]> =>
    database.query(NO_TAGS, exceptionsStatement(completions)),

  /** False: the completion is gone, or was changed since that revision. */
  add: (exception: Omit<Exception, "seq">): Promise<boolean> =>
    wroteAny(database, [addExceptionStatement(exception)]),
});
