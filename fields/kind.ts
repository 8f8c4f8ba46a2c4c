import type { Completion } from "./completion.ts";
import type { Condition, SortColumn } from "./condition.ts";

/** What every field of a definition has, whatever its kind. */
export interface FieldBase {
  /** As people read it: on the form, and over the column unless `column` says otherwise. */
  readonly label: string;
  readonly column?: string;
  /** An OG extra: asked for and shown where the completion is an original. */
  readonly ogExtra?: boolean;
  /** May be left out of a submission. */
  readonly optional?: boolean;
}

export type WireValue = string | number | boolean | null;

/** A submission's values by storage slot, what `write` of a field kind fills in. */
export interface Draft {
  map: string;
  towers: string[];
  upgrades: (string | null)[];
  people: string[];
  money: number | null;
  completionType: string | null;
  version: string | null;
  date: string | null;
  notes: string;
  link: string | null;
}

/** A value that is not of its field's kind. The message is a sentence's end: "is not …". */
export class InvalidValue extends Error {
  override readonly name = "InvalidValue";
}

/**
 * The behaviour of one kind of field. Storage, validation, filter, order and text of a kind stand together here;
 * a challenge's definition only names the kind and its options.
 */
export interface FieldKind<Field extends FieldBase> {
  /** The value on the wire. */
  present(completion: Completion, field: Field): WireValue;
  /** What a query parameter of this field asks for. Throws InvalidValue when the text is not of the kind. */
  filter(text: string, field: Field): Condition;
  /** The column that orders by this field, or null where no order makes sense. */
  sort(field: Field): SortColumn | null;
  /**
   * Checks one submitted text and puts it into its slot. The text is trimmed and not empty. Throws InvalidValue.
   * Null for fields that a submission does not carry.
   */
  write: ((text: string, field: Field, draft: Draft) => void) | null;
}

/** Longest text that any single field takes, in characters. */
export const MAX_TEXT = 200;

/** Writes an entry of a parallel list, padding with null up to it. */
export function place<Value>(list: (Value | null)[], position: number, value: Value): void {
  while (list.length < position) list.push(null);
  list[position] = value;
}

/** Refuses texts that are longer than a field of this kind ever is. */
export function checkLength(text: string, most = MAX_TEXT): string {
  if (text.length > most) throw new InvalidValue(`is longer than ${most} characters`);
  return text;
}
