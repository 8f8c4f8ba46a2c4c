import type { CompiledQuery } from "kysely";
import type { Source } from "../../contract/sources.ts";
import { Recent, type RecentLimits } from "../recent.ts";
import type { Database } from "./database.ts";

/** Of small values, such as numbers, if nothing else is said. Their keys may be long: a statement's text. */
export const SMALL = { most: 5_000, bytes: 8 * 1024 * 1024 };

/** What a statement is remembered by. */
export const keyOf = ({ sql, parameters }: CompiledQuery<unknown>): string =>
  `${sql}\n${JSON.stringify(parameters)}`;

/**
 * Remembers what was answered to a key until one of the sources that it is made from moves on; where versions are not known,
 * nothing. Who asks while it is being asked gets the same.
 */
export function memoByVersion<Value>(
  { versions }: Pick<Database, "versions">,
  { weigh, ...limits }: RecentLimits<Value> = SMALL,
): (sources: readonly Source[], key: string, ask: () => Promise<Value>) => Promise<Value> {
  const answers = new Recent<{ readonly version: number; readonly value: Value }>({
    ...limits,
    ...(weigh && { weigh: ({ value }) => weigh(value) }),
  });
  const underWay = new Map<string, { readonly version: number; readonly value: Promise<Value> }>();
  return async (sources, key, ask) => {
    const version = (await versions())?.of(sources);
    const known = answers.get(key);
    if (known && known.version === version) return known.value;
    if (version === undefined) return ask();
    const asked = underWay.get(key);
    if (asked?.version === version) return asked.value;
    const own = { version, value: ask() };
    underWay.set(key, own);
    try {
      const value = await own.value;
      // As of before it was asked: a write in between makes it out of date, never the other way round.
      answers.set(key, { version, value });
      return value;
    } finally {
      if (underWay.get(key) === own) underWay.delete(key);
    }
  };
}
