import { z } from "zod";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { fillIn } from "../fields/index.ts";
import { type Draft, InvalidValue } from "../fields/kind.ts";
import { emptySlots } from "../fields/slots.ts";
import { about, fault, type Problem, problem } from "../messages/index.ts";
import { submittedFields } from "./fields.ts";
import { issueOf } from "./form-problems.ts";

/** A form's texts, checked and put into their slots. */
export interface Submission extends Draft {
  readonly og: boolean;
}

/**
 * The schema of a challenge's form, the same for the page and for the server: texts by wire name, `og` being "on" for a
 * completion that claims to be an original. Every field is trimmed; a missing optional one keeps its empty slot; OG
 * extras count only for an original and are required there. `problemsOf` (form-problems.ts) reads what is wrong by the
 * fields' wire names.
 */
export function submissionSchema(
  definition: ChallengeDefinition,
): z.ZodType<Submission, Record<string, string | undefined>> {
  const texts = z.record(z.string(), z.string().optional());
  return texts.transform((given, context) => {
    const og = given.og === "on";
    const refuse = (name: string, found: Problem): void => context.addIssue(issueOf(name, found));
    if (og && !definition.og) refuse("og", problem("no-originals", { challenge: definition.label }));
    const draft: Draft = { map: "", ...emptySlots() };
    for (const [name, field] of submittedFields(definition)) {
      if (field.ogExtra && !og) continue;
      const text = given[name]?.trim() ?? "";
      try {
        if (text !== "") fillIn(field, text, draft);
        else if (!field.optional) refuse(name, about({ field: field.label }, fault("missing")));
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error;
        refuse(name, about({ field: field.label }, error.fault));
      }
    }
    return { ...draft, og };
  });
}
