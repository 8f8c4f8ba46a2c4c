import type { InputProps } from "../input-props.ts";
import { LongText } from "../text/LongText.tsx";
import { MAX_NOTES } from "./kind.ts";

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
