import { useId } from "react";
import { TextInput } from "../controls.tsx";
import type { ValueInputProps } from "../props.ts";
import { LineInput } from "../text/Input.tsx";
import type { VersionField } from "./kind.ts";

/** Renders an input for a version. If some are known, the browser suggests them, and any other can be typed. */
export function VersionInput({ choices, ...props }: ValueInputProps<VersionField>) {
  const id = useId();
  if (choices.length === 0)
    return <LineInput {...props} typing={{ placeholder: "44.1", inputMode: "decimal" }} />;
  const { name, field, value, onChange, error, required } = props;
  return (
    <>
      <TextInput
        name={name}
        label={field.label}
        description="Choose a version or type a new one"
        list={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        withAsterisk={required}
        maxLength={20}
        autoComplete="off"
      />
      <datalist id={id}>
        {choices.map((choice) => (
          <option key={choice.name} value={choice.name} />
        ))}
      </datalist>
    </>
  );
}
