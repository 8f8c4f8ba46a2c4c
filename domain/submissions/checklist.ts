import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind } from "../challenges/fields.ts";
import type { RuleCheck } from "../challenges/rules.ts";
import type { Failed } from "../checks/index.ts";
import { rulesFor } from "../media/proof-slots.ts";
import type { Texts } from "./form.ts";
import { LONGEST_REASON } from "./limits.ts";
import { checkSubmission } from "./submission.ts";

/** A rule to be checked before a completion is verified. */
export interface ChecklistItem {
  /** The rule's id. */
  readonly id: string;
  readonly text: string;
  readonly points: readonly string[];
  readonly by: RuleCheck["by"];
  /** What a player reads who broke it. */
  readonly fails: string;
  /** What the fields of the completion say; null: somebody has to look. */
  readonly isMet: boolean | null;
  /** The checks whose failure marks it as broken beforehand. */
  readonly failedBy: readonly string[];
}

/** Returns the rules that hold for a completion, given the texts of its form and what fails, in the order of the rules. */
export function checklistOf(
  definition: ChallengeDefinition,
  texts: Texts,
  failures: readonly Pick<Failed, "id" | "at">[] = [],
): readonly ChecklistItem[] {
  const { problems } = checkSubmission(definition, texts);
  return rulesFor(definition, texts).flatMap(({ id, text, items = [], metBy = [], check }) => {
    if (check === null) return [];
    const names = metBy.flatMap((kind) => fieldsOfKind(definition, kind).map(([name]) => name));
    const found = names.flatMap((name) => problems[name] ?? []);
    const { by, brokenBy = () => false, fails, proof, failedBy = [] } = check;
    const isMet = by !== "facts" || (found.length > 0 && !found.some(brokenBy)) ? null : found.length === 0;
    const failed = failures.filter(
      (each) => failedBy.includes(each.id) && (proof === undefined || each.at.includes(proof)),
    );
    return [
      { id, text, points: items, by, fails, isMet, failedBy: [...new Set(failed.map(({ id }) => id))] },
    ];
  });
}

/** Returns the reason of a rejection for failed rules: their sentences, one a line, cut to what a reason may have. */
export const reasonFor = (failed: readonly Pick<ChecklistItem, "fails">[]): string =>
  failed
    .map(({ fails }) => fails)
    .join("\n")
    .slice(0, LONGEST_REASON);
