import { removeSample, sample } from "../../../domain/contract/site.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router, WriteContext } from "../../api/router.server.ts";
import { deletePickedSample, type SampleCounts, totalOf } from "./repository.server.ts";

/** Completions removed per batch, so that others can write and read in between. */
const AT_ONCE = 500;

const answerOf = ({ completions, starts }: SampleCounts) => ({
  completions: totalOf({ completions }),
  starts,
});

/** Removes a part of the sample data. If somebody else is removing it, there is nothing to do but continue. */
async function removePart({ data, user, now }: WriteContext): Promise<void> {
  const part = await data.sample.pick(AT_ONCE);
  if (totalOf(part) + part.starts === 0) return;
  try {
    await data.write(deletePickedSample(part, { actor: user.id, at: now.toISOString() }));
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
  }
}

/** Registers what administrators do with the sample data. The command line does the same in one go. */
export function sampleRoutes(router: Router, { data }: Deps): void {
  router.personal(sample, async () => answerOf(await data.sample.count()));
  router.write(removeSample, async (_, context) => {
    await removePart(context);
    return answerOf(await data.sample.count());
  });
}
