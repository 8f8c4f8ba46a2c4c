import { codeOf, codesOf } from "../../../domain/challenge-codes/code.ts";
import type { FoundCode } from "../../../domain/challenge-codes/document.ts";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import {
  type CheckFacts,
  type CheckOutcome,
  mapsByName,
  NOTHING_KNOWN,
} from "../../../domain/checks/check.ts";
import { CODE_CHECKS, isCheckedByCode } from "../../../domain/checks/code.ts";
import { proposalsOf } from "../../../domain/checks/from-code.ts";
import { checked } from "../../../domain/checks/index.ts";
import type { Completion } from "../../../domain/fields/attributes.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { say } from "../../../domain/messages/index.ts";
import { type FormTexts, textsOfRow } from "../../../domain/submissions/form.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { NOT_SENT } from "../../../server/other-hosts.ts";
import type { Deps } from "../../api/deps.server.ts";
import { type ChallengeCodes, foundCodes } from "../challenge-codes/reader.server.ts";
import type { CodeCheck } from "./repository/code-checks.server.ts";
import * as codeChecks from "./repository/code-checks.server.ts";
import { completionOf } from "./repository/stored-completion.server.ts";

type Parts = Pick<Deps, "data" | "challenges">;

/** What a completion's code and its document come to. */
export interface Comparison {
  readonly agrees: boolean;
  /** The sentences of the checks that fail. */
  readonly differences: readonly string[];
  /** What the document says that the completion has not, by wire name, as texts of its form. */
  readonly proposals: FormTexts;
  /** When the document was fetched: ISO 8601, UTC. */
  readonly foundAt: string;
}

interface Compared {
  readonly challenge: string;
  readonly completion: Completion;
}

function compare(
  definition: ChallengeDefinition,
  completion: Completion,
  { document, foundAt }: FoundCode,
  { catalogue, facts }: { readonly catalogue: Catalogue; readonly facts: CheckFacts },
): Comparison {
  const texts = textsOfRow(definition, presentRow(definition, completion));
  const of = [definition, texts, completion.og, catalogue] as const;
  const outcomes = checked(...of, { ...facts, code: document }, CODE_CHECKS);
  return {
    agrees: isCheckedByCode(outcomes),
    differences: outcomes.flatMap(({ outcome }) => sentencesOf(outcome)),
    proposals: proposalsOf(...of, document, outcomes),
    foundAt,
  };
}

const sentencesOf = (outcome: CheckOutcome): readonly string[] =>
  outcome === "unknown" ? [] : outcome.map(({ problem }) => say(problem));

/** Compares completions with what is stored of their codes, in their order; null: nothing is, or there is nothing to compare. */
export async function comparisonsOf(
  completions: readonly Compared[],
  { data, challenges }: Parts,
): Promise<readonly (Comparison | null)[]> {
  const codes = completions.map(({ completion }) => codeOf(completion));
  const found = await foundCodes(data, codes);
  if (found.size === 0) return completions.map(() => null);
  const [catalogue, maps] = await Promise.all([data.catalogue.newest(), data.maps.findAllDetails()]);
  const known = { catalogue, facts: { ...NOTHING_KNOWN, maps: mapsByName(maps) } };
  return completions.map(({ challenge, completion }, at) => {
    const [definition, code] = [challenges.get(challenge), found.get(codes[at] ?? null)];
    return definition?.game && code ? compare(definition, completion, code, known) : null;
  });
}

/**
 * Compares completions with what is stored of their challenge codes, and stores what that comes to. What has changed by then
 * is compared again by the job.
 */
export async function compareWithCodes(ids: readonly string[], { data, challenges }: Parts): Promise<void> {
  if (ids.length === 0) return;
  const version = await codeChecks.findCatalogueVersion(data.database);
  const stored = await data.completions.findAllByIds(ids);
  const completions = stored
    .map((each) => ({ ...each, completion: completionOf(each) }))
    .filter(({ completion }) => completion.challengeCode !== null || codesOf(completion).length > 0);
  if (completions.length === 0) return;
  const comparisons = await comparisonsOf(completions, { data, challenges });
  const checks = completions.map(({ id, revision, completion }, at): CodeCheck => {
    const { agrees = null, foundAt = null, differences = [], proposals = {} } = comparisons[at] ?? {};
    const code = codeOf(completion) ?? "";
    return {
      completion: id,
      revision,
      code,
      agrees,
      foundAt,
      proposes: Object.keys(proposals).length > 0,
      differs: differences.length > 0,
    };
  });
  await codeChecks.save(data.database, checks, version);
}

const EVERY = 60 * 1000;
/** The same of asking alone: a message about a new completion waits for its code (app/features/webhooks). */
const ASK_EVERY = 5 * 1000;
/** Completions of one run that are compared, and codes that the game's server is asked for. */
const AT_ONCE = 200;
const MOST_ASKED = 20;
/** Milliseconds until the same is asked again, and for how long after a submission. */
const RETRY_AFTER_MS = 60 * 60 * 1000;
const FRESH = 2 * 24 * 60 * 60 * 1000;

type Ask = Pick<ChallengeCodes, "find">;

/** Reasons that are an answer to this code, so that the next one may have another. */
const ANSWERS: ReadonlySet<string> = new Set(["no-code", "unreadable", "too-large"]);

/** Compares completions with their codes where a write did not. */
const compareNext = async (parts: Parts): Promise<void> =>
  compareWithCodes(await codeChecks.findToCompare(parts.data.database, AT_ONCE), parts);

/**
 * Asks for a code, and records that unless the server could not be asked: then it returns why.
 * @param again whether a document that is stored is fetched anew
 */
export async function askFor(
  { code, again = false }: { readonly code: string; readonly again?: boolean },
  codes: Ask,
  now: () => Date,
  parts: Parts,
): Promise<string | null> {
  const at = now().toISOString();
  const answer = await codes.find(code, { again });
  if (answer.outcome === "could-not-ask" && !ANSWERS.has(answer.why)) return answer.why;
  await codeChecks.saveAsked(parts.data.database, code, at, answer.outcome === "none");
  if (answer.outcome === "found") await compareNext(parts);
  return null;
}

/** Reasons that say nothing of the code that was asked for. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([...NOT_SENT, "refused"]);

/** Asks for codes of new completions that are not known yet. One that the server fails at waits as if it were not there. */
async function askForNew(codes: Ask, now: () => Date, parts: Parts, signal: AbortSignal): Promise<void> {
  for (let asked = 0; asked < MOST_ASKED && !signal.aborted; asked += 1) {
    const before = (age: number): string => new Date(now().getTime() - age).toISOString();
    const next = await codeChecks.findToAsk(parts.data.database, before(RETRY_AFTER_MS), before(FRESH));
    if (!next) return;
    const why = await askFor({ ...next, again: next.again === 1 }, codes, now, parts);
    if (why === null) continue;
    if (!OF_THE_SERVER.has(why))
      await codeChecks.saveAsked(parts.data.database, next.code, now().toISOString(), false);
    return;
  }
}

/** Compares completions with their codes where a write did not. */
export const codeCheckJob = (parts: Parts): Job => ({
  name: "comparing challenge codes",
  every: EVERY,
  isPatient: true,
  run: () => compareNext(parts),
});

/** Asks for codes of new completions that are not known yet, soon after they came. */
export const newCodeJob = (codes: Ask, now: () => Date, parts: Parts): Job => ({
  name: "asking for challenge codes",
  every: ASK_EVERY,
  isPatient: true,
  run: (signal) => askForNew(codes, now, parts, signal),
});
