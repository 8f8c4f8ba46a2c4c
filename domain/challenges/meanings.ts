import type { Explained } from "./glossary.ts";

/** What each word means. These texts are in a file of their own because pages load them after everything else. */
export const MEANINGS: Readonly<Record<Explained, string>> = {
  chimps:
    "The game's hardest mode: rounds 6 to 100 on hard difficulty. The letters stand for no Continues, no Hearts lost, no Income, no Monkey knowledge, no Powers and no Selling.",
  og: "The original: the first verified completion of its kind, for example the first with two towers in 2TC. Later completions of that kind still count, but are not the OG.",
  rbs: "Red bloon seconds: how many seconds a red bloon takes from the entrance to the exit. The more, the longer the path.",
  pending:
    "Submitted, but not yet checked. A helper looks at the proof, then verifies or rejects it. Until then it does not count as done.",
  verified: "A helper has checked the proof, so the completion counts as done.",
};
