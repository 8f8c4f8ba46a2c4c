import { type FieldBase, InvalidValue, type ValueKind } from "../kind.ts";

/** A count of something: a whole number from 0 upwards. */
export interface WholeField extends FieldBase {
  readonly kind: "whole";
}

/** More than anything in the game is counted to. */
const MOST = 999_999;

export const wholeKind: ValueKind<WholeField, number> = {
  read(text) {
    if (!/^\d+$/.test(text)) throw new InvalidValue("not-a-whole-number");
    if (Number(text) > MOST) throw new InvalidValue("too-large-a-number", { most: MOST });
    return Number(text);
  },
  schema: (z) => z.int().min(0),
};
