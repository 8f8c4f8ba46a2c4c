import { sql } from "kysely";
import { sqlite, type Versions } from "./database.ts";
import type { Tag } from "./tags.ts";

/** A row of the table of tags. */
export interface SourceRow {
  readonly name: string;
  readonly version: number;
}

/** The statement behind the versions of all tags: some twenty rows. */
export const versionsStatement = () => sql<SourceRow>`select name, version from source`.compile(sqlite);

/** The statement behind the highest version, in one row: it says whether anything has moved since the last read. */
export const highestStatement = () =>
  sql<{ version: number }>`select version from source order by version desc limit 1`.compile(sqlite);

/** The prefix of the tags of challenges' completions. */
const OF_COMPLETIONS = "completions:";

/** The whole that a part of completions belongs to, and whose version it has. */
const wholeOf = (tag: string): string => tag.split(" ", 1)[0] ?? tag;

/** Finds the version of several tags together, some of which are parts. `versionOf` knows the others. */
interface Parts {
  of(tags: readonly Tag[], versionOf: (tag: Tag) => number): number;
}

/** Moves each part whenever its whole moves. */
const ALL_MOVE: Parts = {
  of: (tags, versionOf) => tags.reduce((most, tag) => Math.max(most, versionOf(tag)), 0),
};

/**
 * Returns the versions in the rows of the table `source`. A tag without a row was never touched.
 *
 * @param parts says when parts of completions moved; without it, each moves with its whole
 */
export function versionsOf(rows: readonly SourceRow[], parts: Parts = ALL_MOVE): Versions {
  const highest = (some: readonly SourceRow[]): number =>
    some.reduce((most, { version }) => Math.max(most, version), 0);
  const all = highest(rows);
  const known = new Map(rows.map(({ name, version }) => [name, version]));
  known.set("completions", highest(rows.filter(({ name }) => name.startsWith(OF_COMPLETIONS))));
  const versionOf = (tag: Tag): number => known.get(tag) ?? known.get(wholeOf(tag)) ?? 0;
  return { of: (tags) => (tags === null ? all : parts.of(tags, versionOf)) };
}
