import { TextInput, type TextInputProps } from "../controls.tsx";
import type { InputProps } from "../props.ts";
import classes from "./Input.module.css";

/** What a kind may set on its text input. */
type Typing = Pick<
  TextInputProps,
  "type" | "placeholder" | "inputMode" | "maxLength" | "min" | "max" | "step" | "description"
>;

export interface LineInputProps
  extends Pick<InputProps, "name" | "value" | "onChange" | "error" | "required" | "hint"> {
  readonly field: { readonly label: string };
  readonly typing?: Typing;
  /** Whether it is as wide as the form instead. */
  readonly isWide?: boolean;
}

/** A line of text, 20 characters wide (SPEC section 9). */
export function LineInput(props: LineInputProps) {
  const { name, field, value, onChange, error, required, hint, typing, isWide } = props;
  return (
    <TextInput
      name={name}
      label={field.label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={hint}
      error={error}
      withAsterisk={required}
      className={isWide ? undefined : classes.line}
      maxLength={200}
      autoComplete="off"
      {...typing}
    />
  );
}
