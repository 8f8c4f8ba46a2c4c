import { CompiledQuery } from "kysely";
import type { Source } from "../../contract/sources.ts";
import { Recent, type RecentLimits } from "../recent.ts";
import type { Database } from "./database.ts";

/** Default limits, for small values such as numbers. Keys may be long: they hold a statement's text. */
export const SMALL = { most: 5_000, bytes: 8 * 1024 * 1024 };

/** Returns the cache key of a statement. */
export const keyOf = ({ sql, parameters }: CompiledQuery<unknown>): string =>
  `${sql}\n${JSON.stringify(parameters)}`;

/** Limits of the cache of compiled statements: most take about 2 KB of text, and their values some more. */
const COMPILED = {
  most: 1_000,
  bytes: 2 * 1024 * 1024,
  weigh: ({ sql }: CompiledQuery<unknown>) => sql.length + 400,
};

/**
 * Caches compiled statements. `say` returns everything that a statement depends on, as the key: compiling the statement
 * of a list takes as long as running it.
 */
export function compiledOnce<Asked, Row>(
  compile: (asked: Asked) => CompiledQuery<Row>,
  say: (asked: Asked) => unknown,
): (asked: Asked) => CompiledQuery<Row> {
  const known = new Recent<CompiledQuery<Row>>(COMPILED);
  return (asked) => {
    const key = JSON.stringify(say(asked));
    const before = known.get(key);
    if (before) return before;
    const { sql, parameters } = compile(asked);
    // Drops the tree that it was compiled from.
    const compiled = CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<Row>;
    known.set(key, compiled);
    return compiled;
  };
}

/**
 * Caches the answer for a key until one of its sources moves; while versions are unknown, caches nothing. Whoever asks
 * while the same question is in flight shares its answer.
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
      // The version is that of before asking: a write in between makes the entry stale; a stale one never looks
      // current.
      answers.set(key, { version, value });
      return value;
    } finally {
      if (underWay.get(key) === own) underWay.delete(key);
    }
  };
}
