import { checkLength, type FieldBase, type ValueKind } from "../kind.ts";

/** What somebody has to say about something: plain text of several lines. Empty where there is nothing to say. */
export interface RemarkField extends FieldBase {
  readonly kind: "remark";
  /** Longest text, in characters. */
  readonly max: number;
  /** An example of one, shown while there is none. */
  readonly placeholder?: string;
}

export const remarkKind: ValueKind<RemarkField, string> & { readonly none: "" } = {
  read: (text, { max }) => checkLength(text, max),
  schema: (z) => z.string(),
  none: "",
};
