import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { CopyFault, CopySource } from "../../../domain/media/copies.ts";
import { type Database, firstOf, firstValue, statement } from "../../../server/db/database.ts";
import type { KeptCopyTable } from "../../../server/db/schema.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";
import { touchCompletions } from "../../../server/db/touched.ts";
import type { ReceivedFile } from "../../../server/forms.ts";

/** A copy that is to be made, and whose completion it is for. */
export type DueCopy = Pick<KeptCopyTable, "completion" | "url" | "host" | "path"> & {
  readonly person: string;
};

/** A copy as its person sees it. */
export type OwnCopy = Pick<KeptCopyTable, "completion" | "url" | "state" | "why" | "bytes" | "at">;

/** A picture that may be copied. */
export interface CopyableLink extends CopySource {
  readonly completion: string;
}

/** The live completions of a person, or one of them. */
const ofPerson = (person: string, filekey: string | null): RawBuilder<unknown> =>
  sql`from completion as c where c.submitted_by = ${person} and c.deleted_at is null
    ${filekey === null ? sql`` : sql`and c.id = ${filekey}`}`;

/** The statement behind a person's newest completions that have a link, each with its links as JSON. */
export const linkedStatement = (person: string, filekey: string | null, limit: number) =>
  statement<{ id: string; links: string }>`select c.id, (select json_group_array(url) from (
      select c.link as url where c.link is not null
      union all select p.url from proof_link as p where p.completion = c.id)) as links
    ${ofPerson(person, filekey)}
      and (c.link is not null or exists (select 1 from proof_link as p where p.completion = c.id))
    order by c.seq desc limit ${limit}`;

const ownCopies = (person: string, filekey: string | null) =>
  sql`from completion as c cross join kept_copy as k on k.completion = c.id
    where c.submitted_by = ${person} ${filekey === null ? sql`` : sql`and c.id = ${filekey}`}`;

/** The statement behind the copies of a person's completions, the last first. */
export const ownCopiesStatement = (person: string, filekey: string | null, limit: number) =>
  statement<OwnCopy>`select k.completion, k.url, k.state, k.why, k.bytes, k.at
    ${ownCopies(person, filekey)} order by k.at desc, k.completion, k.url limit ${limit}`;

/** The statement that takes a copy that is due, unless its completion is gone. */
export const takeDueStatement = (now: string, until: string) =>
  statement<Omit<DueCopy, "person">>`update kept_copy set due_at = ${until}
    where (completion, url) = (select completion, url from kept_copy where due_at <= ${now} order by due_at limit 1)
    returning completion, url, host, path`;

/** The statements that remove the copies of a person's completions. Their files are swept within a day. */
export const removeCopies = (
  person: string,
  filekey: string | null = null,
): readonly CompiledQuery<unknown>[] => [
  // Whether one is shown depends on it.
  touchCompletions(sql`select c.id ${ownCopies(person, filekey)} and k.state = 'copied'`),
  statement`delete from kept_copy where completion in (select c.id from completion as c
    where c.submitted_by = ${person} ${filekey === null ? sql`` : sql`and c.id = ${filekey}`})`,
];

const at = ({ completion, url }: Pick<DueCopy, "completion" | "url">) =>
  sql`completion = ${completion} and url = ${url}`;

/** Whether a person wants copies of what they submit, as they said last. */
export const isWanted = async (database: Database, person: string): Promise<boolean> =>
  (await firstValue(
    database,
    NO_TAGS,
    statement<{ on: number }>`select keeps_copies as "on" from person where id = ${person}`,
  )) === 1;

/** Finds the newest completions of a person that have links. */
export async function findLinked(database: Database, person: string, filekey: string | null, limit: number) {
  const rows = await database.query(NO_TAGS, linkedStatement(person, filekey, limit));
  return rows.map(({ id, links }) => ({ completion: id, links: JSON.parse(links) as string[] }));
}

export const list = (database: Database, person: string, filekey: string | null, limit: number) =>
  database.query(NO_TAGS, ownCopiesStatement(person, filekey, limit));

/** Counts the copies of a person, and their bytes. */
export const count = async (database: Database, person: string) =>
  (await firstOf(
    database,
    NO_TAGS,
    statement<{
      copies: number;
      bytes: number;
    }>`select count(*) as copies, coalesce(sum(k.bytes), 0) as bytes
      ${ownCopies(person, null)} and k.state = 'copied'`,
  )) ?? { copies: 0, bytes: 0 };

/** Asks for copies. What failed is tried once more; what is there stays. */
export const want = (database: Database, wanted: readonly CopyableLink[], now: string): Promise<unknown> =>
  database.atomic([
    statement`insert into kept_copy (completion, url, host, path, state, due_at, at)
      select c.id, value ->> '$.url', value ->> '$.host', value ->> '$.path', 'due', ${now}, ${now}
      from json_each(${JSON.stringify(wanted)}) cross join completion as c on c.id = value ->> '$.completion'
      where c.deleted_at is null
      on conflict do update set state = 'due', due_at = excluded.due_at, at = excluded.at, path = excluded.path, why = null
        where state = 'failed'`,
  ]);

export const remove = (database: Database, person: string, filekey: string | null): Promise<unknown> =>
  database.atomic(removeCopies(person, filekey));

/** Takes a copy that is due for as long as one may take. Null: none is. Times are ISO 8601, UTC. */
export async function leaseDue(database: Database, now: string, until: string): Promise<DueCopy | null> {
  const [[taken] = []] = await database.atomic([takeDueStatement(now, until)]);
  const due = taken as Omit<DueCopy, "person"> | undefined;
  const submitter =
    due &&
    (await firstValue(
      database,
      NO_TAGS,
      statement<{ by: string | null }>`select submitted_by as "by" from completion
        where id = ${due.completion} and deleted_at is null`,
    ));
  return due && submitter ? { ...due, person: submitter } : null;
}

/** Fetches a copy later. */
export const putOff = (database: Database, copy: DueCopy, until: string): Promise<unknown> =>
  database.atomic([statement`update kept_copy set due_at = ${until} where ${at(copy)} and state = 'due'`]);

/** Records what was copied, unless nobody wants it any more. */
export const save = (
  database: Database,
  copy: DueCopy,
  { hash, contentType, bytes, thumbnail }: ReceivedFile,
  now: string,
): Promise<unknown> =>
  database.atomic([
    statement`update kept_copy set state = 'copied', due_at = null, at = ${now}, hash = ${hash},
        content_type = ${contentType}, bytes = ${bytes}, thumbnail = ${thumbnail}
      where ${at(copy)} and state = 'due'`,
    touchCompletions([copy.completion]),
  ]);

/** Records why there is no copy. */
export const fail = (database: Database, copy: DueCopy, why: CopyFault, now: string): Promise<unknown> =>
  database.atomic([
    statement`update kept_copy set state = 'failed', due_at = null, at = ${now}, why = ${why}
      where ${at(copy)} and state = 'due'`,
  ]);
