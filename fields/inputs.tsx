import type { ComponentType } from "react";
import { CompletionTypeInput } from "./completiontype/Input.tsx";
import type { KindName } from "./index.ts";
import type { InputProps } from "./input-props.ts";
import { MapInput } from "./map/Input.tsx";
import { MoneyInput } from "./money/Input.tsx";
import { NotesInput } from "./notes/Input.tsx";
import { LineInput } from "./text/Input.tsx";
import { TowerInput } from "./tower/Input.tsx";
import { TowersetInput } from "./towerset/Input.tsx";

/** How a kind of field is filled in; kinds that are not here are a line of text. */
const INPUTS: { readonly [Kind in KindName]?: ComponentType<InputProps<Kind>> } = {
  tower: TowerInput,
  towerset: TowersetInput,
  // Its entries stand beside their towers.
  upgradeset: () => null,
  map: MapInput,
  money: MoneyInput,
  notes: NotesInput,
  completiontype: CompletionTypeInput,
};

/** One field of a form as its kind takes it. */
export function FieldInput(props: InputProps) {
  // Each kind takes its own fields alone, which a look-up by the field's own kind ensures and TypeScript cannot see.
  const Input = (INPUTS[props.field.kind] ?? LineInput) as ComponentType<InputProps>;
  return <Input {...props} />;
}
