import { NativeSelect } from "@mantine/core";
import type { InputProps } from "../input-props.ts";
import { nameOfType } from "./name.ts";

/** The first choice is the default. */
export function CompletionTypeInput({ name, field, value, onChange, error }: InputProps<"completiontype">) {
  return (
    <NativeSelect
      name={name}
      label={field.label}
      data={field.choices.map((choice) => ({ value: choice, label: nameOfType(choice) }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
