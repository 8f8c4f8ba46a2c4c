import { useId, useMemo } from "react";
import { counted } from "../game/counted.ts";
import { FIRST_DAY } from "../game/facts.ts";
import { ChoiceInput, type ChoiceInputProps } from "./choice/ChoiceInput.tsx";
import { CompletionTypeInput, FactInput, FewInput } from "./choice/Input.tsx";
import controls from "./controls.module.css";
import { TextInput } from "./controls.tsx";
import type { KindName } from "./index.ts";
import type { ComponentOf } from "./jsx/own-text.ts";
import type { NOUN_KINDS } from "./kinds.ts";
import { MAX_LINK } from "./link/kind.ts";
import { MAX_NOTES, type RemarkField } from "./notes/kind.ts";
import type { InputProps, ValueInputProps } from "./props.ts";
import { LineInput, type LineInputProps } from "./text/Input.tsx";
import { LongText } from "./text/LongText.tsx";
import { towerChoices } from "./tower/choices.ts";
import { doubtOf, refusalOf } from "./tower/kind.ts";
import { TowersetInput } from "./towerset/Input.tsx";
import { UpgradeInput } from "./upgrade/Input.tsx";
import type { VersionField } from "./version/kind.ts";

type LineProps = Omit<LineInputProps, "typing" | "isWide">;

const DateInput = (props: LineProps) => <LineInput {...props} typing={{ type: "date", min: FIRST_DAY }} />;

const LinkInput = (props: LineProps) => (
  <LineInput {...props} isWide typing={{ type: "url", placeholder: "https://", maxLength: MAX_LINK }} />
);

/** A line of text as wide as the form, as long as its field allows. */
const WideLineInput = ({
  field,
  ...props
}: LineProps & { readonly field: { readonly max: number; readonly placeholder?: string } }) => (
  <LineInput
    {...props}
    field={field}
    isWide
    typing={{ maxLength: field.max, placeholder: field.placeholder }}
  />
);

const MoneyInput = (props: LineProps & { readonly field: { readonly max: number } }) => (
  <LineInput
    {...props}
    isWide
    typing={{
      description: `A whole number from 0 to ${counted(props.field.max)}`,
      type: "number",
      inputMode: "numeric",
      min: 0,
      max: props.field.max,
      step: 1,
    }}
  />
);

const WholeInput = (props: LineProps) => (
  <LineInput {...props} typing={{ type: "number", inputMode: "numeric", min: 0, step: 1 }} />
);

const DecimalInput = (props: LineProps) => (
  <LineInput {...props} typing={{ type: "number", inputMode: "decimal", min: 0, step: 0.1 }} />
);

/** Offer the names that the form knows. */
const namedInput =
  (of: ChoiceInputProps["of"]) =>
  ({ field, ...props }: ValueInputProps<{ readonly label: string }>) => (
    <ChoiceInput {...props} label={field.label} of={of} />
  );
const MapInput = namedInput("maps");

/** The entries are filled in beside their towers; what is wrong with them is said below these. */
function UpgradesetProblem({ error }: InputProps<"upgradeset">) {
  if (error === null) return null;
  return (
    <p role="alert" className={controls.error}>
      {error}
    </p>
  );
}

/** The input of each kind of field; null if it has none of its own. */
const INPUTS: { readonly [Kind in KindName]: ComponentOf<InputProps<Kind>> | null } = {
  tower: TowerInput,
  towerset: TowersetInput,
  upgrade: UpgradeInput,
  upgradeset: UpgradesetProblem,
  map: MapInput,
  person: LineInput,
  completiontype: CompletionTypeInput,
  money: MoneyInput,
  version: VersionInput,
  date: DateInput,
  // Has a box of its own beside the notes.
  code: null,
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
  const Input = INPUTS[props.field.kind] as ComponentOf<InputProps> | null;
  return Input && <Input {...props} />;
}

/** The input of each kind of field of the nouns that helpers keep. */
const NOUN_INPUTS = {
  line: WideLineInput,
  cost: WideLineInput,
  remark: RemarkInput,
  whole: WholeInput,
  decimal: DecimalInput,
  fact: FactInput,
  choice: FewInput,
  towertype: namedInput("towers"),
  map: MapInput,
  nameable: namedInput("towers and maps"),
  version: VersionInput,
  date: DateInput,
  link: LinkInput,
} as const satisfies { readonly [Kind in keyof typeof NOUN_KINDS]: unknown };

type NounInputProps = ValueInputProps<{ readonly kind: keyof typeof NOUN_KINDS }>;

/** Renders one field of a noun's form with its kind's input. */
export function NounInput(props: NounInputProps) {
  // As above: each kind takes only its own fields.
  const Input = NOUN_INPUTS[props.field.kind] as unknown as ComponentOf<NounInputProps>;
  return <Input {...props} />;
}

/** 5 rows by 40 columns (SPEC section 9). */
function NotesInput({ name, field, value, onChange, error }: InputProps<"notes">) {
  return (
    <LongText
      name={name}
      label={field.label}
      description="Please specify the challenge code here. Markdown works: links, lists, tables, **bold**."
      rows={5}
      cols={40}
      maxLength={MAX_NOTES}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

function RemarkInput({ name, field, value, onChange, error, required }: ValueInputProps<RemarkField>) {
  return (
    <LongText
      name={name}
      label={field.label}
      placeholder={field.placeholder}
      value={value}
      onChange={onChange}
      error={error}
      withAsterisk={required}
      rows={2}
      data-grows=""
      maxLength={field.max}
    />
  );
}

function TowerInput({ field, choices, catalogue, ...props }: InputProps<"tower">) {
  const offer = useMemo(
    () =>
      towerChoices(
        field.label,
        catalogue,
        (tower) => refusalOf(field, tower),
        choices,
        (tower) => doubtOf(field, tower),
      ),
    [field, choices, catalogue],
  );
  const isAsTyped = catalogue.unlisted.includes(props.value.trim());
  return <ChoiceInput {...props} {...offer} isAsTyped={isAsTyped} label={field.label} of="towers" />;
}

/** Renders an input for a version. If some are known, the browser suggests them, and any other can be typed. */
function VersionInput({ choices, ...props }: ValueInputProps<VersionField>) {
  const id = useId();
  if (choices.length === 0)
    return <LineInput {...props} typing={{ placeholder: "44.1", inputMode: "decimal" }} />;
  const { name, field, value, onChange, error, required } = props;
  return (
    <>
      <TextInput
        name={name}
        label={field.label}
        description="Choose a version or type a new one"
        list={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        withAsterisk={required}
        maxLength={20}
        autoComplete="off"
      />
      <datalist id={id}>
        {choices.map((choice) => (
          <option key={choice.name} value={choice.name} />
        ))}
      </datalist>
    </>
  );
}
