import { ChoiceInput } from "../choice/ChoiceInput.tsx";
import type { InputProps } from "../input-props.ts";

export function MapInput({ field, maps, ...props }: InputProps<"map">) {
  return <ChoiceInput {...props} label={field.label} choices={maps} />;
}
