import { readDecimal } from "../../game/numbers.ts";
import { type FieldBase, InvalidValue, type ValueKind } from "../kind.ts";

/** A measurement from 0 upwards, in steps of 0.1. */
export interface DecimalField extends FieldBase {
  readonly kind: "decimal";
  readonly unit: string;
}

/** No path of the game is so long. */
const MOST = 100_000;

export const decimalKind: ValueKind<DecimalField, number> = {
  read(text) {
    const number = readDecimal(text);
    if (number === null || number >= MOST) throw new InvalidValue("not-a-decimal");
    return number;
  },
  schema: (z, { label }) => z.number().describe(`${label}.`),
  inWords: (value, { unit }) => `${value} ${unit}`,
};
