import { type FieldBase, type FieldKind, InvalidValue, keyFor } from "../kind.ts";
import { nameOfType } from "./name.ts";

/** Which of a challenge's alternate records a completion is. */
export interface CompletionTypeField extends FieldBase {
  readonly kind: "completiontype";
  /** The first is the default. */
  readonly choices: readonly string[];
  /** The type whose completions have no hero. */
  readonly heroless?: string;
}

export const completionTypeKind: FieldKind<CompletionTypeField, string> = {
  attribute: "completionType",
  present: ({ completionType }) => completionType,
  schema: (z) => z.string(),
  // An imported completion may have another type, which only its exact text finds.
  filter: (text, { choices }) => ({
    on: "attribute",
    attribute: "completionType",
    value: choices.find((each) => each === text.toLowerCase()) ?? text,
  }),
  sort: () => "completion_type",
  describeFilter: (text) => ({ value: nameOfType(text.toLowerCase()) }),
  filterControl: ({ choices }) => ({ takes: "choice", choices }),
  searchKeys: (name) => ({ type: keyFor(name, { example: "cheapest", says: "of this completion type" }) }),
  read(text, { choices }) {
    const choice = choices.find((each) => each === text.toLowerCase());
    if (!choice) throw new InvalidValue("not-a-choice", { choices });
    return choice;
  },
  isPublic: () => true,
  freeText: "none",
  initialText: ({ choices }) => choices[0] ?? "",
  inWords: (type) => nameOfType(String(type)),
};
