import type { ZodType, z } from "zod";
import { type Fault, fault, forLog, type ToldFault } from "../messages/index.ts";
import type { Completion } from "./completion.ts";
import type { Condition, SortColumn } from "./condition.ts";
import type { Draft as SlotDraft, SlotName } from "./slots.ts";

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

/** A value on the wire, and in a CSV. */
export type WireValue = string | number | boolean | null;

/** A submission's values by storage slot, to be filled in. */
export interface Draft extends SlotDraft {
  map: string;
}

export type Zod = typeof z;

/** A value that is not of its field's kind. Whose it is says whoever asked for it to be read. */
export class InvalidValue extends Error {
  override readonly name = "InvalidValue";
  readonly fault: Fault;
  constructor(...told: ToldFault) {
    const found = fault(...told);
    super(forLog(found));
    this.fault = found;
  }
}

/** A parameter of a list with its value. */
export type Filter = readonly [parameter: string, value: string];

/** A filter as people read it: "Tower: Absolute Zero". */
export interface ToldFilter {
  readonly label: string;
  readonly value: string;
}

/** How a filter is filled in beside the list. */
export type FilterBox =
  /** A name in any spelling, of those that the index has. */
  | { readonly takes: "name"; readonly of: "tower" | "map" | "player" }
  | { readonly takes: "text"; readonly example: string }
  | { readonly takes: "choice"; readonly choices: readonly string[] };

/** A parameter of a list that a kind adds to those of its fields. */
export interface KindFilter {
  /** As people read it beside the list. */
  readonly label: string;
  /** A text of it as people read it: as it is unless said otherwise. */
  told?(text: string): string;
  /** How it is filled in; absent: by those alone who know it. */
  readonly box?: FilterBox;
  /** What asks for the same, where this is an older way to ask. Throws InvalidValue. */
  newer?(text: string): readonly Filter[];
  /** It may be given more than once, and asks for all of them: for as many as a completion can have. */
  readonly places?: number;
  /** What its texts ask for: one, unless it may be repeated. Throws InvalidValue. */
  read(texts: readonly string[]): readonly Condition[];
}

/** What stands before a colon in the search box, and is a parameter of the list under a shorter name. */
export interface SearchKey {
  /** The parameter that it stands for, and the value there; null: there is no such value. */
  readonly to: (value: string) => Filter | null;
  /** The value that stands for a filter; null: another key does, or none. */
  readonly from: (filter: Filter) => string | null;
  /** What its value is a name of: then any spelling will do. */
  readonly names?: "tower" | "map";
  /** A value that somebody might ask for. */
  readonly example: string;
  /** What it finds, as a line of a table. */
  readonly says: string;
}

/** A key that stands for one parameter. */
export const keyFor = (parameter: string, key: Omit<SearchKey, "to" | "from">): SearchKey => ({
  ...key,
  to: (value) => [parameter, value],
  from: ([name, value]) => (name === parameter ? value : null),
});

/** One kind of value, whatever thing has it: how a text of it is read and what it is on the wire. */
export interface ValueKind<Field extends FieldBase, Value> {
  /** What a submitted text says, which is trimmed and not empty. Throws InvalidValue. */
  readonly read: (text: string, field: Field) => Value;
  /** The schema of a value that is there. Whoever asks brings zod: what only shows values does without. */
  schema(zod: Zod, field: Field): ZodType<WireValue>;
  /** What an empty text says where the field may be left out; null unless said otherwise. */
  readonly none?: Value;
  /** The value as it reads by itself or within a sentence; as it is unless said otherwise. */
  inWords?(value: NonNullable<WireValue>, field: Field): string;
}

/**
 * One kind of field of completions, all of it but how it looks: that is Cell.tsx and Input.tsx beside it. A challenge's
 * definition only names the kind and its options. What has a safe default may be left out; what has none the compiler asks
 * for.
 */
export interface FieldKind<Field extends FieldBase, Value = unknown>
  extends Omit<ValueKind<Field, Value>, "read"> {
  /** Null for fields that a submission does not carry. */
  readonly read: ValueKind<Field, Value>["read"] | null;
  /** Where its value is kept; null for what is no slot's: the map, and what the index itself adds. */
  readonly slot: SlotName | null;
  /** The value on the wire. */
  present(completion: Completion, field: Field): WireValue;
  /** Whether a completion may have none: then it is null on the wire. */
  readonly nullable?: true;
  /** What a query parameter of this field asks for. Throws InvalidValue when the text is not of the kind. */
  filter(text: string, field: Field): Condition;
  /** What a filter of this field says to people: its label and the text unless said otherwise. */
  told?(text: string, field: Field): Partial<ToldFilter>;
  /** How such a filter is filled in; absent: by those alone who know it, or as a KindFilter says. */
  box?(field: Field): FilterBox;
  /** What asks for the same by a newer parameter. */
  newer?(text: string): readonly Filter[];
  /** The column that orders by this field, or null where no order makes sense. */
  sort(field: Field): SortColumn | null;
  /** Parameters by name that a list with fields of this kind takes besides, unless a field is called the same. */
  filters?(fields: readonly Field[]): Readonly<Record<string, KindFilter>>;
  /** Keys of the search box for a field of this kind, by name. */
  keys?(name: string): Readonly<Record<string, SearchKey>>;
  /** Orders by name that it takes besides. */
  readonly sorts?: Readonly<Record<string, SortColumn>>;
  /** What its value on the wire stands for: that itself unless said otherwise. */
  take?(wire: NonNullable<WireValue>): Value;
  /** Puts a value where it is kept: it is its slot's whole value unless said otherwise. Throws InvalidValue. */
  put?(value: Value, field: Field, draft: Draft): void;
  /** Whether the public history shows it. */
  isPublic(field: Field): boolean;
  /** Whether people write it freely, so that it is held against the list of unwelcome words; Markdown is, too. */
  readonly freeText: "none" | "line" | "markdown";
  /** Where the form asks for it, if not among the fields: with the proof, or at the end. */
  readonly place?: "proof" | "end";
  /** What an empty form starts with; nothing unless said otherwise. */
  start?(field: Field): string;
}

/** A kind that a submission of a completion carries, and other things have as well. */
export type SharedKind<Field extends FieldBase, Value> = FieldKind<Field, Value> & ValueKind<Field, Value>;

/** Longest text that any single field takes, in characters. */
const MAX_TEXT = 200;

/** Writes an entry of a parallel list, padding with null up to it. */
export function place<Value>(list: (Value | null)[], position: number, value: Value): void {
  while (list.length < position) list.push(null);
  list[position] = value;
}

/** Refuses texts that are longer than a field of this kind ever is. */
export function checkLength(text: string, most = MAX_TEXT): string {
  if (text.length > most) throw new InvalidValue("too-long", { most });
  return text;
}
