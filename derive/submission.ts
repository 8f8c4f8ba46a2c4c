import { z } from "zod";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { fillIn } from "../fields/index.ts";
import { type Draft, InvalidValue } from "../fields/kind.ts";
import { emptySlots } from "../fields/slots.ts";
import { submittedFields } from "./fields.ts";

/** A form's texts, checked and put into their slots. */
export interface Submission extends Draft {
  readonly og: boolean;
}

/**
 * The schema of a challenge's form, the same for the page and for the server: texts by wire name, `og` being "on" for a
 * completion that claims to be an original. Every field is trimmed; a missing optional one keeps its empty slot; OG
 * extras count only for an original and are required there. Each issue's path is the field's wire name, its message a
 * sentence to be read at the field.
 */
export function submissionSchema(
  definition: ChallengeDefinition,
): z.ZodType<Submission, Record<string, string | undefined>> {
  const texts = z.record(z.string(), z.string().optional());
  return texts.transform((given, context) => {
    const og = given.og === "on";
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: "custom", path: [field], message });
    if (og && !definition.og) refuse("og", `${definition.label} has no OG completions.`);
    const draft: Draft = { map: "", ...emptySlots() };
    for (const [name, field] of submittedFields(definition)) {
      if (field.ogExtra && !og) continue;
      const text = given[name]?.trim() ?? "";
      try {
        if (text !== "") fillIn(field, text, draft);
        else if (!field.optional) refuse(name, `${field.label} is missing.`);
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error;
        refuse(name, `${field.label} ${error.message}.`);
      }
    }
    return { ...draft, og };
  });
}
