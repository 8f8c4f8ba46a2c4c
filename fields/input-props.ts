import type { Field } from "./index.ts";

/** Something to choose, and what else it is known by: abbreviations and other spellings. */
export interface Choice {
  readonly name: string;
  readonly spellings: readonly string[];
}

/** What an input gets: the field, its text as it travels, and what it needs of the form around it. */
export interface InputProps<Kind extends Field["kind"] = Field["kind"]> {
  /** The wire's name: of the input and of the text. */
  readonly name: string;
  readonly field: Extract<Field, { kind: Kind }>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with it, a sentence. */
  readonly error: string | null;
  readonly required: boolean;
  /** The maps that the index knows. */
  readonly maps: readonly Choice[];
  /** The wire names of the form's other fields by kind: for one that is filled in beside another. */
  readonly companions: Readonly<Partial<Record<Field["kind"], string>>>;
  /** All texts of the form by wire name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly setText: (name: string, value: string) => void;
}
