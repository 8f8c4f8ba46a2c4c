import { type RawBuilder, sql } from "kysely";
import { type Database, statement } from "../../../../server/db/database.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";

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

/** Reads and writes of what comparing completions with their challenge codes came to. */
export const codeCheckReads = (database: Database) => ({
  /** Finds completions to compare, at most so many. */
  async findToCompare(count: number): Promise<readonly string[]> {
    const fresh = await database.query(PRIVATE, notComparedStatement(count));
    const stale = await database.query(PRIVATE, comparedBeforeStatement(count - fresh.length));
    return [...fresh, ...stale].map(({ id }) => id);
  },

  /** Finds when the documents were fetched of the codes that agree with these completions, by id. */
  async findCheckedAt(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await database.query(
      ["completions"],
      statement<{ id: string; at: string }>`select c.id, k.found_at as at from completion as c
        join code_check as k on k.completion = c.id and k.revision = c.revision and k.agrees = 1
        where c.id in (select value from json_each(${JSON.stringify(ids)}))`,
    );
    return new Map(rows.map(({ id, at }) => [id, at]));
  },

  /** Finds what stands out of the codes of completions, by id; those without a code are left out. */
  async findOf(ids: readonly string[]): Promise<ReadonlyMap<string, CodeOfCompletion>> {
    const rows = ids.length === 0 ? [] : await database.query(PRIVATE, codesOfStatement(ids));
    return new Map(rows.map((row) => [row.id, row]));
  },

  /** The version of the catalogue, which is as old as a catalogue that is read afterwards, or older. */
  async catalogueVersion(): Promise<number> {
    const [row] = await database.query(
      PRIVATE,
      statement<{ version: number }>`select ${catalogueVersion} as version`,
    );
    return row?.version ?? 0;
  },

  /** Finds a pending completion whose code the game's server is to be asked for, the oldest first. */
  async findToAsk(askedBefore: string, submittedSince: string) {
    const [row] = await database.query(PRIVATE, toAskStatement(askedBefore, submittedSince));
    return row ?? null;
  },

  /** Stores checks by a version of the catalogue; of what has moved since it was read, none. */
  async save(checks: readonly CodeCheck[], version: number): Promise<void> {
    const rows = JSON.stringify(
      checks.map(({ agrees, ...check }) => ({ ...check, agrees: agrees === null ? null : Number(agrees) })),
    );
    // Triggers look at updates alone.
    await database.atomic([
      statement`insert into code_check (completion, revision, code, compared_by)
        select c.id, c.revision, '', -1 from json_each(${rows}) as made
        join completion as c on c.id = made.value ->> '$.completion' where true on conflict do nothing`,
      statement`update code_check set revision = made.value ->> '$.revision', code = made.value ->> '$.code',
          agrees = made.value ->> '$.agrees', found_at = made.value ->> '$.foundAt', compared_by = ${version},
          asked_at = iif(code = made.value ->> '$.code', asked_at, null)
        from json_each(${rows}) as made
        join completion as c on c.id = made.value ->> '$.completion' and c.revision = made.value ->> '$.revision'
        where code_check.completion = c.id
          and (select found_at from challenge_code where code = made.value ->> '$.code') is made.value ->> '$.foundAt'`,
    ]);
  },

  /** Records that the server was asked for a code, for the completions that have it. */
  async saveAsked(code: string, at: string): Promise<void> {
    await database.atomic([statement`update code_check set asked_at = ${at} where code = ${code}`]);
  },
});
