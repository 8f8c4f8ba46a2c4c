import type { Database } from "../../../server/db/database.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { deleteEndedLinks } from "./repository/accounts.server.ts";
import { deleteEndedAttempts } from "./repository/attempts.server.ts";
import { signInRecords } from "./repository/sign-in-records.server.ts";

/** Deletes expired counts, where counters are stored in the database. */
export const attemptSweep = (database: Database, now: () => Date): Job => ({
  name: "sweeping what was counted",
  every: 60 * 60 * 1000,
  async run() {
    await database.atomic([deleteEndedAttempts(now().getTime())]);
  },
});

/** Deletes expired sessions, codes, tokens, logins and links. */
export const signInSweep = (database: Database, now: () => Date): Job => ({
  name: "sweeping the sign-in",
  every: 5 * 60 * 1000,
  async run() {
    const at = now();
    await signInRecords(database).deleteEnded(Math.floor(at.getTime() / 1000));
    await database.atomic([deleteEndedLinks(at.toISOString())]);
  },
});
