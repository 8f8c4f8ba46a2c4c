import { NativeSelect } from "@mantine/core";
import type { ValueInputProps } from "../input-props.ts";
import { type ChoiceField, nameOfChoice } from "./kind.ts";

export function FewInput({ name, field, value, onChange, error, required }: ValueInputProps<ChoiceField>) {
  return (
    <NativeSelect
      name={name}
      label={field.label}
      withAsterisk={required}
      data={[
        { value: "", label: "Choose one" },
        ...field.choices.map((choice) => ({ value: choice, label: nameOfChoice(choice) })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
