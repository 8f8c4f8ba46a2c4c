import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { Button, Select, TextInput } from "../../../../domain/fields/controls.tsx";
import classes from "./game.module.css";

/** From which version until which a challenge does not accept it; empty or null: always, until further notice. */
export interface Exclusion {
  readonly challenge: string;
  readonly from: string | null;
  readonly until: string | null;
}

interface Props {
  readonly list: readonly Exclusion[];
  readonly onChange: (list: readonly Exclusion[]) => void;
  readonly error: string | undefined;
}

const OPTIONS = Array.from(CHALLENGES.values(), ({ key, label }) => ({ value: key, label }));

/** The challenges that do not accept a tower or hero. */
export function Exclusions({ list, onChange, error }: Props) {
  const set = (at: number, change: Partial<Exclusion>): void =>
    onChange(list.map((each, place) => (place === at ? { ...each, ...change } : each)));
  return (
    <fieldset name="excluded" tabIndex={-1} className={`${controls.group} ${classes.excluded}`}>
      <legend>Not accepted in</legend>
      {list.map(({ challenge, from, until }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids, and what they show is all in the list
        <div key={at} className={classes.exclusion}>
          <Select
            label="Challenge"
            data={OPTIONS}
            value={challenge}
            onChange={({ currentTarget }) => set(at, { challenge: currentTarget.value })}
          />
          <TextInput
            label="From version"
            placeholder="always"
            value={from ?? ""}
            maxLength={20}
            onChange={({ currentTarget }) => set(at, { from: currentTarget.value })}
          />
          <TextInput
            label="Until version"
            placeholder="until further notice"
            value={until ?? ""}
            maxLength={20}
            onChange={({ currentTarget }) => set(at, { until: currentTarget.value })}
          />
          <Button onClick={() => onChange(list.filter((_, place) => place !== at))}>Remove</Button>
        </div>
      ))}
      {error !== undefined && <p className={controls.error}>{error}</p>}
      <Button
        onClick={() => onChange([...list, { challenge: OPTIONS[0]?.value ?? "", from: null, until: null }])}
      >
        Add a challenge
      </Button>
    </fieldset>
  );
}
