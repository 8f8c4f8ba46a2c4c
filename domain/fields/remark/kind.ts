import type { FieldBase, ValueKind } from "../kind.ts";

/** A remark about something: plain text of several lines, empty if there is nothing to say. */
export interface RemarkField extends FieldBase {
  readonly kind: "remark";
  /** Maximum length, in characters. */
  readonly max: number;
  /** An example, shown while the field is empty. */
  readonly placeholder?: string;
}

export const remarkKind: ValueKind<RemarkField, string> & { readonly none: "" } = {
  longest: ({ max }) => max,
  read: (text) => text,
  schema: (z) => z.string(),
  none: "",
};
