import type { Catalogue } from "../game/catalogue.ts";
import type { Field } from "./index.ts";
import type { WireValue } from "./kind.ts";
import type { PackedMarks } from "./marks/packed.ts";

/** The props of a cell: the value on the wire, and what it needs from the page around it. */
export interface CellProps {
  readonly value: WireValue;
  /** The upgrades that the row records for a tower or a set of towers; null if none, or if the value is neither. */
  readonly upgrades: WireValue;
  readonly marks: PackedMarks;
  /**
   * Returns the address that a value links to, usually the list narrowed to it. Null where the page offers no such
   * link. The links are plain, because there may be hundreds: app/ui/components/use-own-links.ts follows them.
   */
  readonly narrowed: ((parameter: "tower" | "map" | "person", value: string) => string) | null;
}

/** A choice, and what else it is known by: abbreviations and other spellings. */
export interface Choice {
  readonly name: string;
  readonly spellings: readonly string[];
  /** The heading that it stands under in a list. */
  readonly group?: string;
  /** What its mark is drawn from (marks/packed.ts). */
  readonly mark?: { readonly of: "tower" | "map"; readonly packed: string };
}

/** Something that exists but that a field does not offer. */
export interface RefusedChoice extends Choice {
  /** A sentence. */
  readonly why: string;
  /** Whether the field accepts it all the same. */
  readonly isAccepted: boolean;
}

/** The props of any value's input: the field, and its text as it is sent. */
export interface ValueInputProps<Of> {
  /** The wire name, of the input and of its text. */
  readonly name: string;
  readonly field: Of;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with the value, as a sentence. */
  readonly error: string | null;
  readonly required: boolean;
  /** What is said below the input, such as where its value comes from. */
  readonly hint?: string | null;
  /** What the index has for such a field: its maps for a map, other spellings of towers for a tower. Usually empty. */
  readonly choices: readonly Choice[];
}

/** The props of an input in a completion's form, which also have what it needs from the form around it. */
export interface InputProps<Kind extends Field["kind"] = Field["kind"]>
  extends ValueInputProps<Extract<Field, { kind: Kind }>> {
  /** The wire names of the form's other fields by kind, for a field that is filled in together with another. */
  readonly companions: Readonly<Partial<Record<Field["kind"], string>>>;
  /** The wire names of the fields with one tower each, by position. */
  readonly towers: readonly string[];
  /** All texts of the form by wire name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly setText: (name: string, value: string) => void;
  readonly catalogue: Catalogue;
}
