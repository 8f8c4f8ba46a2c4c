import { type FieldBase, type FieldKind, InvalidValue } from "../kind.ts";

/** Which of a challenge's alternate records a completion is. */
export interface CompletionTypeField extends FieldBase {
  readonly kind: "completiontype";
  /** The first is the default. */
  readonly choices: readonly string[];
}

/** As people read it: "OG" is spelled in capitals everywhere; the other types are words. */
export function nameOfType(type: string): string {
  return type === "og" ? "OG" : type.charAt(0).toUpperCase() + type.slice(1);
}

export const completionTypeKind: FieldKind<CompletionTypeField> = {
  present: ({ completionType }) => completionType,
  filter: (text) => ({ on: "completionType", completionType: text.toLowerCase() }),
  sort: () => "completion_type",
  write(text, { choices }, draft) {
    const choice = choices.find((each) => each === text.toLowerCase());
    if (!choice) throw new InvalidValue(`is none of ${choices.join(", ")}`);
    draft.completionType = choice;
  },
};
