import type { Database } from "../../../server/db/database.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { deleteEndedLinks } from "./repository/accounts.server.ts";
import { signInRecords } from "./repository/sign-in-records.server.ts";

/** In milliseconds. */
const EVERY = 5 * 60 * 1000;

/** Deletes expired sessions, codes, tokens, logins and links. */
export const signInSweep = (database: Database, now: () => Date): Job => ({
  name: "sweeping the sign-in",
  every: EVERY,
  async run() {
    const at = now();
    await signInRecords(database).deleteEnded(Math.floor(at.getTime() / 1000));
    await database.atomic([deleteEndedLinks(at.toISOString())]);
  },
});
