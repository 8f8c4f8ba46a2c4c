import type { Job } from "../../../server/jobs/job.ts";
import type { Data } from "../../api/repositories.server.ts";

/** In milliseconds. */
const EVERY = 60 * 60 * 1000;

/** How long a repeated submission gets its first answer, in milliseconds: a day. */
const KEPT = 24 * 60 * 60 * 1000;

/** Deletes the stored answers of older submissions. */
export const submissionSweep = (data: Pick<Data, "submissions" | "history">, now: () => Date): Job => ({
  name: "sweeping the answers to submissions",
  every: EVERY,
  async run() {
    const at = await data.history.timeOfAges(now());
    await data.submissions.deleteBefore(new Date(at.getTime() - KEPT).toISOString());
  },
});
