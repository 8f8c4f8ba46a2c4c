import { useId } from "react";
import controls from "../../../domain/fields/controls.module.css";

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface OptionGroup {
  readonly group: string;
  readonly items: readonly Option[];
}

interface Props {
  readonly name: string;
  readonly label: string;
  /** The URL's value; empty for no choice. */
  readonly value: string;
  /** The label for no choice: "All towers". */
  readonly none: string;
  readonly options: readonly (Option | OptionGroup)[];
}

const valuesOf = (option: Option | OptionGroup): string[] =>
  "group" in option ? option.items.map(({ value }) => value) : [option.value];

function optionsOf(options: readonly Option[]) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** A native select: it works without script and weighs nothing. A value that is not an option is added as one. */
export function SelectField({ name, label, value, none, options }: Props) {
  const isKnown = value === "" || options.flatMap(valuesOf).includes(value);
  const shown = isKnown ? options : [{ value, label: value }, ...options];
  const id = useId();
  return (
    <div className={controls.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value}>
        <option value="">{none}</option>
        {shown.map((option) =>
          "group" in option ? (
            <optgroup key={option.group} label={option.group}>
              {optionsOf(option.items)}
            </optgroup>
          ) : (
            optionsOf([option])
          ),
        )}
      </select>
    </div>
  );
}
