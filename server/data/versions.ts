import { sql } from "kysely";
import type { Source } from "../../contract/sources.ts";
import { sqlite, type Versions } from "./database.ts";

/** A row of the table of sources. */
export interface SourceRow {
  readonly name: string;
  readonly version: number;
}

/** The statement behind the versions of all sources: some twenty rows. */
export const versionsStatement = () => sql<SourceRow>`select name, version from source`.compile(sqlite);

/** The statement behind the highest version, in one row: it says whether anything has moved since the last read. */
export const highestStatement = () =>
  sql<{ version: number }>`select version from source order by version desc limit 1`.compile(sqlite);

/** The prefix of the sources of challenges' completions. */
const OF_COMPLETIONS = "completions:";

/** The whole that a part of completions belongs to, and whose version it has. */
const wholeOf = (source: string): string => source.split(" ", 1)[0] ?? source;

/** Finds the version of several sources together, some of which are parts. `versionOf` knows the others. */
interface Parts {
  of(sources: readonly Source[], versionOf: (source: Source) => number): number;
}

/** Moves each part whenever its whole moves. */
const ALL_MOVE: Parts = {
  of: (sources, versionOf) => sources.reduce((most, source) => Math.max(most, versionOf(source)), 0),
};

/**
 * Returns the versions in the rows of `source`. A source without a row was never touched.
 *
 * @param parts says when parts of completions moved; without it, each moves with its whole
 */
export function versionsOf(rows: readonly SourceRow[], parts: Parts = ALL_MOVE): Versions {
  const highest = (some: readonly SourceRow[]): number =>
    some.reduce((most, { version }) => Math.max(most, version), 0);
  const all = highest(rows);
  const known = new Map(rows.map(({ name, version }) => [name, version]));
  known.set("completions", highest(rows.filter(({ name }) => name.startsWith(OF_COMPLETIONS))));
  const versionOf = (source: Source): number => known.get(source) ?? known.get(wholeOf(source)) ?? 0;
  return { of: (sources) => (sources === null ? all : parts.of(sources, versionOf)) };
}
