import { ChoiceInput } from "../choice/ChoiceInput.tsx";
import type { ValueInputProps } from "../input-props.ts";
import type { TowertypeField } from "./kind.ts";

export function TowertypeInput({ field, ...props }: ValueInputProps<TowertypeField>) {
  return <ChoiceInput {...props} label={field.label} />;
}
