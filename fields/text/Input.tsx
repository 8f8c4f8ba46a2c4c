import { TextInput } from "@mantine/core";
import type { InputProps } from "../input-props.ts";
import classes from "./Input.module.css";

/** How a kind's text is typed. */
const KINDS: Partial<
  Record<
    InputProps["field"]["kind"],
    { type?: string; placeholder?: string; inputMode?: "numeric" | "decimal" }
  >
> = {
  date: { type: "date" },
  version: { placeholder: "44.1", inputMode: "decimal" },
  upgrade: { placeholder: "0-5-2" },
};

/** A line of text, 20 characters wide (SPEC section 9). */
export function LineInput({ name, field, value, onChange, error, required }: InputProps) {
  return (
    <TextInput
      name={name}
      label={field.label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      withAsterisk={required}
      classNames={{ input: classes.line }}
      maxLength={200}
      autoComplete="off"
      {...KINDS[field.kind]}
    />
  );
}
