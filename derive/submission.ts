import { z } from "zod";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { isSubmitted, writeField } from "../fields/index.ts";
import { type Draft, InvalidValue } from "../fields/kind.ts";
import { rowFields } from "./fields.ts";

/** The texts of a form by wire name. `og` is "on" for a completion that claims to be an original. */
export type SubmissionTexts = Readonly<Record<string, string | undefined>>;

/** A form's texts, checked and put into their slots. */
export interface Submission extends Draft {
  readonly og: boolean;
}

const emptyDraft = (): Draft => ({
  map: "",
  towers: [],
  upgrades: [],
  people: [],
  money: null,
  completionType: null,
  version: null,
  date: null,
  notes: "",
  link: null,
});

/**
 * The schema of a challenge's form, the same for the page and for the server. Every field is trimmed; a missing optional
 * one keeps its empty slot; OG extras count only for an original and are required there. Each issue's path is the
 * field's wire name, its message a sentence to be read at the field.
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
    const draft = emptyDraft();
    for (const [name, field] of rowFields(definition)) {
      if (!isSubmitted(field) || (field.ogExtra && !og)) continue;
      const text = given[name]?.trim() ?? "";
      try {
        if (text !== "") writeField(text, field, draft);
        else if (!field.optional) refuse(name, `${field.label} is missing.`);
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error;
        refuse(name, `${field.label} ${error.message}.`);
      }
    }
    return { ...draft, og };
  });
}
