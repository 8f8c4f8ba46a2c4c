import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { sqlite } from "./database.ts";

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
  { at, actor, level, action, noun, before, after }: Omit<Change, "id">,
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
      before: toJson(before),
      after: toJson(after),
    })
    .compile();
}
