import type { CompiledQuery } from "kysely";
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
}

/** The actor of what the index does itself. */
export const SYSTEM = "system";

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The statement that logs a change; it belongs into the same batch as the change. */
export function insertChange({ at, actor, action, noun, id, before, after }: Change): CompiledQuery<unknown> {
  return sqlite
    .insertInto("change")
    .values({ at, actor, action, noun, noun_id: id, before: toJson(before), after: toJson(after) })
    .compile();
}
