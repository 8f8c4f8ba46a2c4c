import type { CompiledQuery } from "kysely";
import type { Source } from "../../contract/sources.ts";
import { Recent } from "../recent.ts";
import type { Database } from "./database.ts";

/** Answers kept at a time. Their statements may be long texts. */
const MOST = 5_000;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Remembers what a statement answered until one of the sources that it reads moves on.
 * @param weigh bytes of an answer, where it is more than a few numbers
 */
export function memoByVersion<Value>(
  database: Pick<Database, "versions">,
  weigh: (value: Value) => number = () => 0,
): (
  sources: readonly Source[],
  statement: CompiledQuery<unknown>,
  ask: () => Promise<Value>,
) => Promise<Value> {
  const answers = new Recent<{ readonly version: number; readonly value: Value }>({
    most: MOST,
    bytes: MOST_BYTES,
    weigh: ({ value }) => weigh(value),
  });
  return async (sources, statement, ask) => {
    const version = (await database.versions())?.of(sources);
    const key = `${statement.sql}\n${JSON.stringify(statement.parameters)}`;
    const known = answers.get(key);
    if (known && known.version === version) return known.value;
    const value = await ask();
    // As of before it was asked: a write in between makes it out of date, never the other way round.
    if (version !== undefined) answers.set(key, { version, value });
    return value;
  };
}
