import { type FormEvent, useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { setTyping } from "./typed-text.ts";

/** Milliseconds between the last key and the question (SPEC section 9). */
const DEBOUNCE = 100;

/** The state of a page of results that Previous or Next led to. */
const TURNED = "turned";

type Fields = Readonly<Record<string, string>>;

/** Whether a box of this value in the URL is ticked. */
export const isOn = (value: string | undefined): boolean => value === "1" || value?.toLowerCase() === "true";

/** The form's filled-in fields; `turn` is the button that sent it. */
function filledIn(form: HTMLFormElement, turn: HTMLElement | null): Fields {
  const fields = Array.from(
    new FormData(form, turn),
    ([name, value]) => [name, String(value).trim()] as const,
  );
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== "" && !(name === "offset" && value === "0")),
  );
}

const fieldsOf = (form: HTMLFormElement) =>
  Array.from(form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input[name], select[name]"));

/** Brings the fields to what the URL says, after the Back button for instance. */
function fillIn(form: HTMLFormElement, parameters: Fields): void {
  for (const field of fieldsOf(form)) {
    const value = parameters[field.name] ?? "";
    if (field.type === "checkbox") (field as HTMLInputElement).checked = isOn(value);
    else if (field.type !== "hidden") field.value = value;
  }
}

/** Whether a field's text or choice is not what the URL says. */
const isChanged = (form: HTMLFormElement, parameters: Fields): boolean =>
  fieldsOf(form).some(
    ({ type, name, value }) =>
      type !== "hidden" && type !== "checkbox" && value.trim() !== (parameters[name] ?? "").trim(),
  );

/** A state as one text, the same whatever the order of its parameters. */
const textOf = (fields: Fields): string => JSON.stringify(Object.entries(fields).sort());

/**
 * A form whose state is the page's URL. It works by itself (method get); with script each choice takes effect at once
 * and text while one types. The fields keep what is typed (uncontrolled), so that nothing is lost before the script is
 * there.
 * @param parameters what the URL says
 * @param addressOf the page's address with some fields filled in
 * @returns what the form element needs
 */
export function useUrlForm(parameters: Fields, addressOf: (fields: Fields) => string) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What this form has sent and the page has not shown yet, oldest first. */
  const underWay = useRef<readonly string[]>([]);
  const shown = useRef(textOf(parameters));

  const send = (turn: HTMLElement | null, replace: boolean): void => {
    clearTimeout(waiting.current);
    if (!form.current) return;
    const isTurn = turn?.getAttribute("name") === "offset";
    // Other words than those of the page begin at their own first page.
    const next = filledIn(form.current, isTurn && isChanged(form.current, parameters) ? null : turn);
    underWay.current = [...underWay.current, textOf(next)];
    navigate(addressOf(next), {
      ...{ replace, state: isTurn ? TURNED : null },
      // A page of results is looked at from its first row on, another search from the page's beginning.
      preventScrollReset: turn === null || isTurn,
    });
    // Only now: what was asked for before is given up, and its answer no longer waited for.
    setTyping(false);
  };

  useEffect(() => {
    // An answer to this form's own question may come after more has been typed: only another's address fills it in.
    const arrived = textOf(parameters);
    const place = underWay.current.indexOf(arrived);
    underWay.current = underWay.current.slice(place + 1);
    if (place === -1 && arrived !== shown.current && form.current) fillIn(form.current, parameters);
    shown.current = arrived;
  }, [parameters]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script was there
  useEffect(() => {
    if (form.current && isChanged(form.current, parameters)) send(null, true);
    return () => {
      clearTimeout(waiting.current);
      setTyping(false);
    };
  }, []);

  return {
    ref: form,
    onInput: ({ target }: FormEvent<HTMLFormElement>): void => {
      clearTimeout(waiting.current);
      const isText = target instanceof HTMLInputElement && target.type !== "checkbox";
      if (isText) {
        setTyping(true);
        waiting.current = setTimeout(() => send(null, true), DEBOUNCE);
      } else send(null, false);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      send((event.nativeEvent as SubmitEvent).submitter, false);
    },
  };
}

/** Brings the results into view when Previous or Next has led to them; the browser's Back brings them where they were. */
export function useResultsInView<Element extends HTMLElement>() {
  const results = useRef<Element>(null);
  const { key, state } = useLocation();
  const isTurned = useNavigationType() === "PUSH" && state === TURNED;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useEffect(() => {
    if (isTurned) results.current?.scrollIntoView();
  }, [key]);
  return results;
}
