import { Autocomplete } from "@mantine/core";
import type { ValueInputProps } from "../input-props.ts";
import { LineInput } from "../text/Input.tsx";
import type { VersionField } from "./kind.ts";

/** A version; where some are known, they are offered and any other can be typed. */
export function VersionInput({ choices, ...props }: ValueInputProps<VersionField>) {
  if (choices.length === 0)
    return <LineInput {...props} typing={{ placeholder: "44.1", inputMode: "decimal" }} />;
  const { name, field, value, onChange, error, required } = props;
  return (
    <Autocomplete
      name={name}
      label={field.label}
      description="One that is there, or a new one"
      data={choices.map((choice) => choice.name)}
      value={value}
      onChange={onChange}
      error={error}
      withAsterisk={required}
      limit={20}
      maxLength={20}
    />
  );
}
