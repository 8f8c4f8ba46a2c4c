import type { FieldBase, ValueKind } from "../kind.ts";
import { type LineField, lineKind } from "../line/kind.ts";
import { cash } from "../money/cash.ts";

/** What something costs, stored as it was written, since a number cannot always say it: "1000", "4000-?", "N/A". */
export interface CostField extends FieldBase, Pick<LineField, "max"> {
  readonly kind: "cost";
}

/** An amount, or a range to another amount or to an unknown one ("?"). */
const AMOUNTS = /^(\d{1,12})(?:(-)(\d{1,12}|\?))?$/;

const amount = (digits: string): string => (digits === "?" ? digits : cash(Number(digits)));

export const costKind: ValueKind<CostField, string> = {
  longest: ({ max }) => max,
  read: (text, field) => lineKind.read(text, { ...field, kind: "line" }),
  schema: (z) => z.string(),
  inWords(value) {
    const [, first, dash = "", last = ""] = AMOUNTS.exec(String(value)) ?? [];
    if (first === undefined) return String(value);
    return `${amount(first)}${dash}${last === "" ? "" : amount(last)}`;
  },
};
