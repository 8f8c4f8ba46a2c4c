import type { ComponentType } from "react";
import { FewInput } from "./choice/Input.tsx";
import { CompletionTypeInput } from "./completiontype/Input.tsx";
import { CostInput } from "./cost/Input.tsx";
import { DateInput } from "./date/Input.tsx";
import { DecimalInput } from "./decimal/Input.tsx";
import { FactInput } from "./fact/Input.tsx";
import type { KindName } from "./index.ts";
import type { InputProps, ValueInputProps } from "./input-props.ts";
import type { NOUN_KINDS } from "./kinds.ts";
import { WideLineInput } from "./line/Input.tsx";
import { LinkInput } from "./link/Input.tsx";
import { MapInput } from "./map/Input.tsx";
import { MoneyInput } from "./money/Input.tsx";
import { NameableInput } from "./nameable/Input.tsx";
import { NotesInput } from "./notes/Input.tsx";
import { RemarkInput } from "./remark/Input.tsx";
import { LineInput } from "./text/Input.tsx";
import { TowerInput } from "./tower/Input.tsx";
import { TowersetInput } from "./towerset/Input.tsx";
import { TowertypeInput } from "./towertype/Input.tsx";
import { UpgradeInput } from "./upgrade/Input.tsx";
import { VersionInput } from "./version/Input.tsx";
import { WholeInput } from "./whole/Input.tsx";

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

/** How each kind of field of what helpers keep is filled in. */
const NOUN_INPUTS = {
  line: WideLineInput,
  cost: CostInput,
  remark: RemarkInput,
  whole: WholeInput,
  decimal: DecimalInput,
  fact: FactInput,
  choice: FewInput,
  towertype: TowertypeInput,
  map: MapInput,
  nameable: NameableInput,
  version: VersionInput,
  link: LinkInput,
} as const satisfies { readonly [Kind in keyof typeof NOUN_KINDS]: unknown };

type NounInputProps = ValueInputProps<{ readonly kind: keyof typeof NOUN_KINDS }>;

/** One field of a noun's form as its kind takes it. */
export function NounInput(props: NounInputProps) {
  // As above: each kind takes its own fields alone.
  const Input = NOUN_INPUTS[props.field.kind] as unknown as ComponentType<NounInputProps>;
  return <Input {...props} />;
}
