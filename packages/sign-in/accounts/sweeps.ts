import type { Database } from "../../../server/db/database.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { carryOutMoves } from "./address-moves.ts";
import { type Mailer, tellOfMove } from "./mails.ts";
import { deleteEndedLinks } from "./repository/links.ts";
import { deleteEndedRecords } from "./repository/sign-in-records.ts";
import type { AccountStore } from "./store.ts";

/** Carries out the changes of address that were not refused in time, and tells both ends. */
export const addressMoves = (site: AccountStore & Mailer): Job => ({
  name: "changing addresses",
  every: 5 * 60 * 1000,
  async run() {
    for (const { before, email } of await carryOutMoves(site))
      tellOfMove(site, { before, after: email, byAdministrator: false });
  },
});

/** Deletes expired sessions, codes, tokens, logins and links. */
export const signInSweep = (database: Database, now: () => Date): Job => ({
  name: "sweeping the sign-in",
  every: 5 * 60 * 1000,
  async run() {
    const at = now();
    await database.atomic([deleteEndedRecords(Math.floor(at.getTime() / 1000))]);
    await database.atomic([deleteEndedLinks(at.toISOString())]);
  },
});
