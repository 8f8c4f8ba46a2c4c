import { Textarea } from "@mantine/core";
import type { ValueInputProps } from "../input-props.ts";
import type { RemarkField } from "./kind.ts";

export function RemarkInput({ name, field, value, onChange, error, required }: ValueInputProps<RemarkField>) {
  return (
    <Textarea
      name={name}
      label={field.label}
      placeholder={field.placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      withAsterisk={required}
      autosize
      minRows={2}
      maxLength={field.max}
    />
  );
}
