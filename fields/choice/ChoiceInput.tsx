import { Select } from "@mantine/core";
import { useMemo } from "react";
import { nameKey } from "../../game/name-key.ts";
import type { Choice, RefusedChoice } from "../input-props.ts";

/** Choices shown at a time: the words that are typed narrow them. */
const MOST_SHOWN = 60;

/** Names that a box refuses, shown at a time: each with why. */
const MOST_REFUSED = 3;

interface Match {
  readonly name: string;
  /** 0: it is what was typed; 1: it begins so; 2: it holds all the words. */
  readonly rank: number;
}

/** The choices that a search means, the best first. */
function matchesOf(choices: readonly Choice[], search: string): readonly Match[] {
  const wanted = nameKey(search);
  if (wanted === "") return choices.map(({ name }) => ({ name, rank: 2 }));
  const words = search.trim().split(/\s+/u).map(nameKey);
  const rank = ({ name, spellings }: Choice): number => {
    const keys = [name, ...spellings].map(nameKey);
    if (keys.includes(wanted)) return 0;
    if (keys.some((key) => key.startsWith(wanted))) return 1;
    return words.every((word) => keys.some((key) => key.includes(word))) ? 2 : 3;
  };
  return choices
    .map((choice) => ({ name: choice.name, rank: rank(choice) }))
    .filter((each) => each.rank < 3)
    .sort((one, other) => one.rank - other.rank);
}

/** What a search shows: what can be chosen, behind what is rather meant and cannot. */
function found(choices: readonly Choice[], refused: readonly Choice[], search: string): readonly Match[] {
  const matches = matchesOf(choices, search);
  const best = matches[0]?.rank ?? 3;
  const meant = matchesOf(refused, search).filter(({ rank }) => rank < best);
  return [...meant.slice(0, MOST_REFUSED), ...matches];
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

const NONE: readonly RefusedChoice[] = [];

/** One of many names, found by typing a part of it, an abbreviation or another spelling. */
export function ChoiceInput({
  name,
  label,
  choices,
  refused = NONE,
  value,
  onChange,
  error,
  required,
}: ChoiceInputProps) {
  const options = useMemo(() => {
    const all = choices.map((choice) => choice.name);
    // What stands there already stays, even where it is no longer offered.
    const names = value !== "" && !all.includes(value) ? [value, ...all] : all;
    const told = refused.filter(({ name }) => name !== value);
    return [...names, ...told.map(({ name, why }) => ({ value: name, label: why, disabled: true }))];
  }, [choices, refused, value]);
  return (
    <Select
      name={name}
      label={label}
      data={options}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? "")}
      error={error}
      withAsterisk={required}
      searchable
      clearable={!required}
      allowDeselect={!required}
      selectFirstOptionOnChange
      limit={MOST_SHOWN}
      maxDropdownHeight={280}
      nothingFoundMessage="Nothing of that name"
      checkIconPosition="right"
      comboboxProps={{ withinPortal: false }}
      filter={({ options: all, search }) => {
        // An untouched box shows its value as the search: then everything is on offer.
        if (search === value) return all.filter((option) => !("disabled" in option && option.disabled));
        const order = new Map(found(choices, refused, search).map(({ name }, at) => [name, at]));
        return all
          .filter((option) => "value" in option && order.has(option.value))
          .sort((one, other) => placeOf(one, order) - placeOf(other, order));
      }}
    />
  );
}

const placeOf = (option: object, order: ReadonlyMap<string, number>): number =>
  "value" in option ? (order.get(String(option.value)) ?? 0) : 0;
