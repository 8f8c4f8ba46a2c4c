import { type RawBuilder, sql } from "kysely";
import { type Database, statement } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";

/** What comparing a completion with its challenge code came to. */
export interface CodeCheck {
  readonly completion: string;
  readonly revision: number;
  /** Empty: it has none that counts as its own. */
  readonly code: string;
  /** Null: there is no document. */
  readonly agrees: boolean | null;
  /** When the document was fetched: ISO 8601, UTC. */
  readonly foundAt: string | null;
  /** Whether the document says something of it that it has not, and whether something differs. */
  readonly proposes: boolean;
  readonly differs: boolean;
}

/** Whether the challenge code of `c` agrees with it as it is. */
export const codeAgrees = sql<boolean>`exists (select 1 from code_check as k
  where k.completion = c.id and k.revision = c.revision and k.agrees = 1)`;

/** Live completions with a code whose revision was not compared yet, in the order in which they were recorded. */
export const notComparedStatement = (count: number) =>
  statement<{ id: string }>`select c.id from completion as c indexed by completion_with_code
    where c.deleted_at is null and (c.challenge_code is not null or instr(c.words, char(57344) || 'k') > 0)
      and not exists (select 1 from code_check as k where k.completion = c.id and k.revision = c.revision)
    order by c.seq limit ${count}`;

const catalogueVersion = sql`coalesce((select version from source where name = 'catalogue'), 0)`;

/** Completions that were compared by an older catalogue, or by a document that has changed. */
export const comparedBeforeStatement = (count: number) =>
  statement<{ id: string }>`select completion as id from code_check
    where compared_by < ${catalogueVersion} order by compared_by limit ${count}`;

/**
 * What is pending since a time, with a code that is not known and was not asked for since another one; or whose document
 * differs, is older than that, and was not asked for again.
 */
export const toAskStatement = (askedBefore: string, submittedSince: string) =>
  statement<{ id: string; code: string; again: number }>`
    select k.completion as id, k.code, k.agrees is not null as again
    from completion as c indexed by completion_queue
    cross join code_check as k on k.completion = c.id and k.revision = c.revision
    where c.deleted_at is null and c.pending is not null and c.created_at >= ${submittedSince}
      and k.code <> '' and (k.agrees is null and coalesce(k.asked_at, '') < ${askedBefore}
        or k.agrees = 0 and k.asked_at is null and k.found_at < ${askedBefore})
    order by c.created_at, c.id limit 1`;

/** What stands out of the challenge codes of completions. Times are ISO 8601, UTC. */
export interface CodeOfCompletion {
  readonly id: string;
  readonly document: string | null;
  readonly isShared: number;
  readonly isOthers: number;
}

/** How many other challenges of the one who made it tell whose they are. */
const MOST_OF_CREATOR = 50;

