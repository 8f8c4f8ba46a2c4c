import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind } from "../challenges/fields.ts";
import { type RuleCheck, ruleText } from "../challenges/rules.ts";
import type { CheckOutcome } from "../checks/check.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { LONGEST_REASON } from "../limits.ts";
import { rulesFor } from "../media/proof-slots.ts";
import type { FormTexts } from "./form.ts";
import { checkSubmission } from "./submission.ts";

/** A rule to be checked before a completion is verified. */
export interface ChecklistItem {
  /** The rule's id. */
  readonly id: string;
  /** What the desk calls it; rules with one line are marked together. */
  readonly line: string;
  readonly text: string;
  readonly points: readonly string[];
  readonly by: RuleCheck["by"];
  /** What a player reads who broke it. */
  readonly fails: string;
  /** What the fields of the completion and the checks say; null: they do not tell. */
  readonly isMet: boolean | null;
  /** The checks whose failure marks it as broken beforehand. */
  readonly failedBy: readonly string[];
}

/** What a check says of a completion. */
export interface CheckedBy {
  readonly check: { readonly id: string };
  readonly outcome: CheckOutcome;
}

/** Returns the rules that hold for a completion, given the texts of its form and what checks say, in the order of the rules. */
export function checklistOf(
  definition: ChallengeDefinition,
  texts: FormTexts,
  catalogue: Catalogue,
  outcomes: readonly CheckedBy[] = [],
): readonly ChecklistItem[] {
  const { problems } = checkSubmission(definition, texts, catalogue);
  return rulesFor(definition, texts, catalogue).flatMap((rule) => {
    const { id, items = [], metBy = [], check } = rule;
    if (check === null) return [];
    const names = metBy.flatMap((kind) => fieldsOfKind(definition, kind).map(([name]) => name));
    const found = names.flatMap((name) => problems[name] ?? []);
    const { by, line, brokenBy = () => false, fails, proof, checkedBy = [] } = check;
    const byFacts = found.length > 0 && !found.some(brokenBy) ? null : found.length === 0;
    const told = outcomes.filter((each) => checkedBy.includes(each.check.id));
    const failedBy = told.flatMap(({ check, outcome }) =>
      outcome !== "unknown" && outcome.some(({ at }) => proof === undefined || at.includes(proof))
        ? [check.id]
        : [],
    );
    const isKept =
      told.length > 0 && told.every(({ outcome }) => outcome !== "unknown") && failedBy.length === 0;
    const byChecks = isKept ? true : null;
    return [
      {
        id,
        line,
        text: ruleText(rule, definition.key, catalogue),
        points: items,
        by,
        fails,
        failedBy,
        isMet: by === "facts" ? byFacts : byChecks,
      },
    ];
  });
}

/** Returns the reason of a rejection for failed rules: their sentences, one a line, cut to what a reason may have. */
export const reasonFor = (failed: readonly Pick<ChecklistItem, "fails">[]): string =>
  [...new Set(failed.map(({ fails }) => fails))].join("\n").slice(0, LONGEST_REASON);
