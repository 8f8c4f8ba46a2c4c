import type { Database } from "../../server/db/database.ts";
import { newestMigration } from "../../server/db/engine.ts";
import {
  findMisfit,
  type SchemaObjects,
  schemaOf,
  schemaStatement,
} from "../../server/db/schema-comparison.ts";
import { NO_TAGS } from "../../server/db/tags.ts";
import { Unavailable } from "../../server/errors.ts";

/** When to retry a site whose database is of another version, in seconds. */
const RETRY_AFTER_S = 60;

/** What a version of the site needs of its database. */
interface Needed {
  /** Its newest migration. */
  readonly newest: string;
  /** What its migrations make. */
  readonly schema: SchemaObjects;
  /** Whether the site may run on a database that has had more migrations, whose schema it cannot know. */
  readonly runsOnNewer: boolean;
}

/** Returns the check whether a site can save: it can if its database answers and has the schema that it needs. */
export function readyWith(database: Database, { newest, schema, runsOnNewer }: Needed): Database["ready"] {
  /** The schema that was found to fit, as it was read: comparing it again costs nothing. */
  let fitting = "";
  return async () => {
    await database.ready();
    const found = (await newestMigration(database)) ?? "";
    if (found > newest && runsOnNewer) return;
    if (found !== newest) throw new Unavailable(RETRY_AFTER_S, "other-migrations");
    const rows = await database.query(NO_TAGS, schemaStatement());
    const read = JSON.stringify(rows);
    if (read === fitting) return;
    const difference = findMisfit(schemaOf(rows), schema);
    if (difference !== null) throw new Unavailable(RETRY_AFTER_S, "other-schema", { difference });
    fitting = read;
  };
}
