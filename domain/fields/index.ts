import type { Catalogue } from "../game/catalogue.ts";
import { type Draft, type FieldBase, type FieldKind, readBounded, tidied, type WireValue } from "./kind.ts";
import { COMPLETION_KINDS } from "./kinds.ts";

type Kinds = typeof COMPLETION_KINDS;

/** A field of a definition: of any kind, with that kind's options. */
export type Field = {
  [Name in keyof Kinds]: Kinds[Name] extends FieldKind<infer Of> ? Of & { readonly kind: Name } : never;
}[keyof Kinds];

export type KindName = Field["kind"];

/** Returns whether there is a kind of this name. */
export const isKind = (name: string): boolean => Object.hasOwn(COMPLETION_KINDS, name);

/** Returns the kind of a field. */
export function kindOf(field: Field): FieldKind<FieldBase> {
  // Each kind takes only its own fields. The look-up by the field's own kind ensures that, which TypeScript cannot see.
  return COMPLETION_KINDS[field.kind] as unknown as FieldKind<FieldBase>;
}

function storeValue(field: Field, value: unknown, draft: Draft): void {
  const { store, attribute } = kindOf(field);
  if (store) store(value, field, draft);
  else if (attribute) Object.assign(draft, { [attribute]: value });
}

/** Returns a submitted text as its field's kind reads it. */
export const tidiedFor = (field: Field, text: string): string => tidied(kindOf(field), text, field);

/** Checks a submitted text, which is tidied and not empty, and puts its value into its attribute. Throws InvalidValue. */
export function fillIn(field: Field, text: string, draft: Draft, catalogue: Catalogue): void {
  storeValue(field, readBounded(kindOf(field), text, field, catalogue), draft);
}

/** Puts a row's value into its attribute as it is, without the checks for a new one. Null leaves the attribute empty. */
export function keep(field: Field, wire: WireValue, draft: Draft): void {
  if (wire !== null) storeValue(field, kindOf(field).fromWire?.(wire) ?? wire, draft);
}
