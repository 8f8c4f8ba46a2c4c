import { counted } from "../../game/counted.ts";
import { TextInput } from "../controls.tsx";
import type { InputProps } from "../input-props.ts";

export function MoneyInput({ name, field, value, onChange, error, required }: InputProps<"money">) {
  return (
    <TextInput
      name={name}
      label={field.label}
      description={`A whole number from 0 to ${counted(field.max)}`}
      type="number"
      min={0}
      max={field.max}
      step={1}
      inputMode="numeric"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      withAsterisk={required}
    />
  );
}
