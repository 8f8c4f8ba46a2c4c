import type { CompiledQuery } from "kysely";
import { Recent } from "../recent.ts";
import type { Database } from "./database.ts";

/** Answers kept at a time; each is a small number. Their statements may be long texts. */
const MOST = 5_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Remembers what a statement answered until the data version moves on. */
export function memoByVersion<Value>(
  database: Database,
): (statement: CompiledQuery<unknown>, ask: () => Promise<Value>) => Promise<Value> {
  const answers = new Recent<Value>({ most: MOST, bytes: MOST_BYTES });
  let answersVersion = -1;
  return async (statement, ask) => {
    const version = await database.version();
    if (version !== answersVersion) answers.clear();
    answersVersion = version;
    const key = `${statement.sql}\n${JSON.stringify(statement.parameters)}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const value = await ask();
    // A write may have come in between: what was asked before it is not kept as if it came after.
    if ((await database.version()) === version && answersVersion === version) answers.set(key, value);
    return value;
  };
}
