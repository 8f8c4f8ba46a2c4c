import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { type Outcome, playActs } from "../what-follows.ts";
import recorded from "./what-follows.json";

// What the tables hold after acts that follow from a seed was recorded before the code said what follows from a change:
// triggers did. With ACTS and ACTS_SEED it plays others, and with ACTS_TO it writes to a file what they come to, to be
// compared with another revision's (on Node alone).

interface Recorded extends Outcome {
  readonly seed: number;
  readonly count: number;
}

test("what follows from seeded acts is what was recorded", async () => {
  const { env } = process;
  const seed = Number(env.ACTS_SEED ?? recorded.seed);
  const count = Number(env.ACTS ?? recorded.count);
  const outcome: Recorded = { seed, count, ...(await playActs(await openEngine(), seed, count)) };
  expect(outcome.statuses).not.toMatch(/\b5\d\d\b/);
  if (env.ACTS_TO) {
    const { writeFileSync } = await import("node:fs");
    writeFileSync(env.ACTS_TO, `${JSON.stringify(outcome, null, 1)}\n`);
  }
  if (seed === recorded.seed && count === recorded.count) expect(outcome).toEqual(recorded);
}, 600_000);
