import { type FieldBase, InvalidValue, type ValueKind } from "../kind.ts";

/** A count of something: a whole number from 0 upwards. */
export interface WholeField extends FieldBase {
  readonly kind: "whole";
}

export const wholeKind: ValueKind<WholeField, number> = {
  read(text) {
    if (!/^\d{1,6}$/.test(text)) throw new InvalidValue("not-a-whole-number");
    return Number(text);
  },
  schema: (z) => z.int().min(0),
};
