import { createHash } from "node:crypto";
import type { MigrationState } from "../../server/db/engine.ts";
import { findMisfit, type SchemaObjects } from "../../server/db/schema-comparison.ts";
import { StartError } from "../../server/errors.ts";
import { migrationFiles, schemaMadeBy } from "./migrate.ts";

/**
 * How databases are recognised that were written while migrations were still edited, before 28 November 2026: by a
 * migration that is gone, or by the fingerprint of a schema that migrations of today's names made.
 */
const EARLIER = {
  migrations: ["0001-index.sql", "0003-maps.sql", "0010-erased-bans.sql"],
  schemas: [
    // Up to the revisions 4419b6f1, b34164cb, 1dab0469 and cd302edd of 26 November 2026.
    "b1a5a17115b54458b234d5ec2a2076ead17c71d420a769b76e102c112470e996",
    "cc82d0b5c9877875f5bcae1be3725b1c5bd7c57a4734a83a0ef1abdad2b6b129",
    "791c302c9530217af8bb7787deef4b682f41c25fc4294d4208b7f3c4abda8a7a",
    "a0e77d8ffe87ca14ff0e8342f37b3a0bb02c1d27e9c2e10758d369dba32acb6c",
  ],
};

const fingerprint = (schema: SchemaObjects): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(schema)))
    .digest("hex");

/** What may hold a database. */
interface Holder {
  /** Begins a sentence: "The database FILE". */
  readonly name: string;
  /** What to do with one that a newer version wrote, as a sentence. */
  readonly ifNewer: string;
}

const MOVE =
  "With the version that wrote it, open it and export it (npm run index -- export FOLDER --secrets --with-media); then import that into a new data folder with this version.";

/**
 * Returns the migrations of a folder that a database still needs. Those that it had must have made the schema that it
 * has.
 *
 * @throws StartError that says whether a newer or an earlier version wrote it, or something else, and what to do
 */
export function missingMigrations(
  { applied, schema }: MigrationState,
  folder: string,
  { name, ifNewer }: Holder,
): string[] {
  const files = migrationFiles(folder);
  const missing = files.filter((file) => !applied.includes(file));
  const unknown = applied.filter((file) => !files.includes(file));
  const difference =
    unknown[0] === undefined
      ? findMisfit(schema, schemaMadeBy(folder, applied))
      : `this version does not know its migration ${unknown[0]}`;
  if (difference === null) return missing;
  const isEarlier =
    EARLIER.migrations.some((file) => unknown.includes(file)) ||
    EARLIER.schemas.includes(fingerprint(schema));
  if (isEarlier)
    throw new StartError(
      `${name} was written by an earlier version of the site, which this one cannot update (${difference}). ${MOVE}`,
    );
  const newest = files.at(-1) ?? "";
  if (missing.length === 0 && unknown.length > 0 && unknown.every((file) => file > newest))
    throw new StartError(`${name} was written by a newer version of the site (${difference}). ${ifNewer}`);
  throw new StartError(
    `${name} is not as the migrations of this site make it (${difference}): another program, a changed version of the site or somebody by hand wrote to it. Put a backup back. Or: ${MOVE}`,
  );
}

/** Whether exactly a folder's migrations made a database. */
export const isCurrent = ({ applied, schema }: MigrationState, folder: string): boolean =>
  String(applied.toSorted()) === String(migrationFiles(folder)) &&
  findMisfit(schema, schemaMadeBy(folder, applied)) === null;
