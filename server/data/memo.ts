import type { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";

/** Answers kept at a time; each is a small number or list. */
const MOST = 5_000;

/** Remembers what a statement answered until the data version moves on. */
export function memoByVersion<Value>(
  database: Database,
): (statement: CompiledQuery<unknown>, ask: () => Promise<Value>) => Promise<Value> {
  const answers = new Map<string, Value>();
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
    if ((await database.version()) === version && answersVersion === version) {
      if (answers.size >= MOST) answers.clear();
      answers.set(key, value);
    }
    return value;
  };
}
