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

/** The input of each kind of field; null if it has none of its own. */
const INPUTS: { readonly [Kind in KindName]: ComponentType<InputProps<Kind>> | null } = {
  tower: TowerInput,
  towerset: TowersetInput,
  upgrade: UpgradeInput,
  // Its entries are filled in beside their towers.
  upgradeset: null,
  map: MapInput,
  person: LineInput,
  completiontype: CompletionTypeInput,
  money: MoneyInput,
  version: VersionInput,
  date: DateInput,
  // Asked for together with the proof.
  link: null,
  notes: NotesInput,
  flag: null,
  filekey: null,
  difficulty: null,
};

/** Renders one field of a form with its kind's input. */
export function FieldInput(props: InputProps) {
  // Each kind takes only its own fields. The look-up by the field's own kind ensures that, which TypeScript cannot see.
  const Input = INPUTS[props.field.kind] as ComponentType<InputProps> | null;
  return Input && <Input {...props} />;
}

/** The input of each kind of field of the nouns that helpers keep. */
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

/** Renders one field of a noun's form with its kind's input. */
export function NounInput(props: NounInputProps) {
  // As above: each kind takes only its own fields.
  const Input = NOUN_INPUTS[props.field.kind] as unknown as ComponentType<NounInputProps>;
  return <Input {...props} />;
}
