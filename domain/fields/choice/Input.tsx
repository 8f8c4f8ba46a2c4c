import { NOT_KNOWN, nameOfChoice, nameOfType } from "../../game/counted.ts";
import { Select } from "../controls.tsx";
import type { InputProps, ValueInputProps } from "../props.ts";
import { type ChoiceField, type FactField, UNRECORDED } from "./kind.ts";

interface FewProps extends ValueInputProps<{ readonly label: string }> {
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

/** Renders a choice of a few values as the browser's own select. */
const Few = ({ name, field, value, onChange, error, required, data }: FewProps) => (
  <Select
    name={name}
    label={field.label}
    withAsterisk={required}
    data={data}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={error}
  />
);

export function FewInput(props: ValueInputProps<ChoiceField>) {
  const choices = props.field.choices.map((choice) => ({ value: choice, label: nameOfChoice(choice) }));
  return <Few {...props} data={[{ value: "", label: "Choose one" }, ...choices]} />;
}

/** The first choice is the default. */
export function CompletionTypeInput(props: InputProps<"completiontype">) {
  const choices = props.field.choices.map((choice) => ({ value: choice, label: nameOfType(choice) }));
  return <Few {...props} required={false} data={choices} />;
}

/** Renders a choice of Yes, No, or not recorded. */
export function FactInput(props: ValueInputProps<FactField>) {
  const choices = [
    { value: UNRECORDED, label: nameOfChoice(NOT_KNOWN) },
    { value: "1", label: "Yes" },
    { value: "0", label: "No" },
  ];
  return <Few {...props} required={false} data={choices} />;
}
