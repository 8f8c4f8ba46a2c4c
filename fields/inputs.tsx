import type { ComponentType } from "react";
import { CompletionTypeInput } from "./completiontype/Input.tsx";
import { DateInput } from "./date/Input.tsx";
import type { KindName } from "./index.ts";
import type { InputProps } from "./input-props.ts";
import { MapInput } from "./map/Input.tsx";
import { MoneyInput } from "./money/Input.tsx";
import { NotesInput } from "./notes/Input.tsx";
import { LineInput } from "./text/Input.tsx";
import { TowerInput } from "./tower/Input.tsx";
import { TowersetInput } from "./towerset/Input.tsx";
import { UpgradeInput } from "./upgrade/Input.tsx";
import { VersionInput } from "./version/Input.tsx";

/** How each kind of field is filled in; null: not on its own. */
const INPUTS: { readonly [Kind in KindName]: ComponentType<InputProps<Kind>> | null } = {
  tower: TowerInput,
  towerset: TowersetInput,
  upgrade: UpgradeInput,
  // Its entries stand beside their towers.
  upgradeset: null,
  map: MapInput,
  person: LineInput,
  completiontype: CompletionTypeInput,
  money: MoneyInput,
  version: VersionInput,
  date: DateInput,
  // It stands with the proof.
  link: null,
  notes: NotesInput,
  flag: null,
  filekey: null,
  difficulty: null,
};

/** One field of a form as its kind takes it. */
export function FieldInput(props: InputProps) {
  // Each kind takes its own fields alone, which a look-up by the field's own kind ensures and TypeScript cannot see.
  const Input = INPUTS[props.field.kind] as ComponentType<InputProps> | null;
  return Input && <Input {...props} />;
}
