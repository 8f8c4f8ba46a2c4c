import { NativeSelect } from "@mantine/core";
import { nameOfChoice } from "../choice/kind.ts";
import type { ValueInputProps } from "../input-props.ts";
import { NOT_KNOWN } from "../not-known.ts";
import { type FactField, UNRECORDED } from "./kind.ts";

/** Renders a choice of Yes, No, or not recorded. */
export function FactInput({ name, field, value, onChange, error }: ValueInputProps<FactField>) {
  return (
    <NativeSelect
      name={name}
      label={field.label}
      data={[
        { value: UNRECORDED, label: nameOfChoice(NOT_KNOWN) },
        { value: "1", label: "Yes" },
        { value: "0", label: "No" },
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
