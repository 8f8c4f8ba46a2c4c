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

/** Of a field's text in an address, in characters. */
const MOST_GIVEN = 500;

/** What an empty form starts with, as each field's kind says. */
export function emptyTexts(definition: ChallengeDefinition): Texts {
  return Object.fromEntries(
    submittedFields(definition).map(([name, field]) => [name, kindOf(field).start?.(field) ?? ""]),
  );
}

/** The fields of the form that its address may fill in: what a completion is, neither its proof nor what is said of it. */
export const givenInAddress = (definition: ChallengeDefinition): readonly string[] =>
  formFields(definition).main.map(([name]) => name);

/** What a form starts with whose address says some of it. Whoever sends it has seen it: nothing is checked here. */
export function textsOfAddress(definition: ChallengeDefinition, given: URLSearchParams): Texts {
  const known = givenInAddress(definition).flatMap((name) => {
    const text = given.get(name)?.slice(0, MOST_GIVEN).trim();
    return text ? [[name, text] as const] : [];
  });
  return { ...emptyTexts(definition), ...Object.fromEntries(known) };
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
