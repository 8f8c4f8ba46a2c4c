import { TextInput, type TextInputProps } from "@mantine/core";
import type { InputProps } from "../input-props.ts";
import classes from "./Input.module.css";

/** How a kind has its line typed. */
type Typing = Pick<TextInputProps, "type" | "placeholder" | "inputMode">;

export interface LineInputProps
  extends Pick<InputProps, "name" | "value" | "onChange" | "error" | "required"> {
  readonly field: { readonly label: string };
  readonly typing?: Typing;
}

/** A line of text, 20 characters wide (SPEC section 9). */
export function LineInput({ name, field, value, onChange, error, required, typing }: LineInputProps) {
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
      {...typing}
    />
  );
}
