import { useId } from "react";
import controls from "../controls.module.css";
import { Field } from "../controls.tsx";
import type { InputProps } from "../props.ts";
import line from "../text/Input.module.css";
import classes from "./Input.module.css";
import { choiceWritten, type UpgradeChoices, upgradeChoices } from "./paths.ts";

interface Props extends Pick<InputProps, "name" | "value" | "onChange" | "catalogue"> {
  readonly label: string;
  /** The tower's name in any spelling; empty if none is chosen yet. */
  readonly tower: string;
  readonly error?: string | null;
  readonly required?: boolean;
  readonly className?: string | undefined;
}

/** More choices than this are a list: a tower without upgrades that have a name, or a hero. */
const MOST_AT_ONCE = 5;

/** A line for the upgrades of one tower. Once the tower is known, they can also be chosen: its path, or a hero's level. */
export function UpgradeBox({
  name,
  label,
  tower,
  value,
  onChange,
  error,
  required,
  className,
  catalogue,
}: Props) {
  const offer = upgradeChoices(tower, catalogue);
  return (
    <Field label={label} error={error} withAsterisk={required} className={className}>
      {(ties) => (
        <div className={classes.box}>
          <input
            type="text"
            name={name}
            placeholder={upgradeExample(offer)}
            maxLength={200}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            {...ties}
          />
          {offer && (
            <Choices label={label} offer={offer} onChange={onChange} chosen={choiceWritten(offer, value)} />
          )}
        </div>
      )}
    </Field>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly offer: UpgradeChoices;
  readonly chosen: string;
  readonly onChange: (value: string) => void;
}

function Choices({ label, offer: { of, tower, choices }, chosen, onChange }: ChoicesProps) {
  const group = useId();
  const words = `${label}: ${of} of ${tower}`;
  if (choices.length > MOST_AT_ONCE)
    return (
      <select aria-label={words} value={chosen} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Choose a {of}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  return (
    <div role="radiogroup" aria-label={words} className={classes.paths}>
      {choices.map((path) => (
        <label key={path} className={controls.option}>
          <input
            type="radio"
            name={group}
            value={path}
            checked={path === chosen}
            onChange={() => onChange(path)}
          />
          {path}
        </label>
      ))}
    </div>
  );
}

export const UpgradeInput = ({ towers, texts, field, ...props }: InputProps<"upgrade">) => (
  <UpgradeBox
    {...props}
    label={field.label}
    tower={texts[towers[field.position] ?? ""] ?? ""}
    className={line.line}
  />
);

/** Returns what people write as the upgrades of a tower, or as a hero's level. */
function upgradeExample(offer: UpgradeChoices | null): string {
  if (offer?.of === "level") return "Level 1 to 20";
  return offer?.choices[Math.min(2, offer.choices.length - 1)] ?? "0-5-2";
}
