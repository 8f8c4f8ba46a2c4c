import type { ChallengeDefinition } from "../challenges/define.ts";
import { isSubmitted, writeField } from "../fields/index.ts";
import { type Draft, InvalidValue } from "../fields/kind.ts";
import { rowFields } from "./fields.ts";

export interface Problem {
  readonly field: string;
  /** A sentence to be read at the field. */
  readonly message: string;
}

export type Checked =
  | { readonly draft: Draft; readonly problems: null }
  | { readonly draft: null; readonly problems: readonly Problem[] };

const EMPTY: Draft = {
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
};

/**
 * Checks the texts of a submission against the definition, the same for the form and for the server. Every field is
 * trimmed; a missing optional one keeps its empty slot; OG extras count only for an original and are required there.
 * `og` says whether it claims to be one.
 */
export function checkSubmission(
  definition: ChallengeDefinition,
  texts: Readonly<Record<string, string | undefined>>,
  og: boolean,
): Checked {
  const draft: Draft = { ...EMPTY, towers: [], upgrades: [], people: [] };
  const problems: Problem[] = [];
  if (og && !definition.og)
    problems.push({ field: "og", message: `${definition.label} has no OG completions.` });
  for (const [name, field] of rowFields(definition)) {
    if (!isSubmitted(field) || (field.ogExtra && !og)) continue;
    const text = texts[name]?.trim() ?? "";
    if (text === "") {
      if (!field.optional) problems.push({ field: name, message: `${field.label} is missing.` });
      continue;
    }
    try {
      writeField(text, field, draft);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems.push({ field: name, message: `${field.label} ${error.message}.` });
    }
  }
  return problems.length > 0 ? { draft: null, problems } : { draft, problems: null };
}
