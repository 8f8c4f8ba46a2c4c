import { type FieldBase, InvalidValue, type ValueKind } from "../kind.ts";

/** A measurement from 0 upwards, in steps of 0.1. */
export interface DecimalField extends FieldBase {
  readonly kind: "decimal";
  readonly unit: string;
}

export const decimalKind: ValueKind<DecimalField, number> = {
  read(text) {
    if (!/^\d{1,5}(\.\d)?$/.test(text)) throw new InvalidValue("not-a-decimal");
    return Number(text);
  },
  schema: (z, { label }) => z.number().describe(`${label}.`),
  inWords: (value, { unit }) => `${value} ${unit}`,
};
