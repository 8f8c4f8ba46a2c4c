import { useMemo } from "react";
import { ChoiceInput } from "../choice/ChoiceInput.tsx";
import type { InputProps } from "../props.ts";
import { towerChoices } from "./choices.ts";
import { doubtOf, refusalOf } from "./kind.ts";

export function TowerInput({ field, choices, ...props }: InputProps<"tower">) {
  const offer = useMemo(
    () =>
      towerChoices(
        field.label,
        (tower) => refusalOf(field, tower),
        choices,
        (tower) => doubtOf(field, tower),
      ),
    [field, choices],
  );
  return <ChoiceInput {...props} {...offer} label={field.label} of="towers" />;
}
