import { useMemo, useState } from "react";
import { type Catalogue, LONGEST_NAME } from "../../game/catalogue.ts";
import { oneLine } from "../../game/typed-text.ts";
import { about, fault, say } from "../../messages/index.ts";
import { ChoiceInput } from "../choice/ChoiceInput.tsx";
import { Button, Checkbox, CheckboxGroup, TextInput } from "../controls.tsx";
import { TowerMark } from "../marks/TowerMark.tsx";
import type { Choice, InputProps } from "../props.ts";
import { towerChoices } from "../tower/choices.ts";
import { UpgradeBox } from "../upgrade/Input.tsx";
import classes from "./Input.module.css";
import { MAX_TOWERS, refusalInSet, type TowersetField } from "./kind.ts";

/** Returns the entries of a list that is sent as JSON text; empty if nothing is typed yet. */
function entriesIn(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map((entry) => (typeof entry === "string" ? entry : "")) : [];
  } catch {
    return [];
  }
}

const COUNT = "Number of towers";

const sayCount = (isTooMany: boolean): string =>
  say(
    about(
      { field: COUNT },
      isTooMany ? fault("too-large-a-number", { most: MAX_TOWERS }) : fault("not-a-whole-number"),
    ),
  );

/** What is in a set but in no list: it was recorded so, or is new in the game. */
const unlistedChoice = (name: string): Choice => ({ name, spellings: [] });

const useOffer = (field: TowersetField, spellings: readonly Choice[], catalogue: Catalogue) =>
  useMemo(
    () => towerChoices(field.label, catalogue, (tower) => refusalInSet(field, tower), spellings),
    [field, spellings, catalogue],
  );

/** Renders checkboxes for a set, and for a list as many rows as there are towers, each with its upgrades beside it. */
export function TowersetInput(props: InputProps<"towerset">) {
  return props.field.set ? <SetInput {...props} /> : <ListInput {...props} />;
}

function SetInput({
  name,
  field,
  value,
  onChange,
  error,
  required,
  choices: spellings,
  catalogue,
}: InputProps<"towerset">) {
  const chosen = entriesIn(value);
  const { choices } = useOffer(field, spellings, catalogue);
  const others = chosen.filter((each) => !choices.some((choice) => choice.name === each));
  const [other, setOther] = useState("");
  const typed = oneLine(other);
  function add(): void {
    setOther("");
    const found = catalogue.find(typed);
    const tower = found?.type ?? found?.name ?? typed;
    if (typed !== "" && !chosen.includes(tower)) choose(tower, true);
  }
  function choose(tower: string, isChosen: boolean): void {
    const towers = isChosen ? [...chosen, tower] : chosen.filter((each) => each !== tower);
    onChange(towers.length === 0 ? "" : JSON.stringify(towers));
  }
  return (
    <CheckboxGroup label={field.label} error={error} withAsterisk={required}>
      <div className={classes.set}>
        {[...choices, ...others.map(unlistedChoice)].map((choice) => (
          <Checkbox
            key={choice.name}
            name={`${name}-choice`}
            value={choice.name}
            checked={chosen.includes(choice.name)}
            onChange={({ currentTarget: { checked } }) => choose(choice.name, checked)}
            label={
              <span className={classes.type}>
                <TowerMark packed={choice.mark?.packed} />
                {choice.name}
              </span>
            }
          />
        ))}
      </div>
      <div className={classes.count}>
        <TextInput
          label="One that is not listed here"
          maxLength={LONGEST_NAME}
          autoComplete="off"
          value={other}
          onChange={(event) => setOther(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button disabled={typed === ""} onClick={add}>
          Add it
        </Button>
      </div>
    </CheckboxGroup>
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
  choices: spellings,
  catalogue,
}: InputProps<"towerset">) {
  const towers = entriesIn(value);
  const upgradeset = companions.upgradeset;
  const upgrades = upgradeset === undefined ? [] : entriesIn(texts[upgradeset] ?? "");
  const offer = useOffer(field, spellings, catalogue);
  /** A number of towers that is none. It stays as it was typed, and so do the towers. */
  const [typedCount, setTypedCount] = useState<string | null>(null);
  const isTooMany = typedCount !== null && /^\d+$/.test(typedCount);

  function write(nextTowers: readonly string[], nextUpgrades: readonly string[]): void {
    onChange(JSON.stringify(nextTowers));
    if (upgradeset !== undefined)
      setText(upgradeset, JSON.stringify(nextTowers.map((_, at) => nextUpgrades[at] || null)));
  }
  function resize(count: number): void {
    setTypedCount(null);
    write(
      Array.from({ length: count }, (_, at) => towers[at] ?? ""),
      upgrades,
    );
  }
  function typeCount(text: string): void {
    const count = text.trim();
    if (/^\d*$/.test(count) && Number(count) <= MAX_TOWERS) resize(Number(count));
    else setTypedCount(text);
  }
  const replaced = (list: readonly string[], at: number, text: string): string[] => {
    const next = Array.from({ length: Math.max(list.length, at + 1) }, (_, place) => list[place] ?? "");
    next[at] = text;
    return next;
  };

  return (
    <fieldset className={classes.list}>
      <legend>{field.label}</legend>
      <div className={classes.count}>
        <TextInput
          // The number is no part of what is sent, so the form learns of a wrong one from the box.
          ref={(box) => box?.setCustomValidity(typedCount === null ? "" : sayCount(isTooMany))}
          label={COUNT}
          inputMode="numeric"
          autoComplete="off"
          value={typedCount ?? String(towers.length)}
          onChange={({ currentTarget: { value: count } }) => typeCount(count)}
          onFocus={(event) => event.currentTarget.select()}
          error={typedCount === null ? error : sayCount(isTooMany)}
        />
        <Button
          aria-label="One tower fewer"
          disabled={towers.length === 0}
          onClick={() => resize(towers.length - 1)}
        >
          −
        </Button>
        <Button
          aria-label="One tower more"
          disabled={towers.length === MAX_TOWERS}
          onClick={() => resize(towers.length + 1)}
        >
          +
        </Button>
      </div>
      {towers.map((tower, at) => (
        // Rows are identified by their place, because nothing else tells two rows apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className={classes.row}>
          <ChoiceInput
            name={`${name}-${at + 1}`}
            label={`Tower ${at + 1}`}
            of="towers"
            {...offer}
            value={tower}
            onChange={(next) => write(replaced(towers, at, next), upgrades)}
            error={null}
            required
          />
          {upgradeset !== undefined && (
            <UpgradeBox
              name={`${upgradeset}-${at + 1}`}
              label={`Upgrades ${at + 1}`}
              tower={tower}
              catalogue={catalogue}
              value={upgrades[at] ?? ""}
              onChange={(next) => write(towers, replaced(upgrades, at, next))}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}