/** The statement behind it. It reads a bounded number of rows for each. */
export function codesOfStatement(ids: readonly string[]) {
  const playersOf = (seq: RawBuilder<unknown>) =>
    sql`(select n.player from completion_player as p cross join player_name as n on n.id = p.name where p.completion = ${seq})`;
  const made = sql`(select o.code from challenge_code as o where o.creator = d.creator and o.code <> d.code
    limit ${sql.lit(MOST_OF_CREATOR)})`;
  const theirs = sql`${made} as made cross join code_check as other on other.code = made.code
    cross join completion as e on e.id = other.completion where e.deleted_at is null`;
  const isOwn = sql`exists (select 1 from ${playersOf(sql`e.seq`)} as played where played.player in ${playersOf(sql`c.seq`)})`;
  return statement<CodeOfCompletion>`select c.id, d.document,
      exists (select 1 from code_check as other cross join completion as e on e.id = other.completion
        where other.code = k.code and other.completion <> c.id and e.deleted_at is null) as "isShared",
      d.creator is not null and exists (select 1 from ${theirs}) and not exists (select 1 from ${theirs} and ${isOwn}) as "isOthers"
    from completion as c join code_check as k on k.completion = c.id and k.revision = c.revision
    left join challenge_code as d on d.code = k.code
    where k.code <> '' and c.id in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** Whether a completion is live, and compared as it is now. */
const isCurrent = sql`exists (select 1 from completion as c
  where c.id = k.completion and c.revision = k.revision and c.deleted_at is null)`;

interface Code {
  readonly code: string;
}

/** So many codes that were never asked for, in their order, and whether their completions are there as they were compared. */
export const toBackfillStatement = (count: number) =>
  statement<Code & { completion: string; isCurrent: number; isDeleted: number }>`select k.code, k.completion,
      ${isCurrent} as "isCurrent", c.deleted_at is not null as "isDeleted"
    from (select code, completion, revision from code_check indexed by code_check_never_asked
      where agrees is null and asked_at is null and code > '' order by code limit ${count}) as k
    join completion as c on c.id = k.completion order by k.code`;

/** How far the codes of all completions are asked for, and whether there are more than the rows that were counted. */
export interface CodeProgress {
  readonly codes: number;
  /** Those that the game's server was asked for, or whose challenge is known without that. */
  readonly asked: number;
  readonly found: number;
  readonly gone: number;
  readonly isMore: boolean;
}

/** The statement that counts the codes among the first rows of the index by code, so that it does not grow with the table. */
export const codeProgressStatement = (rows: number) =>
  statement<{ rows: number; codes: number; asked: number; found: number; gone: number }>`select
      coalesce(sum(rows), 0) as rows, count(*) as codes, coalesce(sum(found or was_asked), 0) as asked,
      coalesce(sum(found), 0) as found, coalesce(sum(gone and not found), 0) as gone
    from (
      select count(*) as rows, max(agrees is not null) as found, max(asked_at is not null) as was_asked, max(is_gone) as gone
      from (select code, asked_at, agrees, is_gone from code_check where code > '' order by code limit ${rows})
      group by code)`;

/** Completions about which their documents say something that they have not, or that differ, after one of them. */
export const taughtStatement = (what: "proposes" | "differs", after: string, count: number) =>
  statement<{ id: string }>`select completion as id from code_check
    where ${sql.ref(what)} = 1 and completion > ${after} order by completion limit ${count}`;

/** Rows that are read to say how far the codes are asked for. */
const MOST_COUNTED = 50_000;

/** Finds completions to compare, at most so many. */
export async function findToCompare(database: Database, count: number): Promise<readonly string[]> {
  const fresh = await database.query(NO_TAGS, notComparedStatement(count));
  const stale = await database.query(NO_TAGS, comparedBeforeStatement(count - fresh.length));
  return [...fresh, ...stale].map(({ id }) => id);
}

/** Finds when the documents were fetched of the codes that agree with these completions, by id. */
export async function findCheckedAt(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query(
    ["completions"],
    statement<{ id: string; at: string }>`select c.id, k.found_at as at from completion as c
      join code_check as k on k.completion = c.id and k.revision = c.revision and k.agrees = 1
      where c.id in (select value from json_each(${JSON.stringify(ids)}))`,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Finds what stands out of the codes of completions, by id; those without a code are left out. */
export async function findOf(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CodeOfCompletion>> {
  const rows = ids.length === 0 ? [] : await database.query(NO_TAGS, codesOfStatement(ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The version of the catalogue, which is as old as a catalogue that is read afterwards, or older. */
export async function findCatalogueVersion(database: Database): Promise<number> {
  const [row] = await database.query(
    NO_TAGS,
    statement<{ version: number }>`select ${catalogueVersion} as version`,
  );
  return row?.version ?? 0;
}

/** Finds a pending completion whose code the game's server is to be asked for, the oldest first. */
export async function findToAsk(database: Database, askedBefore: string, submittedSince: string) {
  const [row] = await database.query(NO_TAGS, toAskStatement(askedBefore, submittedSince));
  return row ?? null;
}

/**
 * Finds the first code that was never asked for among so many, by their order. What is derived of deleted completions goes;
 * null: there is none, or all of these are to be compared again first.
 */
export async function findToBackfill(database: Database, count: number): Promise<string | null> {
  const rows = await database.query(NO_TAGS, toBackfillStatement(count));
  const deleted = rows.flatMap(({ isDeleted, completion }) => (isDeleted ? [completion] : []));
  if (deleted.length > 0)
    await database.atomic([
      statement`delete from code_check where completion in (select value from json_each(${JSON.stringify(deleted)}))
        and exists (select 1 from completion as c where c.id = code_check.completion and c.deleted_at is not null)`,
    ]);
  return rows.find(({ isCurrent }) => isCurrent)?.code ?? null;
}

/** How far the codes of all completions are asked for. */
export async function progress(database: Database): Promise<CodeProgress> {
  const [row] = await database.query(NO_TAGS, codeProgressStatement(MOST_COUNTED));
  const { rows, codes, asked, found, gone } = row ?? { rows: 0, codes: 0, asked: 0, found: 0, gone: 0 };
  return { codes, asked, found, gone, isMore: rows === MOST_COUNTED };
}

/** Finds completions about which their documents say something that they have not, or that differ, by their ids. */
export async function findTaught(
  database: Database,
  what: "proposes" | "differs",
  after: string,
  count: number,
): Promise<readonly string[]> {
  const rows = await database.query(NO_TAGS, taughtStatement(what, after, count));
  return rows.map(({ id }) => id);
}

/** Stores checks by a version of the catalogue; of what has moved since it was read, none. */
export async function save(database: Database, checks: readonly CodeCheck[], version: number): Promise<void> {
  const rows = JSON.stringify(
    checks.map(({ agrees, proposes, differs, ...check }) => ({
      ...check,
      agrees: agrees === null ? null : Number(agrees),
      proposes: Number(proposes),
      differs: Number(differs),
    })),
  );
  // Triggers look at updates alone.
  await database.atomic([
    statement`insert into code_check (completion, revision, code, compared_by)
      select c.id, c.revision, '', -1 from json_each(${rows}) as made
      join completion as c on c.id = made.value ->> '$.completion' where true on conflict do nothing`,
    statement`update code_check set revision = made.value ->> '$.revision', code = made.value ->> '$.code',
        agrees = made.value ->> '$.agrees', found_at = made.value ->> '$.foundAt', compared_by = ${version},
        proposes = made.value ->> '$.proposes', differs = made.value ->> '$.differs',
        asked_at = iif(code = made.value ->> '$.code', asked_at, null),
        is_gone = iif(code = made.value ->> '$.code', is_gone, 0)
      from json_each(${rows}) as made
      join completion as c on c.id = made.value ->> '$.completion' and c.revision = made.value ->> '$.revision'
      where code_check.completion = c.id
        and (select found_at from challenge_code where code = made.value ->> '$.code') is made.value ->> '$.foundAt'`,
  ]);
}

/** Records that the server was asked for a code, for the completions that have it, and whether it had no such challenge. */
export async function saveAsked(
  database: Database,
  code: string,
  at: string,
  isGone: boolean,
): Promise<void> {
  await database.atomic([
    statement`update code_check set asked_at = ${at}, is_gone = ${Number(isGone)} where code = ${code}`,
  ]);
}
