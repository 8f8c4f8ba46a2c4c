import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, submittedFields } from "../challenges/fields.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { MAX_LINK } from "../fields/link/kind.ts";
import { webAddress } from "../game/typed-text.ts";

/** A form's texts by wire name, as they are sent. */
export type FormTexts = Readonly<Record<string, string>>;

/** A challenge's form: its fields in order, then the OG extras, the proof (which is not listed here), the code and the notes. */
export interface FormFields {
  readonly main: readonly (readonly [string, Field])[];
  readonly ogExtras: readonly (readonly [string, Field])[];
  readonly notes: readonly (readonly [string, Field])[];
  /** The field of the challenge code; null where the code is written into the notes. */
  readonly code: readonly [string, Field] | null;
  /** The wire name of the first field of each kind. */
  readonly companions: Readonly<Partial<Record<Field["kind"], string>>>;
  /** The wire names of the fields with one tower each, by position. */
  readonly towers: readonly string[];
}

export function formFields(definition: ChallengeDefinition): FormFields {
  const fields = submittedFields(definition);
  const inSection = (section: "proof" | "code" | "end" | undefined) =>
    fields.filter(([, field]) => !field.ogExtra && kindOf(field).formSection === section);
  const companions: Partial<Record<Field["kind"], string>> = {};
  for (const [name, { kind }] of fields) companions[kind] ??= name;
  return {
    main: inSection(undefined),
    ogExtras: fields.filter(([, field]) => field.ogExtra),
    notes: inSection("end"),
    code: inSection("code")[0] ?? null,
    companions,
    towers: fieldsOfKind(definition, "tower").map(([name]) => name),
  };
}

/** The longest text that an address may fill in for a field, in characters. */
const MOST_GIVEN = 500;

/** Returns the initial texts of an empty form, as each field's kind defines them. */
export function emptyTexts(definition: ChallengeDefinition): FormTexts {
  return Object.fromEntries(
    submittedFields(definition).map(([name, field]) => [name, kindOf(field).initialText?.(field) ?? ""]),
  );
}

/** The fields that a form's address may fill in: those that describe the completion, not its proof or its notes. */
export const givenInAddress = (definition: ChallengeDefinition): readonly string[] =>
  formFields(definition).main.map(([name]) => name);

/** Returns a form's initial texts, some from its address. Nothing is checked: whoever sends the form has seen it. */
export function textsOfAddress(definition: ChallengeDefinition, given: URLSearchParams): FormTexts {
  const known = givenInAddress(definition).flatMap((name) => {
    const text = given.get(name)?.slice(0, MOST_GIVEN).trim();
    return text ? [[name, text] as const] : [];
  });
  return { ...emptyTexts(definition), ...Object.fromEntries(known) };
}

/** The parameter of an edit form's address that fills in the link to the proof. */
export const PROPOSED_LINK = "link";

/** Returns the link that an edit form's address proposes; null if it proposes none, or what is no web address. */
export function linkOfAddress(given: URLSearchParams): string | null {
  const link = given.get(PROPOSED_LINK)?.trim() ?? "";
  return link.length > MAX_LINK || webAddress(link) === null ? null : link;
}

/** Returns an API row as the texts of its form. */
export function textsOfRow(
  definition: ChallengeDefinition,
  row: Readonly<Record<string, unknown>>,
): FormTexts {
  return Object.fromEntries(
    Object.entries(emptyTexts(definition)).map(([name, empty]) => {
      const value = row[name];
      return [name, value === null || value === undefined ? empty : String(value)];
    }),
  );
}
