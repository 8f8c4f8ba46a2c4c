import { Checkbox, NumberInput, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { ChoiceInput } from "../choice/ChoiceInput.tsx";
import type { InputProps } from "../input-props.ts";
import { towerChoices } from "../tower/choices.ts";
import classes from "./Input.module.css";
import { MAX_TOWERS, refusalInSet, type TowersetField } from "./kind.ts";

/** The entries of a list that travels as JSON text; nothing typed yet is an empty list. */
function entriesIn(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map((entry) => (typeof entry === "string" ? entry : "")) : [];
  } catch {
    return [];
  }
}

const useOffer = (field: TowersetField) =>
  useMemo(() => towerChoices(field.label, (tower) => refusalInSet(field, tower)), [field]);

/** A set is ticked off; a list has as many rows as there are towers, each with its upgrades beside it. */
export function TowersetInput(props: InputProps<"towerset">) {
  return props.field.set ? <SetInput {...props} /> : <ListInput {...props} />;
}

function SetInput({ name, field, value, onChange, error, required }: InputProps<"towerset">) {
  const chosen = entriesIn(value);
  const { choices } = useOffer(field);
  return (
    <Checkbox.Group
      label={field.label}
      value={chosen}
      onChange={(towers) => onChange(towers.length === 0 ? "" : JSON.stringify(towers))}
      error={error}
      withAsterisk={required}
    >
      <div className={classes.set}>
        {choices.map((choice) => (
          <Checkbox key={choice.name} name={`${name}-choice`} value={choice.name} label={choice.name} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function ListInput({
  name,
  field,
  value,
  onChange,
  error,
  companions,
  texts,
  setText,
}: InputProps<"towerset">) {
  const towers = entriesIn(value);
  const upgradeset = companions.upgradeset;
  const upgrades = upgradeset === undefined ? [] : entriesIn(texts[upgradeset] ?? "");
  const offer = useOffer(field);

  function write(nextTowers: readonly string[], nextUpgrades: readonly string[]): void {
    onChange(JSON.stringify(nextTowers));
    if (upgradeset !== undefined)
      setText(upgradeset, JSON.stringify(nextTowers.map((_, at) => nextUpgrades[at] || null)));
  }
  function resize(count: number): void {
    const size = Math.min(Math.max(Math.trunc(count) || 0, 0), MAX_TOWERS);
    write(
      Array.from({ length: size }, (_, at) => towers[at] ?? ""),
      upgrades,
    );
  }
  const replaced = (list: readonly string[], at: number, text: string): string[] => {
    const next = Array.from({ length: Math.max(list.length, at + 1) }, (_, place) => list[place] ?? "");
    next[at] = text;
    return next;
  };

  return (
    <fieldset className={classes.list}>
      <legend>{field.label}</legend>
      <NumberInput
        label="Number of towers"
        value={towers.length}
        onChange={(count) => resize(Number(count))}
        min={0}
        max={MAX_TOWERS}
        clampBehavior="strict"
        allowDecimal={false}
        error={error}
      />
      {towers.map((tower, at) => (
        // A row is its place: there is nothing else that tells two rows apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className={classes.row}>
          <ChoiceInput
            name={`${name}-${at + 1}`}
            label={`Tower ${at + 1}`}
            {...offer}
            value={tower}
            onChange={(next) => write(replaced(towers, at, next), upgrades)}
            error={null}
            required
          />
          {upgradeset !== undefined && (
            <TextInput
              name={`${upgradeset}-${at + 1}`}
              label={`Upgrades ${at + 1}`}
              placeholder="0-5-2"
              maxLength={100}
              value={upgrades[at] ?? ""}
              onChange={(event) => write(towers, replaced(upgrades, at, event.currentTarget.value))}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}
