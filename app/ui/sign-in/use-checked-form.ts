import { type FormEvent, type ReactNode, useState } from "react";
import type { z } from "zod";
import { sayEach } from "../../../domain/messages/index.ts";
import { problemsOf } from "../../../domain/submissions/form-problems.ts";
import { STILL_SENDING, useWarning } from "../components/use-warning.ts";
import { type Action, useAction } from "./use-action.ts";
import { ApiError } from "./use-api.ts";

/** A form that is checked before it is sent, by the schema that the server uses. */
export interface CheckedForm {
  readonly action: Action;
  /** Each field's problem by its name, as a sentence. */
  readonly problems: Readonly<Record<string, string>>;
  /** Clears the problem of a field that was changed. */
  touched(name: string): void;
  /** The props of the form element. */
  readonly form: {
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
}

/** Returns the form's texts; files are for the server to check. */
const textsOf = (data: FormData): Record<string, string> =>
  Object.fromEntries(
    Array.from(data).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** Focuses the first field that needs another look. */
function focusFirst(form: HTMLFormElement, problems: Readonly<Record<string, string>>): void {
  const first = Array.from(form.elements).find((element) => (element.getAttribute("name") ?? "") in problems);
  if (first instanceof HTMLElement) first.focus();
}

/**
 * Checks a form, sends it, and asks before it is left unsent.
 * @param schema the schema of the form's texts, by wire name
 * @param failed the start of an error message, before the reason: "Error adding map"
 * @param send sends the form and returns what to say; nothing that was typed is lost when it throws
 */
export function useCheckedForm(
  schema: z.ZodType,
  failed: string,
  send: (data: FormData, form: HTMLFormElement) => Promise<ReactNode>,
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
    if (error) {
      action.forget();
      focusFirst(form, found);
    } else
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
