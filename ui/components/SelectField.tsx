import { NativeSelect } from "@mantine/core";

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
  /** What the URL says; empty for no choice. */
  readonly value: string;
  /** What no choice is called: "All towers". */
  readonly none: string;
  readonly options: readonly (Option | OptionGroup)[];
  readonly className?: string | undefined;
}

const valuesOf = (option: Option | OptionGroup): string[] =>
  "group" in option ? option.items.map(({ value }) => value) : [option.value];

/** The browser's own select: it works without script and weighs nothing. A value that is no option becomes one. */
export function SelectField({ name, label, value, none, options, className }: Props) {
  const isKnown = value === "" || options.flatMap(valuesOf).includes(value);
  const shown = isKnown ? options : [{ value, label: value }, ...options];
  return (
    <NativeSelect
      name={name}
      label={label}
      defaultValue={value}
      className={className}
      data={[
        { value: "", label: none },
        ...shown.map((option) => ("group" in option ? { ...option, items: [...option.items] } : option)),
      ]}
    />
  );
}
