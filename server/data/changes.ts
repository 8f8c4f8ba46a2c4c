import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";

/** One entry of the append-only log. `before` and `after` are what the noun was and became; null: it was not there. */
export interface Change {
  readonly at: string;
  /** A user's id, or SYSTEM. */
  readonly actor: string;
  readonly action: string;
  readonly noun: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  /** What the actor was then; null for the index itself. */
  readonly level?: "member" | "helper" | null;
  /** The noun's revision after the change; null where it counts none. */
  readonly revision?: number | null;
  /** Which shape `before` and `after` have (the noun's log.ts reads them); 1 unless said. */
  readonly shape?: number;
}

/** The actor of what the index does itself. */
export const SYSTEM = "system";

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The statement that logs a change; it belongs into the same batch as the change. */
export function insertChange({ id, ...change }: Change): CompiledQuery<unknown> {
  return insertChangeOf(change, sql`${id}`);
}

/** The same with the id as SQL. Where that is null the whole batch fails: so a write says what must still be so. */
export function insertChangeOf(
  { at, actor, level, action, noun, revision, shape, before, after }: Omit<Change, "id">,
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
      before: toJson(before),
      after: toJson(after),
    })
    .compile();
}

/** Things that are loaded many at once, as the log keeps them. */
interface Loaded {
  readonly noun: string;
  readonly shape: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** A select of `id` (text) and `state` (JSON). */
  readonly states: RawBuilder<unknown>;
  /** The log is known to have none of them: it is not asked, which takes long while it has no indexes. */
  readonly areNew?: boolean;
}

/**
 * The statement that logs things which were loaded many at once, each as it is then, so that the log has all of it for those
 * who follow it. What the log knows to be there is left out.
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

/** What the index loads is nobody's doing: no history tells of it. */
export const LOADED = "load";

/** What the log says of each row of the sample that goes. A trigger says it, too. */
export const SAMPLE_REMOVED = "remove-sample";

/** Whether the log says that a noun's facts were loaded: they are loaded once, so that what was deleted stays deleted. */
export async function wasSeeded(database: Database, noun: string): Promise<boolean> {
  const seeded = sqlite
    .selectFrom("change")
    .select("seq")
    .where("noun", "=", noun)
    .where("action", "=", SEED)
    .limit(1);
  return (await database.query(seeded.compile())).length > 0;
}

/** The lines that the log says were loaded of a noun whose file is loaded line by line. */
export async function seededLines(database: Database, noun: string): Promise<ReadonlySet<string>> {
  const seeded = sqlite
    .selectFrom("change")
    .select("after")
    .where("noun", "=", noun)
    .where("action", "=", SEED);
  const rows = await database.query(seeded.compile());
  return new Set(
    rows.flatMap(({ after }) => (JSON.parse(after ?? "{}") as { lines?: string[] }).lines ?? []),
  );
}

/**
 * The statement that logs that a noun's facts were loaded from a file of the project.
 * @param lines which of it, where a later version of the file may have more to load
 */
export function insertSeedChange(
  noun: string,
  {
    file,
    count,
    lines,
  }: { readonly file: string; readonly count: number; readonly lines?: readonly string[] },
  now: Date,
): CompiledQuery<unknown> {
  const after = { [noun]: count, ...(lines ? { lines } : {}) };
  return insertChange({
    at: now.toISOString(),
    actor: SYSTEM,
    action: SEED,
    noun,
    id: file,
    before: null,
    after,
  });
}

const SEED = "seed";
