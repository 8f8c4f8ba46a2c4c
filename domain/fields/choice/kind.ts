import { type FieldBase, InvalidValue, type ValueKind } from "../kind.ts";

/** One of a few fixed values. */
export interface ChoiceField extends FieldBase {
  readonly kind: "choice";
  readonly choices: readonly string[];
}

/** Capitalises a choice: "Beginner". */
export const nameOfChoice = (choice: string): string => choice.charAt(0).toUpperCase() + choice.slice(1);

export const choiceKind: ValueKind<ChoiceField, string> = {
  read(text, { choices }) {
    if (!choices.includes(text)) throw new InvalidValue("not-a-choice", { choices });
    return text;
  },
  schema: (z, { choices }) => z.enum(choices),
  inWords: (choice) => nameOfChoice(String(choice)),
};
