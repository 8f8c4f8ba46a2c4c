import { Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { nameKey } from "../../game/name-key.ts";
import type { Choice, RefusedChoice } from "../input-props.ts";

/** Choices shown at a time: the words that are typed narrow them. */
const MOST_SHOWN = 60;

/** The choices that a search means: those that begin with it first, then those that hold all its words. */
function choicesFor<Of extends Choice>(choices: readonly Of[], search: string): readonly Of[] {
  const wanted = nameKey(search);
  if (wanted === "") return choices;
  const words = search.trim().split(/\s+/u).map(nameKey);
  const keys = ({ name, spellings }: Choice): string[] => [name, ...spellings].map(nameKey);
  const rank = (choice: Of): number => {
    const all = keys(choice);
    if (all.includes(wanted)) return 0;
    if (all.some((key) => key.startsWith(wanted))) return 1;
    return words.every((word) => all.some((key) => key.includes(word))) ? 2 : 3;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((each) => each.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice);
}

export interface ChoiceInputProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** What somebody may look for in vain: it says why. */
  readonly refused?: readonly RefusedChoice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly required: boolean;
}

/** One of many names, found by typing a part of it, an abbreviation or another spelling. */
export function ChoiceInput({
  name,
  label,
  choices,
  refused = [],
  value,
  onChange,
  error,
  required,
}: ChoiceInputProps) {
  const [search, setSearch] = useState("");
  const names = useMemo(() => {
    const all = choices.map((choice) => choice.name);
    // What stands there already stays, even where it is no longer offered.
    return value !== "" && !all.includes(value) ? [value, ...all] : all;
  }, [choices, value]);
  return (
    <Select
      name={name}
      label={label}
      data={names}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? "")}
      error={error}
      withAsterisk={required}
      searchable
      onSearchChange={setSearch}
      clearable={!required}
      allowDeselect={!required}
      selectFirstOptionOnChange
      limit={MOST_SHOWN}
      maxDropdownHeight={280}
      nothingFoundMessage={choicesFor(refused, search)[0]?.why ?? "Nothing of that name"}
      checkIconPosition="right"
      comboboxProps={{ withinPortal: false }}
      filter={({ options, search }) => {
        // An untouched box shows its value as the search: then everything is on offer.
        if (search === value) return options;
        const order = new Map(choicesFor(choices, search).map((choice, at) => [choice.name, at]));
        return options
          .filter((option) => "value" in option && order.has(option.value))
          .sort((one, other) => placeOf(one, order) - placeOf(other, order));
      }}
    />
  );
}

const placeOf = (option: object, order: ReadonlyMap<string, number>): number =>
  "value" in option ? (order.get(String(option.value)) ?? 0) : 0;
