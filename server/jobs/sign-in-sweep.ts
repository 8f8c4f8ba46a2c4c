import { deleteEndedLinks } from "../data/accounts.ts";
import type { Database } from "../data/database.ts";
import { signInRecords } from "../data/sign-in-records.ts";
import type { Job } from "./job.ts";

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
