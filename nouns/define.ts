import { UNRECORDED } from "../fields/fact/kind.ts";
import type { FieldBase, ValueKind, WireValue } from "../fields/kind.ts";
import { NOUN_KINDS } from "../fields/kinds.ts";
import { NOT_KNOWN } from "../fields/not-known.ts";

type Kinds = typeof NOUN_KINDS;

/**
 * A field of something that helpers keep: a map, a CHIMPS start, a balance change. Its definition says by wire name which
 * fields it has; form, pages, history, answers and their description follow, and so do the columns of its table.
 */
export type NounField = {
  [Name in keyof Kinds]: Kinds[Name] extends ValueKind<infer Of, unknown>
    ? Of & { readonly kind: Name }
    : never;
}[keyof Kinds] & {
  /** The column of its table, where it is not called like the field. */
  readonly kept?: string;
  /** The form asks for it, but what came from elsewhere may lack it: then it is null. */
  readonly unrecorded?: true;
};

export type NounFields = Readonly<Record<string, NounField>>;

type KindOf<Of extends NounField> = Kinds[Of["kind"]];

/** What a field's value is; null where it is optional, or may not have been recorded. */
export type ValueOf<Of extends NounField> =
  | (Of extends { choices: readonly (infer Choice)[] }
      ? Choice
      : KindOf<Of> extends ValueKind<infer _, infer Value>
        ? Value
        : never)
  | (Of extends { optional: true } ? (KindOf<Of> extends { none: WireValue } ? never : null) : never)
  | (Of extends { unrecorded: true } ? null : never);

/** Everything that a definition says of one thing, by wire name. */
export type ValuesOf<Fields extends NounFields> = {
  readonly [Name in keyof Fields]: ValueOf<Fields[Name]>;
};

/** The columns that a definition is kept in. */
export type ColumnsOf<Fields extends NounFields> = {
  [Name in keyof Fields as Fields[Name] extends { kept: infer Kept extends string } ? Kept : Name]: ValueOf<
    Fields[Name]
  >;
};

/** All that a field's kind says. */
export function nounKindOf({ kind }: NounField): ValueKind<FieldBase, WireValue> {
  // Each kind takes its own fields alone, which a look-up by the field's own kind ensures and TypeScript cannot see.
  return NOUN_KINDS[kind] as unknown as ValueKind<FieldBase, WireValue>;
}

/** Whether a form may leave it empty. */
export const mayBeEmpty = (field: NounField): boolean => field.optional === true;

/** What a field is called beside its value, and in a sentence. */
export const nameOf = ({ column, label }: NounField): string => column ?? label;

/** The columns by their fields' wire names. */
export const columnsOf = (fields: NounFields): readonly (readonly [name: string, column: string])[] =>
  Object.entries(fields).map(([name, { kept }]) => [name, kept ?? name]);

/** What the columns of a thing hold; of values that are not given nothing. */
export function keptOf<Fields extends NounFields>(
  fields: Fields,
  values: Partial<ValuesOf<Fields>>,
): ColumnsOf<Fields> {
  const given: Readonly<Record<string, unknown>> = values;
  return Object.fromEntries(
    columnsOf(fields).flatMap(([name, column]) => (given[name] === undefined ? [] : [[column, given[name]]])),
  ) as ColumnsOf<Fields>;
}

/** The values of a thing by its fields' wire names, whatever else it has. */
export const valuesIn = <Fields extends NounFields>(
  fields: Fields,
  values: ValuesOf<Fields>,
): Readonly<Record<string, WireValue>> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, (values[name] ?? null) as WireValue]));

/** The values of a thing by what its fields are called: how its history tells them. */
export function toldOf<Fields extends NounFields>(
  fields: Fields,
  values: ValuesOf<Fields>,
): Readonly<Record<string, WireValue>> {
  const told = (field: NounField, value: WireValue): WireValue =>
    field.kind === "fact" && value !== null ? value === 1 : value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [nameOf(field), told(field, values[name] as WireValue)]),
  );
}

/** What each field is called, by its wire name. */
export function namesOf<Fields extends NounFields>(
  fields: Fields,
): { readonly [Name in keyof Fields]: string } {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, nameOf(field)])) as {
    [Name in keyof Fields]: string;
  };
}

/** The texts with which a form starts: empty, or what is recorded. */
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

/** A value as people read it. */
export function inWords(field: NounField, value: WireValue): string {
  if (value === null || value === "") return NOT_KNOWN;
  return nounKindOf(field).inWords?.(value, field) ?? String(value);
}
