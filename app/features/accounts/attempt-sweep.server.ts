import type { Database } from "../../../server/db/database.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { deleteEndedAttempts } from "./repository/attempts.server.ts";

/** In milliseconds. */
const EVERY = 60 * 60 * 1000;

/** Deletes expired counts, where counters are stored in the database. */
export const attemptSweep = (database: Database, now: () => Date): Job => ({
  name: "sweeping what was counted",
  every: EVERY,
  async run() {
    await database.atomic([deleteEndedAttempts(now().getTime())]);
  },
});
