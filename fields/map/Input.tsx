import { ChoiceInput } from "../choice/ChoiceInput.tsx";
import type { ValueInputProps } from "../input-props.ts";
import type { MapField } from "./kind.ts";

export function MapInput({ field, ...props }: ValueInputProps<MapField>) {
  return <ChoiceInput {...props} label={field.label} />;
}
