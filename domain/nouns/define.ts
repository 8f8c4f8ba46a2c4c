import { UNRECORDED } from "../fields/choice/kind.ts";
import type { FieldBase, ValueKind, WireValue } from "../fields/kind.ts";
import { NOUN_KINDS } from "../fields/kinds.ts";
import { NOT_KNOWN } from "../game/counted.ts";

type Kinds = typeof NOUN_KINDS;

/**
 * A field of something that helpers maintain: a map, a CHIMPS start, a balance change. A noun's definition lists its
 * fields by wire name; the form, pages, history, answers and their description, and the columns of its table derive
 * from that.
 */
export type NounField = {
  [Name in keyof Kinds]: Kinds[Name] extends ValueKind<infer Of, unknown>
    ? Of & { readonly kind: Name }
    : never;
}[keyof Kinds] & {
  /** The column in its table, if it is not named like the field. */
  readonly storedAs?: string;
  /** The form requires it, but it may be missing, and null, in data from elsewhere. */
  readonly unrecorded?: true;
};

export type NounFields = Readonly<Record<string, NounField>>;

type KindOf<Of extends NounField> = Kinds[Of["kind"]];

/** The type of a field's value; it includes null if the field is optional or may not have been recorded. */
export type ValueOf<Of extends NounField> =
  | (Of extends { choices: readonly (infer Choice)[] }
      ? Choice
      : KindOf<Of> extends ValueKind<infer _, infer Value>
        ? Value
        : never)
  | (Of extends { optional: true } ? (KindOf<Of> extends { none: WireValue } ? never : null) : never)
  | (Of extends { unrecorded: true } ? null : never);

/** The values of one thing, by wire name. */
export type ValuesOf<Fields extends NounFields> = {
  readonly [Name in keyof Fields]: ValueOf<Fields[Name]>;
};

/** The columns that store a definition's values. */
export type ColumnsOf<Fields extends NounFields> = {
  [Name in keyof Fields as Fields[Name] extends { storedAs: infer Column extends string }
    ? Column
    : Name]: ValueOf<Fields[Name]>;
};

/** Returns the kind of a field. */
export function nounKindOf({ kind }: NounField): ValueKind<FieldBase, WireValue> {
  // Each kind takes only its own fields. The look-up by the field's kind ensures that, but TypeScript cannot see it.
  return NOUN_KINDS[kind] as unknown as ValueKind<FieldBase, WireValue>;
}

/** Whether a form may leave a field empty. */
export const mayBeEmpty = (field: NounField): boolean => field.optional === true;

/** The name of a field beside its value and in a sentence. */
export const nameOf = ({ column, label }: NounField): string => column ?? label;

/** Returns the columns with their fields' wire names. */
export const columnsOf = (fields: NounFields): readonly (readonly [name: string, column: string])[] =>
  Object.entries(fields).map(([name, { storedAs }]) => [name, storedAs ?? name]);

/** Returns the values of a thing by column, without those that are not given. */
export function rowOf<Fields extends NounFields>(
  fields: Fields,
  values: Partial<ValuesOf<Fields>>,
): ColumnsOf<Fields> {
  const given: Readonly<Record<string, unknown>> = values;
  return Object.fromEntries(
    columnsOf(fields).flatMap(([name, column]) => (given[name] === undefined ? [] : [[column, given[name]]])),
  ) as ColumnsOf<Fields>;
}

/** Returns the values of a thing by wire name, without anything else that the object has. */
export const valuesIn = <Fields extends NounFields>(
  fields: Fields,
  values: ValuesOf<Fields>,
): Readonly<Record<string, WireValue>> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, (values[name] ?? null) as WireValue]));

/** Returns the values of a thing by the names of its fields, as its history shows them. */
export function labelledValues<Fields extends NounFields>(
  fields: Fields,
  values: ValuesOf<Fields>,
): Readonly<Record<string, WireValue>> {
  const shown = (field: NounField, value: WireValue): WireValue =>
    field.kind === "fact" && value !== null ? value === 1 : value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [nameOf(field), shown(field, values[name] as WireValue)]),
  );
}

/** Returns the name of each field, by wire name. */
export function namesOf<Fields extends NounFields>(
  fields: Fields,
): { readonly [Name in keyof Fields]: string } {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, nameOf(field)])) as {
    [Name in keyof Fields]: string;
  };
}

/** Returns the texts that a form starts with: empty, or what is recorded. */
export function textsOf<Fields extends NounFields>(
  fields: Fields,
  recorded: ValuesOf<Fields> | null,
): Readonly<Record<string, string>> {
  const textOf = (field: NounField, value: WireValue): string =>
    value === null && field.kind === "fact" ? UNRECORDED : String(value ?? "");
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      textOf(field, (recorded?.[name] ?? null) as WireValue),
    ]),
  );
}

/** Returns a value as people read it. */
export function inWords(field: NounField, value: WireValue): string {
  if (value === null || value === "") return NOT_KNOWN;
  return nounKindOf(field).inWords?.(value, field) ?? String(value);
}
