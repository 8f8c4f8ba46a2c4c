import type { Database } from "../../../server/db/database.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { deleteEndedLinks } from "./repository/accounts.ts";
import { signInRecords } from "./repository/sign-in-records.ts";
import type { AccountService } from "./service.ts";

/** Carries out the changes of address that were not refused in time; `tell` is told of each. */
export const addressMoves = (
  accounts: Pick<AccountService, "carryOutMoves">,
  tell: (move: { before: string | null; after: string }) => void,
): Job => ({
  name: "changing addresses",
  every: 5 * 60 * 1000,
  async run() {
    for (const { before, email } of await accounts.carryOutMoves()) tell({ before, after: email });
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
