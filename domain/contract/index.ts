import type { ChallengeDefinition } from "../challenges/define.ts";
import { accountAddresses } from "./accounts.ts";
import { catalogueAddresses } from "./catalogue.ts";
import { challengeCodeAddresses } from "./challenge-codes.ts";
import { codeBackfillAddresses } from "./code-backfill.ts";
import { challengeReads, challengeWrites, completionAddresses, listTotals } from "./completions.ts";
import { challengeCoverage, coverageAddresses } from "./coverage.ts";
import type { Endpoint } from "./define.ts";
import { dumpSchema, dumps } from "./dumps.ts";
import { followAddresses } from "./follows.ts";
import { historyAddresses } from "./history.ts";
import { keptCopyAddresses } from "./kept-copies.ts";
import { nameAddresses } from "./names.ts";
import { noticeAddresses } from "./notices.ts";
import { challengePages, PAGES, type Page } from "./pages.ts";
import { playedWithAddresses } from "./played-with.ts";
import { personCounts, playerAddresses } from "./players.ts";
import { privacyAddresses } from "./privacy.ts";
import { proofProposalAddresses } from "./proof-proposals.ts";
import { recordAddresses } from "./records.ts";
import { referenceAddresses } from "./reference.ts";
import { reviewAddresses } from "./review.ts";
import { answerAddresses } from "./search.ts";
import { preview, progressAddresses, sampleAddresses, siteAddresses } from "./site.ts";
import { unresolvedAddresses } from "./unresolved.ts";
import { watchedLinkAddresses } from "./watched-links.ts";

/** Every address of the site: those of the API with all they declare, and those of the pages. */
export interface Contract {
  readonly endpoints: readonly Endpoint[];
  readonly pages: readonly Page[];
}

function ofChallenge(definition: ChallengeDefinition): Endpoint[] {
  const reads = Object.values({
    ...challengeReads(definition),
    counts: personCounts(definition),
    ...challengeCoverage(definition),
  });
  const all = [...reads, ...Object.values(challengeWrites(definition))];
  return all.filter((endpoint) => endpoint !== null) as Endpoint[];
}

export function contractOf(challenges: Iterable<ChallengeDefinition>): Contract {
  const definitions = [...challenges];
  const pages = [...definitions.flatMap(challengePages), ...PAGES];
  return {
    endpoints: [
      ...definitions.flatMap(ofChallenge),
      listTotals(definitions) as Endpoint,
      ...[
        completionAddresses,
        challengeCodeAddresses,
        answerAddresses,
        coverageAddresses,
        playedWithAddresses,
        keptCopyAddresses,
        nameAddresses,
        catalogueAddresses,
      ].flat(),
      ...[
        ...referenceAddresses,
        ...reviewAddresses,
        ...noticeAddresses,
        ...followAddresses,
        ...unresolvedAddresses,
        ...codeBackfillAddresses,
        ...watchedLinkAddresses,
        ...proofProposalAddresses,
        ...privacyAddresses,
      ],
      ...([
        ...playerAddresses,
        ...recordAddresses,
        ...progressAddresses,
        ...historyAddresses,
        ...accountAddresses,
      ] as readonly Endpoint[]),
      ...([...sampleAddresses, ...siteAddresses, dumps, dumpSchema, preview] as readonly Endpoint[]),
    ] as readonly Endpoint[],
    pages,
  };
}
