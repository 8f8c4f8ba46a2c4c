import type { FieldBase, ValueKind } from "../kind.ts";

/** A yes-or-no fact: 1 or 0, or null if nobody has recorded it. */
export interface FactField extends FieldBase {
  readonly kind: "fact";
}

/** What a form sends for a fact that is not recorded. */
export const UNRECORDED = "unknown";

/** The values that programs send for No, besides leaving the field out. */
const NO = new Set(["0", "false", "no", "off"]);

/** Existing programs send it like a checkbox: present is 1, absent is 0 (SPEC section 3, "present is 1"). */
export const factKind: ValueKind<FactField, 0 | 1 | null> & { readonly none: 0 } = {
  read: (text) => (text === UNRECORDED ? null : NO.has(text.toLowerCase()) ? 0 : 1),
  schema: (z) => z.union([z.literal(0), z.literal(1)]).nullable(),
  none: 0,
  inWords: (value) => (value === 1 ? "Yes" : "No"),
};
