import type { Database } from "../server/db/database.ts";
import { analyzeStatement } from "../server/db/engine.ts";
import { PRIVATE } from "../server/db/tags.ts";
import type { Job } from "../server/jobs/job.ts";

/** In milliseconds. */
const EVERY = 60 * 60 * 1000;

/** Refreshes the query planner's statistics of a database that others fill and that is not opened at a start. */
export const tableStatistics = (database: Pick<Database, "query">): Job => ({
  name: "counting rows for the query planner",
  every: EVERY,
  async run() {
    await database.query(PRIVATE, analyzeStatement());
  },
});
