import type { Database } from "../../server/db/database.ts";
import { newestMigration } from "../../server/db/engine.ts";
import { Unavailable } from "../../server/errors.ts";

/** When to retry a site whose database is of another version, in seconds. */
const LATER = 60;

/** Returns the check whether a site can save: it can if its database answers and has the migrations that it needs. */
export const readyWith =
  (database: Database, isCurrent: (newest: string) => boolean): Database["ready"] =>
  async () => {
    await database.ready();
    if (!isCurrent((await newestMigration(database)) ?? "")) throw new Unavailable(LATER, "other-migrations");
  };
