import type { InputProps, ValueInputProps } from "../props.ts";
import { LongText } from "../text/LongText.tsx";
import { MAX_NOTES, type RemarkField } from "./kind.ts";

/** 5 rows by 40 columns (SPEC section 9). */
export function NotesInput({ name, field, value, onChange, error }: InputProps<"notes">) {
  return (
    <LongText
      name={name}
      label={field.label}
      description="Please specify the challenge code here. Markdown works: links, lists, tables, **bold**."
      rows={5}
      cols={40}
      maxLength={MAX_NOTES}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

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
