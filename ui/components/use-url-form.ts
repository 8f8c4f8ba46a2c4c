import { type FocusEvent, type FormEvent, useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { setTyping } from "./typed-text.ts";

/** Milliseconds between the last key and the question (SPEC section 9). */
const DEBOUNCE = 100;

/** The state of a page of results that another page of them led to: its first row is brought into view. */
export const TURNED = "turned";

/** Fields of a form by name; one that stands there more than once has several values. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

type Field = HTMLInputElement | HTMLSelectElement;

/** Whether a box of this value in the URL is ticked. */
export const isOn = (value: string | undefined): boolean => value === "1" || value?.toLowerCase() === "true";

/** The form's filled-in fields; `turn` is the button that sent it. */
function filledIn(form: HTMLFormElement, turn: HTMLElement | null): Fields {
  const filled = Array.from(
    new FormData(form, turn),
    ([name, value]) => [name, String(value).trim()] as const,
  ).filter(([name, value]) => value !== "" && !(name === "offset" && value === "0"));
  const names = Map.groupBy(filled, ([name]) => name);
  return Object.fromEntries(
    [...names].map(([name, same]) => {
      const values = same.map(([, value]) => value);
      // A box that has been ticked speaks louder than the hidden field that says no.
      return [name, values.includes("1") ? ["1"] : values];
    }),
  );
}

const fieldsOf = (form: HTMLFormElement) =>
  Array.from(form.querySelectorAll<Field>("input[name], select[name]"));

const valuesOf = (fields: Fields, name: string): readonly string[] => [fields[name] ?? []].flat();

/** A field whose text means something when it is whole, such as a name: it is not asked for letter by letter. */
const isWhole = (field: EventTarget): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.dataset.whole !== undefined;

const isBox = (field: Field): field is HTMLInputElement & { type: "checkbox" } => field.type === "checkbox";

/** Whether a field is chosen, not typed letter by letter. */
const isChoice = ({ type, dataset }: Field): boolean =>
  type === "checkbox" || type.startsWith("select") || dataset.whole !== undefined;

/** Whether a field's text is one that it offers: whoever picks it has said all. */
const isOffered = ({ list, value }: HTMLInputElement): boolean =>
  Array.from(list?.options ?? []).some((option) => option.value === value);

/** Whether a box of the form is to be ticked for what the URL says. */
const isTicked = ({ name, value }: Field, parameters: Fields): boolean => {
  const values = valuesOf(parameters, name);
  return value === "1" ? isOn(values[0]) : values.includes(value);
};

/** Brings the fields to what the URL says, after the Back button for instance. */
function fillIn(
  form: HTMLFormElement,
  parameters: Fields,
  which: (field: Field) => boolean = () => true,
): void {
  const left = new Map<string, readonly string[]>();
  for (const field of fieldsOf(form).filter(which)) {
    if (isBox(field)) {
      field.checked = isTicked(field, parameters);
    } else if (field.type !== "hidden") {
      const [value = "", ...others] = left.get(field.name) ?? valuesOf(parameters, field.name);
      field.value = value;
      left.set(field.name, others);
    }
  }
}

/** Whether a field's text or choice is not what the URL says. */
function isChanged(form: HTMLFormElement, parameters: Fields): boolean {
  const fields = fieldsOf(form);
  const texts = fields.filter((field) => !isBox(field) && field.type !== "hidden");
  return (
    fields.some((field) => isBox(field) && field.checked !== isTicked(field, parameters)) ||
    [...Map.groupBy(texts, ({ name }) => name)].some(([name, same]) => {
      const filled = same.flatMap(({ value }) => value.trim() || []);
      const given = valuesOf(parameters, name).map((value) => value.trim());
      return textOf({ filled }) !== textOf({ filled: given });
    })
  );
}

/** A state as one text, the same whatever the order of its parameters. */
const textOf = (fields: Fields): string =>
  JSON.stringify(
    Object.entries(fields)
      .map(([name, values]) => [name, [values].flat()])
      .sort(),
  );

/** Whether two states differ by more than the page of their results. */
const isOtherThan = (one: Fields, other: Fields): boolean =>
  textOf({ ...one, offset: [] }) !== textOf({ ...other, offset: [] });

/**
 * A form whose state is the page's URL. It works by itself (method get); with script each choice takes effect at once
 * and text while one types. The fields keep what is typed (uncontrolled), so that nothing is lost before the script is
 * there.
 * @param parameters what the URL says
 * @param addressOf the page's address with some fields filled in
 * @param asked what was asked for last, where the page is to say less than that for a moment: links beside the form may
 *   have changed it
 * @returns what the form element needs
 */
export function useUrlForm(
  parameters: Fields,
  addressOf: (fields: Fields) => string,
  asked: Fields = parameters,
) {
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
    // Other words than those of the page begin at their own first page, be they typed or asked for by a link already.
    const isOther = isChanged(form.current, parameters) || isOtherThan(asked, parameters);
    const next = filledIn(form.current, isTurn && isOther ? null : turn);
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

  const askedText = textOf(asked);
  const lastAsked = useRef(askedText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each question
  useEffect(() => {
    if (askedText === lastAsked.current) return;
    lastAsked.current = askedText;
    // Asked by a link: what this form sends next has to add to that. What is being typed stays.
    if (!underWay.current.includes(askedText) && form.current) fillIn(form.current, asked, isChoice);
  }, [askedText]);

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
      if (isWhole(target) && target.value !== "" && !isOffered(target)) return;
      if (isText) {
        setTyping(true);
        waiting.current = setTimeout(() => send(null, true), DEBOUNCE);
      } else send(null, false);
    },
    onBlur: ({ target }: FocusEvent<HTMLFormElement>): void => {
      if (isWhole(target) && form.current && isChanged(form.current, parameters)) send(null, false);
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
