import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { pages } from "../../../../domain/contract/routes.ts";
import { shareOf } from "../../../../domain/lists/share.ts";
import type { ChallengeTab } from "../../../ui/components/ChallengeTabs.tsx";

/** The pages of what is left: all maps, then the challenges whose towers count. */
export const coverageTabs = (): readonly ChallengeTab[] => [
  { key: "maps", label: "All maps", to: pages.coverage(), counts: false },
  ...[...CHALLENGES.values()]
    .filter((definition) => shareOf(definition) !== "maps")
    .map(({ key, label }) => ({ key, label, to: pages.challengeCoverage(key), counts: false })),
];
