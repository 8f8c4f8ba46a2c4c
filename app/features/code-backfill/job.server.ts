import { BACKFILLED_CODES_PER_HOUR } from "../../../domain/limits.ts";
import type { Counters } from "../../../server/counters.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { NOT_SENT } from "../../../server/other-hosts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { ChallengeCodes } from "../challenge-codes/reader.server.ts";
import { askFor } from "../completions/code-checks.server.ts";
import * as codeChecks from "../completions/repository/code-checks.server.ts";

/** Codes that were never asked for, and are looked at in one run. */
const LOOKED_AT = 100;

/**
 * Asks for the codes of old completions, one in a run, each once, while that is switched on. Where the server refuses or
 * cannot be asked, a later run goes on with the same code.
 */
export const codeBackfillJob = (
  codes: Pick<ChallengeCodes, "find">,
  counters: Counters,
  now: () => Date,
  parts: Pick<Deps, "data" | "challenges">,
): Job => {
  const asks = counters("code backfill");
  async function run(): Promise<void> {
    const { database, codeBackfill } = parts.data;
    if (!(await codeBackfill.find()).isOn) return;
    const code = await codeChecks.findToBackfill(database, LOOKED_AT);
    if (code === null) return;
    if ((await asks.take("all", BACKFILLED_CODES_PER_HOUR, 60 * 60)) > 0) return;
    const why = await askFor({ code }, codes, now, parts);
    if (NOT_SENT.some((each) => each === why)) await asks.giveBack("all");
    await codeBackfill.saveStop(why);
  }
  const every = (60 * 60 * 1000) / BACKFILLED_CODES_PER_HOUR;
  return { name: "challenge codes of old completions", every, isPatient: true, run };
};
