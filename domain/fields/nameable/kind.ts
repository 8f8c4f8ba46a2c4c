import type { FieldBase, ValueKind } from "../kind.ts";

/** A tower type, an upgrade, a hero or a map, by any spelling; the database knows which maps and spellings exist. */
export interface NameableField extends FieldBase {
  readonly kind: "nameable";
}

export const nameableKind: ValueKind<NameableField, string> = {
  read: (text) => text,
  schema: (z) => z.string(),
};
