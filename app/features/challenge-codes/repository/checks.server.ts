import { sql } from "kysely";
import { CODE_SIGN } from "../../../../domain/game/words.ts";
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

/** Live completions with a code whose revision was not compared yet, in the order in which they were recorded. */
export const notComparedStatement = (count: number) =>
  statement<{ id: string }>`select c.id from completion as c
    where c.deleted_at is null and (c.challenge_code is not null or instr(c.words, ${sql.lit(CODE_SIGN)}) > 0)
      and not exists (select 1 from code_check as k where k.completion = c.id and k.revision = c.revision)
    order by c.seq limit ${count}`;

const catalogueVersion = sql`coalesce((select version from source where name = 'catalogue'), 0)`;

/** Completions that were compared by an older catalogue, or by a document that has changed. */
export const comparedBeforeStatement = (count: number) =>
  statement<{ id: string }>`select completion as id from code_check
    where compared_by < ${catalogueVersion} order by compared_by limit ${count}`;

/** A completion whose code is not known and was not asked for since a time, if it was written since another one. */
export const toAskStatement = (askedBefore: string, writtenSince: string) =>
  statement<{ id: string; code: string }>`select k.completion as id, k.code from code_check as k
    join completion as c on c.id = k.completion
    where k.agrees is null and (k.asked_at is null or k.asked_at < ${askedBefore}) and k.code <> ''
      and c.revision = k.revision and c.deleted_at is null and c.updated_at >= ${writtenSince}
    order by k.asked_at limit 1`;

/** Reads and writes of what comparing completions with their challenge codes came to. */
export const codeCheckReads = (database: Database) => ({
  /** Finds completions to compare, at most so many. */
  async findToCompare(count: number): Promise<readonly string[]> {
    const fresh = await database.query(PRIVATE, notComparedStatement(count));
    const stale = await database.query(PRIVATE, comparedBeforeStatement(count - fresh.length));
    return [...fresh, ...stale].map(({ id }) => id);
  },

  /** The version of the catalogue, which is as old as a catalogue that is read afterwards, or older. */
  async catalogueVersion(): Promise<number> {
    const [row] = await database.query(
      PRIVATE,
      statement<{ version: number }>`select ${catalogueVersion} as version`,
    );
    return row?.version ?? 0;
  },

  /** Finds a completion whose code the game's server is to be asked for, those that never were before others. */
  async findToAsk(askedBefore: string, writtenSince: string) {
    const [row] = await database.query(PRIVATE, toAskStatement(askedBefore, writtenSince));
    return row ?? null;
  },

  /** Stores checks by a version of the catalogue; of what has moved since it was read, none. */
  async save(checks: readonly CodeCheck[], version: number): Promise<void> {
    const rows = JSON.stringify(
      checks.map(({ agrees, ...check }) => ({ ...check, agrees: agrees === null ? null : Number(agrees) })),
    );
    await database.atomic([
      statement`insert into code_check (completion, revision, code, agrees, found_at, compared_by)
        select c.id, c.revision, made.value ->> '$.code', made.value ->> '$.agrees', made.value ->> '$.foundAt', ${version}
        from json_each(${rows}) as made
        join completion as c on c.id = made.value ->> '$.completion' and c.revision = made.value ->> '$.revision'
        where (select found_at from challenge_code where code = made.value ->> '$.code') is made.value ->> '$.foundAt'
        on conflict (completion) do update set revision = excluded.revision, agrees = excluded.agrees,
          found_at = excluded.found_at, compared_by = excluded.compared_by,
          asked_at = iif(code = excluded.code, asked_at, null), code = excluded.code`,
    ]);
  },

  /** Records that the server was asked for a code, for the completions that have it. */
  async saveAsked(code: string, at: string): Promise<void> {
    await database.atomic([statement`update code_check set asked_at = ${at} where code = ${code}`]);
  },
});
