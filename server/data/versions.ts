import { sql } from "kysely";
import type { Source } from "../../contract/sources.ts";
import { sqlite } from "./database.ts";

/** A source as it is kept. */
export interface SourceRow {
  readonly name: string;
  readonly version: number;
}

/** The statement behind the versions: some twenty rows. */
export const versionsStatement = () => sql<SourceRow>`select name, version from source`.compile(sqlite);

/** The highest version of all, one row: whether anything moved since they were last read. */
export const highestStatement = () =>
  sql<{ version: number }>`select version from source order by version desc limit 1`.compile(sqlite);

/** What all names of challenges' completions begin with. */
const OF_COMPLETIONS = "completions:";

/**
 * The versions of all sources at one time. Each move of a source gives it a number above all before, so that the highest
 * of several is a version of all of them together: it grows whenever one of them moves.
 */
export interface Versions {
  /** The version of these together; null: of everything there is. `day` is no row's: whoever asks adds the date. */
  of(sources: readonly Source[] | null): number;
}

/** A part of completions is as old as all that it is a part of. */
const wholeOf = (source: string): string => source.split(" ", 1)[0] ?? source;

/** Tells the version of sources together, of which some are parts; `versionOf` knows the others. */
interface Parts {
  of(sources: readonly Source[], versionOf: (source: Source) => number): number;
}

/** Each part moves with all that it is a part of. */
const ALL_MOVE: Parts = {
  of: (sources, versionOf) => sources.reduce((most, source) => Math.max(most, versionOf(source)), 0),
};

/**
 * The versions that the rows of `source` say. What has no row has never been touched.
 *
 * @param parts tells when parts of completions moved; without it each moves with its whole
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
