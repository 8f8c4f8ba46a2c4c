import { useMemo } from "react";
import { ChoiceInput } from "../choice/ChoiceInput.tsx";
import type { InputProps } from "../input-props.ts";
import { towerChoices } from "./choices.ts";
import { offersTower } from "./kind.ts";

export function TowerInput({ field, ...props }: InputProps<"tower">) {
  const choices = useMemo(() => towerChoices((tower) => offersTower(field, tower)), [field]);
  return <ChoiceInput {...props} label={field.label} choices={choices} />;
}
