import type { ValueInputProps } from "../input-props.ts";
import { LongText } from "../text/LongText.tsx";
import type { RemarkField } from "./kind.ts";

export function RemarkInput({ name, field, value, onChange, error, required }: ValueInputProps<RemarkField>) {
  return (
    <LongText
      name={name}
      label={field.label}
      placeholder={field.placeholder}
      value={value}
      onChange={onChange}
      error={error}
      withAsterisk={required}
      rows={2}
      data-grows=""
      maxLength={field.max}
    />
  );
}
