import type { ZodType, z } from "zod";
import type { Catalogue } from "../game/catalogue.ts";
import type { Nameable } from "../game/community-names.ts";
import { isFarBeyond, oneLine } from "../game/typed-text.ts";
import { type Fault, type FaultArguments, fault, forLog } from "../messages/index.ts";
import type { AttributeDraft, AttributeName, Completion, Zod } from "./attributes.ts";
import type { Condition, SortColumn } from "./condition.ts";

/** What every field of a definition has, whatever its kind. */
export interface FieldBase {
  /** The name that people read: on the form, and above the column unless `column` says otherwise. */
  readonly label: string;
  readonly column?: string;
  /** An OG extra: requested and shown only where the completion is an original. */
  readonly ogExtra?: boolean;
  /** May be left out of a submission. */
  readonly optional?: boolean;
}

/** A value on the wire and in a CSV. */
export type WireValue = string | number | boolean | null;

/** A submission's values by attribute, to be filled in. */
export interface Draft extends AttributeDraft {
  map: string;
}

/** Thrown for a value that does not fit its field's kind. The caller that had it read adds whose value it is. */
export class InvalidValue extends Error {
  override readonly name = "InvalidValue";
  readonly fault: Fault;
  constructor(...args: FaultArguments) {
    const problem = fault(...args);
    super(forLog(problem));
    this.fault = problem;
  }
}

/** A parameter of a list and its value. */
export type Filter = readonly [parameter: string, value: string];

/** A filter in words: "Tower: Absolute Zero". */
export interface FilterInWords {
  readonly label: string;
  readonly value: string;
}

/** The control for a filter beside the list. */
export type FilterControl =
  /** A name in any spelling, out of those that the index has. */
  | { readonly takes: "name"; readonly of: "tower" | "map" | "player" }
  | { readonly takes: "text"; readonly example: string }
  /** `none`: what it is called to choose none of them; "Any" by default. */
  | { readonly takes: "choice"; readonly choices: readonly string[]; readonly none?: string };

/** A list parameter that a kind adds to those of its fields. */
export interface KindFilter {
  /** Its label beside the list. */
  readonly label: string;
  /** Returns its text as people read it; by default the text itself. */
  describe?(text: string, catalogue: Catalogue): string;
  /** Its control; absent if only those who know the parameter use it. */
  readonly control?: FilterControl;
  /** Returns the filters that ask for the same today, if this is an older way to ask. Throws InvalidValue. */
  modernize?(text: string): readonly Filter[];
  /** Allows repeating the parameter, up to as many times as a completion can have. All of the values must match. */
  readonly places?: number;
  /** Returns the conditions for its texts: one text, unless it may be repeated. Throws InvalidValue. */
  read(texts: readonly string[], catalogue: Catalogue): readonly Condition[];
}

/** A key of the search box, written before a colon: a shorter name for a parameter of the list. */
export interface SearchKey {
  /** Returns the parameter that it stands for, and the value there; null if there is no such value. */
  readonly to: (value: string) => Filter | null;
  /** Returns the value that stands for a filter; null if another key does, or none. */
  readonly from: (filter: Filter) => string | null;
  /** What its value is a name of, in which case any spelling will do. */
  readonly names?: "tower" | "map";
  /** A value that somebody might ask for. */
  readonly example: string;
  /** What it finds, as a line of a table. */
  readonly says: string;
}

/** Makes a key that stands for one parameter. */
export const keyFor = (parameter: string, key: Omit<SearchKey, "to" | "from">): SearchKey => ({
  ...key,
  to: (value) => [parameter, value],
  from: ([name, value]) => (name === parameter ? value : null),
});

/** One kind of value, whatever noun has it: how its text is read, and what it is on the wire. */
export interface ValueKind<Field extends FieldBase, Value> {
  /** Returns how long a submitted text may be, in characters: longer ones are refused unread. 200 by default. */
  longest?(field: Field): number;
  /** Brings a submitted text into shape (domain/game/typed-text.ts) before it is read; `oneLine` by default. */
  readonly tidy?: (text: string) => string;
  /** Reads a submitted text, which is tidied and not empty. Throws InvalidValue. */
  readonly read: (text: string, field: Field, catalogue: Catalogue) => Value;
  /**
   * Returns the schema of a value that is present. The caller passes zod in, so that code that only shows values does
   * not load it.
   */
  schema(zod: Zod, field: Field): ZodType<WireValue>;
  /** The value of an empty text where the field may be left out; null by default. */
  readonly none?: Value;
  /** Returns the value as it reads on its own or within a sentence; by default the value as it is. */
  inWords?(value: NonNullable<WireValue>, field: Field): string;
}

/**
 * One kind of field of completions: everything about it except how it looks, which is in cells.tsx and inputs.tsx. A
 * challenge's definition names only the kind and its options. Members with a safe default may be left out; the
 * compiler asks for the others.
 */
