import { CompiledQuery } from "kysely";
import type { Source } from "../../contract/sources.ts";
import { Recent, type RecentLimits } from "../recent.ts";
import type { Database } from "./database.ts";

/** Of small values, such as numbers, if nothing else is said. Their keys may be long: a statement's text. */
export const SMALL = { most: 5_000, bytes: 8 * 1024 * 1024 };

/** What a statement is remembered by. */
export const keyOf = ({ sql, parameters }: CompiledQuery<unknown>): string =>
  `${sql}\n${JSON.stringify(parameters)}`;

/** Texts of statements that are remembered: most have about 2 KB, and their values some more. */
const COMPILED = {
  most: 1_000,
  bytes: 2 * 1024 * 1024,
  weigh: ({ sql }: CompiledQuery<unknown>) => sql.length + 400,
};

/**
 * Compiles a statement that is asked again and again once, by what `say` says is all that it follows from: to put one of a
 * list together takes as long as to run it.
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
    // Without the tree that it was compiled from.
    const compiled = CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<Row>;
    known.set(key, compiled);
    return compiled;
  };
}

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
