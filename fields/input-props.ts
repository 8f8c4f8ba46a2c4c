import type { Field } from "./index.ts";

/** Something to choose, and what else it is known by: abbreviations and other spellings. */
export interface Choice {
  readonly name: string;
  readonly spellings: readonly string[];
  /** What it stands under in a list of them. */
  readonly group?: string;
  /** What its mark is drawn from (marks/packed.ts). */
  readonly mark?: { readonly of: "tower" | "map"; readonly packed: string };
}

/** Something that is there and that a field does not take. */
export interface RefusedChoice extends Choice {
  /** A sentence. */
  readonly why: string;
}

/** What the input of a value gets, whatever thing has it: the field and its text as it travels. */
export interface ValueInputProps<Of> {
  /** The wire's name: of the input and of the text. */
  readonly name: string;
  readonly field: Of;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with it, a sentence. */
  readonly error: string | null;
  readonly required: boolean;
  /** What the index has for such a field: its maps for a map, other spellings of towers for a tower. Mostly nothing. */
  readonly choices: readonly Choice[];
}

/** What an input of a completion's form gets besides: what it needs of the form around it. */
export interface InputProps<Kind extends Field["kind"] = Field["kind"]>
  extends ValueInputProps<Extract<Field, { kind: Kind }>> {
  /** The wire names of the form's other fields by kind: for one that is filled in beside another. */
  readonly companions: Readonly<Partial<Record<Field["kind"], string>>>;
  /** All texts of the form by wire name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly setText: (name: string, value: string) => void;
}
