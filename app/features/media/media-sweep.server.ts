import type { Job } from "../../../server/jobs/job.ts";
import type { Deps } from "../../api/deps.server.ts";
import { sweepMedia } from "./sweep.server.ts";

/** In milliseconds. */
const EVERY = 6 * 60 * 60 * 1000;

export interface MediaSweepParts extends Pick<Deps, "data" | "media"> {
  readonly now: () => Date;
  /** Reports what was done. */
  readonly say: (line: string) => void;
}

/** Removes the files that belong to nobody. */
export const mediaSweep = ({ data, media, now, say }: MediaSweepParts): Job => ({
  name: "sweeping the media",
  every: EVERY,
  async run(signal) {
    const at = await data.history.timeOfAges(now());
    const { ended, removed } = await sweepMedia({ data, media }, at, undefined, signal);
    if (ended > 0)
      say(`files of completions deleted long ago that cannot be brought back any more: ${ended}`);
    if (removed > 0) say(`files removed because they belonged to nobody: ${removed}`);
  },
});
