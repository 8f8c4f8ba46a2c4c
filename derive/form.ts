import type { ChallengeDefinition } from "../challenges/define.ts";
import { type Field, isSubmitted } from "../fields/index.ts";
import { rowFields } from "./fields.ts";

/** What a form fills in: texts by wire name, as they travel. */
export type Texts = Readonly<Record<string, string>>;

/** A challenge's form: its fields in order, the OG's extras apart, notes last. The proof stands between them. */
export interface FormFields {
  readonly main: readonly (readonly [string, Field])[];
  readonly ogExtras: readonly (readonly [string, Field])[];
  readonly notes: readonly (readonly [string, Field])[];
  /** The first wire name of each kind. */
  readonly companions: Readonly<Partial<Record<Field["kind"], string>>>;
}

export function formFields(definition: ChallengeDefinition): FormFields {
  const fields = rowFields(definition).filter(([, field]) => isSubmitted(field) && field.kind !== "link");
  const companions: Partial<Record<Field["kind"], string>> = {};
  for (const [name, { kind }] of fields) companions[kind] ??= name;
  return {
    main: fields.filter(([, field]) => !field.ogExtra && field.kind !== "notes"),
    ogExtras: fields.filter(([, field]) => field.ogExtra),
    notes: fields.filter(([, field]) => field.kind === "notes"),
    companions,
  };
}

/** What an empty form starts with: the first of a field's choices, and nothing else. */
export function emptyTexts(definition: ChallengeDefinition): Texts {
  return Object.fromEntries(
    rowFields(definition)
      .filter(([, field]) => isSubmitted(field))
      .map(([name, field]) => [name, field.kind === "completiontype" ? (field.choices[0] ?? "") : ""]),
  );
}

/** A row of the API as the texts of its form. */
export function textsOfRow(definition: ChallengeDefinition, row: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(
    Object.entries(emptyTexts(definition)).map(([name, empty]) => {
      const value = row[name];
      return [name, value === null || value === undefined ? empty : String(value)];
    }),
  );
}
