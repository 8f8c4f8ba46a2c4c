import type { FormEvent } from "react";
import type { ChangedPlayer } from "../../../../../domain/contract/players.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, Select } from "../../../../../domain/fields/controls.tsx";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";

interface Props {
  readonly name: string;
  /** Every spelling of the player's names in verified completions. */
  readonly spellings: readonly string[];
  readonly onChanged: (changed: ChangedPlayer) => void;
}

/** Chooses by which of their names a player is shown; nothing where there is only one. */
export function ShownName({ name, spellings, onChanged }: Props) {
  const { post } = useApi();
  const action = useAction();
  if (spellings.length < 2) return null;
  const choose = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const shown = String(new FormData(event.currentTarget).get("shown"));
    void action.run(async () => {
      onChanged(await post<ChangedPlayer>(api.showPlayerAs(), { name, shown }));
      return null;
    });
  };
  return (
    <form onSubmit={choose}>
      <div className={controls.row}>
        <Select
          name="shown"
          label="Name shown"
          defaultValue={name}
          data={[
            ...spellings.map((each) => ({ value: each, label: each })),
            { value: "", label: "The most used spelling" },
          ]}
        />
        <Button type="submit" isBusy={action.isRunning}>
          Show this name
        </Button>
      </div>
      <ActionResult action={action} />
    </form>
  );
}
