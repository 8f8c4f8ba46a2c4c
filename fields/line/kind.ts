import { checkLength, type FieldBase, type ValueKind } from "../kind.ts";

/** A line of text. */
export interface LineField extends FieldBase {
  readonly kind: "line";
  /** Longest text, in characters. */
  readonly max: number;
}

export const lineKind: ValueKind<LineField, string> = {
  read: (text, { max }) => checkLength(text.replace(/[\r\n]+/g, " "), max),
  schema: (z) => z.string(),
};
