import { TextInput } from "@mantine/core";
import type { InputProps } from "../input-props.ts";

export function MoneyInput({ name, field, value, onChange, error, required }: InputProps<"money">) {
  return (
    <TextInput
      name={name}
      label={field.label}
      description={`A whole number from 0 to ${field.max.toLocaleString("en-US")}`}
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
