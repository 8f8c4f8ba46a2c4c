import { useEffect, useMemo, useState } from "react";
import { api } from "../../../../domain/contract/routes.ts";
import type { UnresolvedName } from "../../../../domain/contract/unresolved.ts";
import { ChoiceInput } from "../../../../domain/fields/choice/ChoiceInput.tsx";
import { Button } from "../../../../domain/fields/controls.tsx";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { loadTowerNames } from "../../../ui/tower-names.ts";

type Maps = { readonly results: readonly { readonly map: string; readonly abbreviation: string }[] };

interface Props extends Pick<UnresolvedName, "kind" | "name"> {
  readonly isBusy: boolean;
  readonly onChosen: (name: string) => void;
}

/** Asks what a name means that is none of the nearest: any tower of the game, or any listed map. */
export function OtherName({ kind, name, isBusy, onChosen }: Props) {
  const maps = useAnswer<Maps>(api.allMaps());
  const [value, setValue] = useState("");
  const [towers, setTowers] = useState<readonly string[]>([]);
  useEffect(() => {
    // Without them any name can still be typed.
    loadTowerNames().then(setTowers, () => undefined);
  }, []);
  const choices = useMemo(
    () =>
      kind === "tower"
        ? towers.map((tower) => ({ name: tower, spellings: [] }))
        : (maps.body?.results ?? []).map(({ map, abbreviation }) => ({
            name: map,
            spellings: [abbreviation],
          })),
    [kind, maps.body, towers],
  );
  return (
    <>
      <ChoiceInput
        name="as"
        of={kind === "tower" ? "towers" : "maps"}
        label={`What “${name}” is`}
        choices={choices}
        value={value}
        onChange={setValue}
        error={maps.problem}
        required={false}
      />
      <Button isSmall isBusy={isBusy} disabled={value === ""} onClick={() => onChosen(value)}>
        It is {value === "" ? "…" : value}
      </Button>
    </>
  );
}
