import type { ChallengeDocument } from "../challenge-codes/document.ts";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { type Check, type CheckFacts, NOTHING_KNOWN, runOf, type ShownProof } from "../checks/check.ts";
import { CODE_REMARKS, DECISIVE } from "../checks/code.ts";
import { failuresIn } from "../checks/index.ts";
import { missingRecording } from "../checks/proof.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { personKey } from "../game/name-key.ts";
import type { FormTexts } from "./form.ts";

/** What the queue says of a submission before a helper opens it, the worst first. */
export const FINDINGS = [
  ...(["banned", "banned-before", "another-account", "denied", "same-proof", "same-picture"] as const),
  ...(["code-differs", "code-of-another", "same-code", "code-of-another-time", "no-recording"] as const),
] as const;
export type Finding = (typeof FINDINGS)[number];

/** What is known of the challenge code of a submission. */
export interface KnownCode {
  readonly document: ChallengeDocument | null;
  /** 1 if another completion has the same code. */
  readonly isShared: number;
  /** 1 if whoever made the challenge made others, and these are of other players. */
  readonly isOthers: number;
  readonly maps: CheckFacts["maps"];
}

/** What the index knows of the account that submitted a completion (app/features/players/repository/banned.server.ts). */
export interface KnownSubmitter {
  /** The banned player whom the completion names, or whose name its account owns; null: none of them is banned. */
  readonly banned: string | null;
  /** A banned player under whose name its account submitted before; null: none. */
  readonly formerly: string | null;
  /** The player whose name its account owns; null: it owns none. */
  readonly owns: string | null;
  /** 1 if that is one of the completion's players, else 0. */
  readonly isOwners: number;
  /** 1 if another account owns the name of one of its players, else 0. */
  readonly isOthers: number;
  /** How many of its players' verified completions the account submitted, and how many others did. */
  readonly ownRuns: number;
  readonly otherRuns: number;
}

/**
 * Whether the account that submitted a completion seems to be none of its players': it owns another name, or somebody else
 * owns theirs; or nothing of theirs from it was ever verified, while it is called otherwise or others submit their runs.
 * @param name what the account is called; null: it has no name
 */
function isAnothers(
  { owns, isOwners, isOthers, ownRuns, otherRuns }: KnownSubmitter,
  name: string | null,
  players: readonly string[],
): boolean {
  if (isOwners === 1) return false;
  if (owns !== null || isOthers === 1) return true;
  if (ownRuns > 0) return false;
  const isCalledSo = name !== null && players.some((player) => personKey(player) === personKey(name));
  return otherRuns > 0 || (name !== null && !isCalledSo);
}

/** Returns what is found of a submission, in the order of `FINDINGS`. */
export function findingsOf(
  definition: ChallengeDefinition,
  catalogue: Catalogue,
  {
    submitter,
    name,
    players,
    isDenied,
    hasSameProof,
    hasSamePicture,
    texts,
    proof,
    code,
  }: {
    /** Null: no account is known. */
    readonly submitter: KnownSubmitter | null;
    readonly name: string | null;
    readonly players: readonly string[];
    /** Whether a player of it, who did not submit it, says that they did not play it. */
    readonly isDenied: boolean;
    readonly hasSameProof: boolean;
    /** Whether another completion on its map has a picture that looks the same. */
    readonly hasSamePicture: boolean;
    readonly texts: FormTexts;
    readonly proof: readonly ShownProof[];
    /** Null: nothing is known of its challenge code, or it has none. */
    readonly code: KnownCode | null;
  },
): readonly Finding[] {
  const lacks = missingRecording.run(runOf(definition, texts, false, catalogue), { ...NOTHING_KNOWN, proof });
  const failing = (checks: readonly Check[]): boolean =>
    code !== null &&
    failuresIn(
      ...([definition, texts, texts.og === "on", catalogue] as const),
      ...([{ ...NOTHING_KNOWN, maps: code.maps, code: code.document }, checks] as const),
    ).length > 0;
  const is: Readonly<Record<Finding, boolean>> = {
    banned: submitter?.banned != null,
    "banned-before": submitter?.banned === null && submitter.formerly !== null,
    "another-account": submitter !== null && isAnothers(submitter, name, players),
    denied: isDenied,
    "same-proof": hasSameProof,
    "same-picture": hasSamePicture,
    "code-differs": failing(DECISIVE),
    "code-of-another": code?.isOthers === 1,
    "same-code": code?.isShared === 1,
    "code-of-another-time": failing(CODE_REMARKS),
    "no-recording": missingRecording.applies(definition) && lacks !== "unknown" && lacks.length > 0,
  };
  return FINDINGS.filter((each) => is[each]);
}
