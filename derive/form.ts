import type { ChallengeDefinition } from "../challenges/define.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { submittedFields } from "./fields.ts";

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
  const fields = submittedFields(definition);
  const placed = (place: "proof" | "end" | undefined) =>
    fields.filter(([, field]) => !field.ogExtra && kindOf(field).place === place);
  const companions: Partial<Record<Field["kind"], string>> = {};
  for (const [name, { kind }] of fields) companions[kind] ??= name;
  return {
    main: placed(undefined),
    ogExtras: fields.filter(([, field]) => field.ogExtra),
    notes: placed("end"),
    companions,
  };
}

/** What an empty form starts with, as each field's kind says. */
export function emptyTexts(definition: ChallengeDefinition): Texts {
  return Object.fromEntries(
    submittedFields(definition).map(([name, field]) => [name, kindOf(field).start?.(field) ?? ""]),
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
