import { type ReactNode, useState } from "react";
import { Button } from "../../../domain/fields/controls.tsx";
import { NounInput } from "../../../domain/fields/inputs.tsx";
import type { Choice } from "../../../domain/fields/props.ts";
import { type Catalogue, NO_TOWERS } from "../../../domain/game/catalogue.ts";
import {
  mayBeEmpty,
  type NounField,
  type NounFields,
  textsOf,
  type ValuesOf,
} from "../../../domain/nouns/define.ts";
import { nounFormSchema } from "../../../domain/submissions/noun-form.ts";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { type CheckedForm, useCheckedForm } from "../sign-in/use-checked-form.ts";
import layout from "./layout.module.css";
import classes from "./NounForm.module.css";

/** What a form is for. */
interface Purpose<Fields extends NounFields> {
  readonly fields: Fields;
  /** What is to be changed; null for something new. */
  readonly recorded?: ValuesOf<Fields> | null;
  /** The texts that a new one starts with. */
  readonly start?: Readonly<Record<string, string>>;
  /** Fields that keep their text after sending, because people often have several similar things to add. */
  readonly keeps?: readonly (keyof Fields & string)[];
  /** What it names towers by; by default it names none. */
  readonly catalogue?: Catalogue;
  /** The start of an error message, before the reason: "Error adding map". */
  readonly failed: string;
  /** Sends the form and returns what to say. */
  send(form: FormData): Promise<ReactNode>;
}

/** The state of a form for something that helpers keep. */
export interface NounFormState {
  readonly fields: NounFields;
  /** What is to be changed; null for something new. */
  readonly recorded: Readonly<Record<string, unknown>> | null;
  readonly texts: Readonly<Record<string, string>>;
  readonly checked: CheckedForm;
  setText(name: string, text: string): void;
}

export function useNounForm<Fields extends NounFields>(purpose: Purpose<Fields>): NounFormState {
  const { fields, recorded = null, start, keeps = [], catalogue = NO_TOWERS, failed, send } = purpose;
  const empty = { ...textsOf(fields, recorded), ...start };
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(empty);
  const checked = useCheckedForm(nounFormSchema(fields, catalogue, recorded), failed, async (form) => {
    const outcome = await send(form);
    setTexts((sent) => ({ ...empty, ...Object.fromEntries(keeps.map((name) => [name, sent[name] ?? ""])) }));
    return outcome;
  });
  function setText(name: string, text: string): void {
    checked.touched(name);
    setTexts((before) => ({ ...before, [name]: text }));
  }
  return { fields, recorded, texts, checked, setText };
}

interface Props {
  readonly state: NounFormState;
  /** What each field offers, by its wire name. */
  readonly choices?: Readonly<Record<string, readonly Choice[]>>;
  /** The button's label. */
  readonly submit: string;
  /** What else is sent: files, and what names the thing. */
  readonly children?: ReactNode;
}

/** Renders fields of a form in their order, each with its kind's input. */
export function NounInputs({ state, choices = {} }: Pick<Props, "state" | "choices">) {
  const { fields, recorded, texts, checked, setText } = state;
  return Object.entries<NounField>(fields).map(([name, field]) => (
    <NounInput
      key={name}
      name={name}
      field={field}
      value={texts[name] ?? ""}
      onChange={(text) => setText(name, text)}
      error={checked.problems[name] ?? null}
      // What was unknown may stay unknown.
      required={!mayBeEmpty(field) && !(field.unrecorded && recorded?.[name] === null)}
      choices={choices[name] ?? []}
    />
  ));
}

/** Renders a form with all fields of a definition. */
export function NounForm({ state, choices = {}, submit, children }: Props) {
  const { checked } = state;
  return (
    <form {...checked.form} className={`${layout.form} ${classes.form}`}>
      <NounInputs state={state} choices={choices} />
      {children}
      <FormResult checked={checked} />
      <Button look="main" type="submit" isBusy={checked.action.isRunning}>
        {submit}
      </Button>
    </form>
  );
}

/** Shows how sending a form ended, or that something has to be corrected first. */
function FormResult({ checked: { action, problems } }: { checked: CheckedForm }) {
  const isMarked = Object.keys(problems).length > 0 && action.problem === null;
  return (
    <>
      {isMarked && <p role="alert">Please check the fields marked above.</p>}
      <ActionResult action={action} />
    </>
  );
}
