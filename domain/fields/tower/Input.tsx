import { useMemo } from "react";
import { ChoiceInput } from "../choice/ChoiceInput.tsx";
import type { InputProps } from "../input-props.ts";
import { towerChoices } from "./choices.ts";
import { refusalOf } from "./kind.ts";

export function TowerInput({ field, choices, ...props }: InputProps<"tower">) {
  const offer = useMemo(
    () => towerChoices(field.label, (tower) => refusalOf(field, tower), choices),
    [field, choices],
  );
  return <ChoiceInput {...props} {...offer} label={field.label} />;
}
