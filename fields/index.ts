import type { Draft, FieldBase, FieldKind, WireValue } from "./kind.ts";
import { KINDS } from "./kinds.ts";

type Kinds = typeof KINDS;

/** A field of a definition: of any kind, with that kind's options. */
export type Field = {
  [Name in keyof Kinds]: Kinds[Name] extends FieldKind<infer Of> ? Of & { readonly kind: Name } : never;
}[keyof Kinds];

export type KindName = Field["kind"];

/** Whether there is a kind of this name. */
export const isKind = (name: string): boolean => Object.hasOwn(KINDS, name);

/** All that a field's kind says. */
export function kindOf(field: Field): FieldKind<FieldBase> {
  // Each kind takes its own fields alone, which a look-up by the field's own kind ensures and TypeScript cannot see.
  return KINDS[field.kind] as unknown as FieldKind<FieldBase>;
}

function put(field: Field, value: unknown, draft: Draft): void {
  const { put, slot } = kindOf(field);
  if (put) put(value, field, draft);
  else if (slot) Object.assign(draft, { [slot]: value });
}

/** Checks one submitted text and puts what it says into its slot. The text is trimmed and not empty. Throws InvalidValue. */
export function fillIn(field: Field, text: string, draft: Draft): void {
  put(field, kindOf(field).read?.(text, field), draft);
}

/** Puts a value of a row into its slot as it is, whatever is asked of a new one. Null leaves the slot empty. */
export function keep(field: Field, wire: WireValue, draft: Draft): void {
  if (wire !== null) put(field, kindOf(field).take?.(wire) ?? wire, draft);
}
