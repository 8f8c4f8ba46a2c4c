import type { FieldBase, FieldKind } from "../kind.ts";

/** The completion's id, under which its media are stored. */
export interface FilekeyField extends FieldBase {
  readonly kind: "filekey";
}

export const filekeyKind: FieldKind<FilekeyField> = {
  attribute: null,
  present: ({ id }) => id,
  schema: (z) => z.string().meta({ format: "uuid" }),
  filter: (text) => ({ on: "id", id: text.toLowerCase() }),
  sort: () => null,
  read: null,
  isPublic: () => false,
  freeText: "none",
};