export interface FieldKind<Field extends FieldBase, Value = unknown>
  extends Omit<ValueKind<Field, Value>, "read"> {
  /** Null for fields that a submission does not carry. */
  readonly read: ValueKind<Field, Value>["read"] | null;
  /** Where its value is stored; null if that is not an attribute: the map, and what the index itself adds. */
  readonly attribute: AttributeName | null;
  /** Returns the value on the wire. */
  present(completion: Completion, field: Field): WireValue;
  /** Whether a completion may have none, in which case it is null on the wire. */
  readonly nullable?: true;
  /** Returns what a query parameter of this field asks for. Throws InvalidValue if the text does not fit the kind. */
  filter(text: string, field: Field, catalogue: Catalogue): Condition;
  /** What people read beside a filter of this field; by default the field's label. */
  readonly filterLabel?: string;
  /** Returns what a filter of this field says to people; by default its text. */
  describeFilter?(text: string, field: Field, catalogue: Catalogue): string;
  /**
   * Returns the control for such a filter; absent if only those who know the parameter use it, or a KindFilter has it.
   */
  filterControl?(field: Field): FilterControl;
  /** Returns the filters that ask for the same by a newer parameter. */
  modernize?(text: string): readonly Filter[];
  /** Returns the column that sorts by this field, or null where no order makes sense. */
  sort(field: Field): SortColumn | null;
  /** Returns the additional parameters, by name, of a list with fields of this kind. A field of the same name wins. */
  filters?(fields: readonly Field[]): Readonly<Record<string, KindFilter>>;
  /** Returns the search box's keys for a field of this kind, by name. */
  searchKeys?(name: string): Readonly<Record<string, SearchKey>>;
  /** Additional sort orders, by name. */
  readonly sorts?: Readonly<Record<string, SortColumn>>;
  /** Returns the value that its value on the wire stands for; by default that value itself. */
  fromWire?(wire: NonNullable<WireValue>): Value;
  /** Stores a value; by default it becomes the whole value of its attribute. Throws InvalidValue. */
  store?(value: Value, field: Field, draft: Draft): void;
  /** Whether the public history shows it. */
  isPublic(field: Field): boolean;
  /** How freely people write it. Lines and Markdown are checked against the list of unwelcome words. */
  readonly freeText: "none" | "line" | "markdown";
  /** Whether files of rows that are still used are older, so that they may lack its column. */
  readonly mayLackColumn?: true;
  /** Where the form asks for it, if not among the other fields: with the proof, in the box for the code, or at the end. */
  readonly formSection?: "proof" | "code" | "end";
  /** Returns what an empty form starts with; nothing by default. */
  initialText?(field: Field): string;
}

/** A kind that submissions of completions carry and other nouns have as well. */
export type SharedKind<Field extends FieldBase, Value> = FieldKind<Field, Value> & ValueKind<Field, Value>;

/** The default of `ValueKind.longest`. */
export const MAX_TEXT = 200;

/** Writes an entry of a parallel list, padding with null up to it. */
export function writeAt<Value>(list: (Value | null)[], position: number, value: Value): void {
  while (list.length < position) list.push(null);
  list[position] = value;
}

/** Returns a submitted text as its kind reads it; unchanged if it is so long that it will be refused. */
export function tidied<Field extends FieldBase>(
  { longest, tidy = oneLine }: Pick<FieldKind<Field>, "longest" | "tidy">,
  text: string,
  field: Field,
): string {
  return isFarBeyond(text, longest?.(field) ?? MAX_TEXT) ? text : tidy(text);
}

/** Reads a submitted text, which is tidied and not empty, by a kind that takes texts. Throws InvalidValue. */
export function readBounded<Field extends FieldBase, Value>(
  { longest, read }: Pick<FieldKind<Field, Value>, "longest" | "read">,
  text: string,
  field: Field,
  catalogue: Catalogue,
): Value | undefined {
  const most = longest?.(field) ?? MAX_TEXT;
  if (text.length > most) throw new InvalidValue("too-long", { most });
  return read?.(text, field, catalogue);
}

/**
 * The key by which a schema says that its text names a tower or a map. The API spells such texts as `names` asks
 * (app/api/names-on-the-wire.server.ts), and its description says which they are.
 */
export const NAMES = "x-names";

/** Returns the schema of the name of a tower or a map. */
export const wireName = (zod: Zod, kind: Nameable): z.ZodString => zod.string().meta({ [NAMES]: kind });

/** Returns the schema of names that are sent as the JSON text of an array. */
export const wireNames = (zod: Zod, kind: Nameable): z.ZodString =>
  zod.string().meta({
    contentMediaType: "application/json",
    contentSchema: { type: "array", items: { type: "string", [NAMES]: kind } },
    [NAMES]: kind,
  });
