import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { problemsOf } from "../../derive/form-problems.ts";
import { sayEach } from "../../messages/index.ts";
import { STILL_SENDING, useWarning } from "../components/use-warning.ts";
import { type Action, useAction } from "./use-action.ts";
import { ApiError } from "./use-api.ts";

/** A form that is checked before it is sent, by the schema that the server checks it with. */
export interface CheckedForm {
  readonly action: Action;
  /** Each field's problem by its name, a sentence. */
  readonly problems: Readonly<Record<string, string>>;
  /** A field was changed: what was wrong with it may not be any more. */
  touched(name: string): void;
  /** What the form element needs. */
  readonly form: {
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
}

/** The form's texts; files are the server's to check. */
const textsOf = (data: FormData): Record<string, string> =>
  Object.fromEntries(
    Array.from(data).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** Brings whoever sent the form to the first field that needs another look. */
function focusFirst(form: HTMLFormElement, problems: Readonly<Record<string, string>>): void {
  const first = Array.from(form.elements).find((element) => (element.getAttribute("name") ?? "") in problems);
  if (first instanceof HTMLElement) first.focus();
}

/**
 * @param schema the form's texts by wire name
 * @param failed "Error adding map", to be followed by why
 * @param send sends the form and answers what to say; nothing that was typed is lost when it throws
 */
export function useCheckedForm(
  schema: z.ZodType,
  failed: string,
  send: (data: FormData, form: HTMLFormElement) => Promise<string | null>,
): CheckedForm {
  const action = useAction();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isDirty, setDirty] = useState(false);
  const leaving = isDirty ? "Leave this form? What you typed is not saved yet." : null;
  useWarning(action.isRunning ? STILL_SENDING : leaving);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const { error } = schema.safeParse(textsOf(data));
    const found = error ? sayEach(problemsOf(error)) : {};
    setProblems(found);
    if (error) focusFirst(form, found);
    else
      void action.run(async () => {
        try {
          const done = await send(data, form);
          setDirty(false);
          return done;
        } catch (failure) {
          if (failure instanceof ApiError) {
            setProblems(failure.fields);
            focusFirst(form, failure.fields);
          }
          throw new Error(`${failed}: ${(failure as Error).message}`, { cause: failure });
        }
      });
  }

  function touched(name: string): void {
    setDirty(true);
    if (name in problems) setProblems(({ [name]: _, ...others }) => others);
  }

  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    touched(target instanceof Element ? (target.getAttribute("name") ?? "") : "");
  }

  return { action, problems, touched, form: { noValidate: true, onSubmit, onInput } };
}
