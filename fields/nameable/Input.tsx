import { ChoiceInput } from "../choice/ChoiceInput.tsx";
import type { ValueInputProps } from "../input-props.ts";
import type { NameableField } from "./kind.ts";

export function NameableInput({ field, ...props }: ValueInputProps<NameableField>) {
  return <ChoiceInput {...props} label={field.label} />;
}
