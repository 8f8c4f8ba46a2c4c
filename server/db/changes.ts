import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";
import { NO_TAGS } from "./tags.ts";

/** One entry of the append-only log. `before` and `after` are the noun's states; null: it did not exist. */
export interface Change {
  readonly at: string;
  /** A user's id, or SYSTEM. */
  readonly actor: string;
  readonly action: string;
  readonly noun: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The actor's level at the time; null for the index itself. */
  readonly level?: "member" | "verifier" | "helper" | null;
  /** The noun's revision after the change; null for nouns without revisions. */
  readonly revision?: number | null;
  /** The version of the shape of `before` and `after` (the noun's `nounLog` reads them); 1 by default. */
  readonly shape?: number;
  /** What all changes of one request have in common; null: it wrote this one alone, or before acts were logged. */
  readonly act?: string | null;
}

/** What an entry of the log says besides its noun and states: who made a change, and when. */
export type LogEntry = Pick<Change, "at" | "actor" | "action" | "level" | "act">;

/** Returns what makes the entries of a noun that is added and deleted, never changed. */
export const entriesOf =
  <State>(noun: string, shape: number) =>
  (entry: LogEntry, before: State | null, after: State | null) => ({
    ...entry,
    noun,
    shape,
    revision: 1,
    before,
    after,
  });

/** The actor of changes that the index makes itself. */
export const SYSTEM = "system";

/** The actor of what is done from the command line. */
export const COMMAND_LINE = "command line";

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The statement that logs a change; it belongs in the same batch as the change. */
export function insertChange({ id, ...change }: Change): CompiledQuery<unknown> {
  return insertChangeOf(change, sql`${id}`);
}

/**
 * The same, with the id as SQL. If that is null, the whole batch fails: this is how a write states its preconditions.
 */
export function insertChangeOf(
  { at, actor, level, action, noun, revision, shape, act, before, after }: Omit<Change, "id">,
  id: RawBuilder<unknown>,
): CompiledQuery<unknown> {
  return sqlite
    .insertInto("change")
    .values({
      at,
      actor,
      actor_level: level ?? null,
      action,
      noun,
      noun_id: id as RawBuilder<string>,
      revision: revision ?? null,
      shape: shape ?? 1,
      act: act ?? null,
      before: toJson(before),
      after: toJson(after),
    })
    .compile();
}

/** Rows of a noun that are loaded together, as the log keeps them. */
interface Loaded {
  readonly noun: string;
  readonly shape: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** A select of `id` (text) and `state` (JSON). */
  readonly states: RawBuilder<unknown>;
  /** The log is known to have none of them, so it is not searched: without its indexes that takes long. */
  readonly areNew?: boolean;
}

/**
 * The statement that logs rows that were loaded together, each in its state at the time, so that those who follow the
 * log get them all. Rows that exist according to the log are left out.
 */
export function insertLoadedChanges({
  noun,
  shape,
  at,
  states,
  areNew = false,
}: Loaded): CompiledQuery<unknown> {
  const isKnown = sql`exists (select 1 from change as c where c.after is not null and c.seq = (
    select max(seq) from change where noun = ${noun} and noun_id = loaded.id))`;
  return sql`insert into change (at, actor, action, noun, noun_id, revision, shape, after)
    select ${at}, ${SYSTEM}, ${LOADED}, ${noun}, loaded.id, 1, ${shape}, loaded.state from (${states}) as loaded
    where not ${areNew ? sql`false` : isKnown}`.compile(sqlite);
}

// The following two are the site's own doing, so no completion's history shows them.

/** The action of rows that the index loads. */
export const LOADED = "load";

/** The action of each sample row that is removed. A trigger uses it, too. */
export const SAMPLE_REMOVED = "remove-sample";

/** What the log says of the facts of a noun that were loaded, so that what was deleted since stays deleted. */
export interface Seeded {
  /** How often facts of it were loaded. */
  readonly times: number;
  /** The lines of the file that were loaded. */
  readonly lines: ReadonlySet<string>;
  /** Whether some were loaded before the log had their lines: all that the file had until version 54.0 of the game. */
  readonly isWithoutLines: boolean;
}

export async function findSeeded(database: Database, noun: string): Promise<Seeded> {
  const rows = await database.query(
    NO_TAGS,
    sqlite.selectFrom("change").select("after").where("noun", "=", noun).where("action", "=", SEED).compile(),
  );
  const loaded = rows.map(({ after }) => (JSON.parse(after ?? "{}") as { lines?: string[] }).lines);
  return {
    times: rows.length,
    lines: new Set(loaded.flatMap((lines) => lines ?? [])),
    isWithoutLines: loaded.includes(undefined),
  };
}

/**
 * The statement that logs that something was loaded from a file of the project, and which of its lines, where it is loaded
 * line by line. The batch fails with ConstraintError if any of that noun was loaded since `times` was read: two starts at
 * once load it only once.
 */
export function insertSeedChange(
  noun: string,
  {
    file,
    count,
    lines,
    times,
  }: {
    readonly file: string;
    readonly count: number;
    readonly lines?: readonly string[];
    readonly times: number;
  },
  now: Date,
): CompiledQuery<unknown> {
  const stillAs = sql`(select ${file} where ${times} = (
    select count(*) from change where noun = ${noun} and action = ${SEED}))`;
  const after = { [noun]: count, ...(lines && { lines }) };
  const at = now.toISOString();
  return insertChangeOf({ at, actor: SYSTEM, action: SEED, noun, before: null, after }, stillAs);
}

const SEED = "seed";

/** The noun of entries about the log itself, as a whole. */
const LOG_NOUN = "log";
const WHOLE = "all";

/**
 * The statement that records that the log was put back to where it is now. Later entries are numbered from the clock,
 * in milliseconds, above every lost entry's number: that tells apart readers who had followed lost entries.
 */
export function insertLogBreak(at: Date): CompiledQuery<unknown> {
  return sql`insert into change (seq, at, actor, action, noun, noun_id, before)
    select max(last + 1, ${at.getTime()}), ${at.toISOString()}, ${SYSTEM}, 'restore', ${LOG_NOUN}, ${WHOLE},
      json_object('last', last)
    from (select coalesce(max(seq), 0) as last from change)`.compile(sqlite);
}

/** The statement that says, in one row, whether a log that was followed up to this number is this log. */
export const ofThisLogStatement = (seq: number): CompiledQuery<{ isOfLog: number }> =>
  sql<{ isOfLog: number }>`select coalesce((select max(seq) from change), 0) >= ${seq} and not exists (
      select 1 from change
      where noun = ${LOG_NOUN} and noun_id = ${WHOLE} and seq > ${seq} and before ->> '$.last' < ${seq}
    ) as "isOfLog"`.compile(sqlite);

/**
 * Whether a reader who followed a log up to this number followed this log: the log has come that far, and the number is
 * not one that was lost when the log was put back.
 */
export async function isOfThisLog(database: Database, seq: number): Promise<boolean> {
  const [found] = await database.query(NO_TAGS, ofThisLogStatement(seq));
  return found?.isOfLog === 1;
}
