import { type CompositionEvent, type FocusEvent, type FormEvent, useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigation, useNavigationType } from "react-router";
import { setTyping } from "./typed-text.ts";

/** Milliseconds between the last key and the request (SPEC section 9). */
const DEBOUNCE = 100;

/** The history state of a page of results that another page of them led to: its first row is scrolled into view. */
export const TURNED = "turned";

/** Fields of a form by name; a field that occurs more than once has several values. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

type Field = HTMLInputElement | HTMLSelectElement;

/** Returns whether a checkbox with this value in the URL is ticked. */
export const isOn = (value: string | undefined): boolean => value === "1" || value?.toLowerCase() === "true";

/** Returns the form's filled-in fields; `turn` is the button that submitted it. */
function filledIn(form: HTMLFormElement, turn: HTMLElement | null): Fields {
  const filled = Array.from(
    new FormData(form, turn),
    ([name, value]) => [name, String(value).trim()] as const,
  ).filter(([name, value]) => value !== "" && !(name === "offset" && value === "0"));
  const names = Map.groupBy(filled, ([name]) => name);
  return Object.fromEntries(
    [...names].map(([name, same]) => {
      const values = same.map(([, value]) => value);
      // A ticked checkbox overrides the hidden field that says no.
      return [name, values.includes("1") ? ["1"] : values];
    }),
  );
}

const fieldsOf = (form: HTMLFormElement) =>
  Array.from(form.querySelectorAll<Field>("input[name], select[name]"));

const valuesOf = (fields: Fields, name: string): readonly string[] => [fields[name] ?? []].flat();

/** Returns whether a field's text counts only when complete, such as a name, and is not sent letter by letter. */
const isWhole = (field: EventTarget): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.dataset.whole !== undefined;

/** Whether a field has no text and is ticked or not: a checkbox, or one of several that exclude one another. */
const isBox = ({ type }: Field): boolean => type === "checkbox" || type === "radio";

/** Returns whether a field is chosen rather than typed letter by letter. */
const isChoice = (field: Field): boolean =>
  isBox(field) || field.type.startsWith("select") || field.dataset.whole !== undefined;

/** Returns whether a field's text is one that it offers, in which case it is complete. */
const isOffered = ({ list, value }: HTMLInputElement): boolean =>
  Array.from(list?.options ?? []).some((option) => option.value === value);

/** Returns whether a box of the form should be ticked for what the URL says; one without a value stands for none. */
const isTicked = ({ name, value }: Field, parameters: Fields): boolean => {
  const values = valuesOf(parameters, name);
  if (value === "") return values.length === 0;
  return value === "1" ? isOn(values[0]) : values.includes(value);
};

/** Fills the fields with what the URL says, for instance after the Back button. */
function fillIn(
  form: HTMLFormElement,
  parameters: Fields,
  which: (field: Field) => boolean = () => true,
): void {
  const left = new Map<string, readonly string[]>();
  for (const field of fieldsOf(form).filter(which)) {
    if (isBox(field)) {
      (field as HTMLInputElement).checked = isTicked(field, parameters);
    } else if (field.type !== "hidden") {
      const [value = "", ...others] = left.get(field.name) ?? valuesOf(parameters, field.name);
      field.value = value;
      left.set(field.name, others);
    }
  }
}

/** Returns whether a field's text or choice differs from the URL. */
function isChanged(form: HTMLFormElement, parameters: Fields): boolean {
  const fields = fieldsOf(form);
  const texts = fields.filter((field) => !isBox(field) && field.type !== "hidden");
  return (
    fields.some(
      (field) => isBox(field) && (field as HTMLInputElement).checked !== isTicked(field, parameters),
    ) ||
    [...Map.groupBy(texts, ({ name }) => name)].some(([name, same]) => {
      const filled = same.flatMap(({ value }) => value.trim() || []);
      const given = valuesOf(parameters, name).map((value) => value.trim());
      return textOf({ filled }) !== textOf({ filled: given });
    })
  );
}

/** Returns a state as one text, the same for any order of its parameters. */
const textOf = (fields: Fields): string =>
  JSON.stringify(
    Object.entries(fields)
      .map(([name, values]) => [name, [values].flat()])
      .sort(),
  );

/** Returns whether two states differ in more than the page of their results. */
const isOtherThan = (one: Fields, other: Fields): boolean =>
  textOf({ ...one, offset: [] }) !== textOf({ ...other, offset: [] });

const addressIn = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search;

/**
 * A form whose state is the page's URL. It works without script (method get); with script a choice takes effect at
 * once, and text while it is typed. The fields are uncontrolled, so that nothing typed before hydration is lost.
 * @param parameters what the URL says
 * @param addressOf returns the page's address with some fields filled in
 * @param requested the latest state that was requested, if the page still shows an older one: links beside the form may
 * have changed it
 * @returns the props of the form element
 */
export function useUrlForm(
  parameters: Fields,
  addressOf: (fields: Fields) => string,
  requested: Fields = parameters,
) {
  const navigate = useNavigate();
  const location = useLocation();
  const address = addressIn(location);
  const next = addressIn(useNavigation().location ?? location);
  const form = useRef<HTMLFormElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The field whose text is being typed and not sent yet. */
  const typed = useRef<Field>(null);
  /** Whether the address was already changed by what is being typed: the Back button then leads to before its first key. */
  const isTyped = useRef(false);
  /** Addresses that this form has requested and the page does not show yet, oldest first. */
  const underWay = useRef<readonly string[]>([]);
  const shown = useRef(address);
  const requestedText = textOf(requested);
  const lastRequested = useRef(requestedText);

  const send = (turn: HTMLElement | null, replace: boolean): void => {
    clearTimeout(waiting.current);
    typed.current = null;
    if (!form.current) return;
    const isTurn = turn?.getAttribute("name") === "offset";
    // Another search begins at its own first page, whether it was typed here or already requested by a link.
    const isOther = isChanged(form.current, parameters) || isOtherThan(requested, parameters);
    const to = addressOf(filledIn(form.current, isTurn && isOther ? null : turn));
    underWay.current = [...underWay.current, to];
    navigate(to, {
      // A request for what is shown must not add an entry to the history: Back would seem to do nothing.
      replace: replace || to === address,
      state: isTurn ? TURNED : null,
      // A page of results is viewed from its first row, another search from the top of the page.
      preventScrollReset: turn === null || isTurn,
    });
    // Only now: navigating has abandoned the previous request, whose response is ignored.
    setTyping(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each address that arrives, even the same one twice
  useEffect(() => {
    // A response to this form's own request may arrive after more was typed, so only an address that came from
    // elsewhere fills the form in. If it is the one that was shown, a link led back to it and this form's request was
    // abandoned.
    const place = underWay.current.indexOf(address);
    const isFromElsewhere = place === -1 && (address !== shown.current || underWay.current.length > 0);
    underWay.current = place === -1 ? [] : underWay.current.slice(place + 1);
    shown.current = address;
    if (isFromElsewhere) isTyped.current = false;
    if (isFromElsewhere && form.current) fillIn(form.current, parameters, (field) => field !== typed.current);
    // A busy browser shows a request and its answer at once: the effect below must not take that for a followed link.
    if (place !== -1 && next === address) lastRequested.current = requestedText;
  }, [location.key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each question
  useEffect(() => {
    if (requestedText === lastRequested.current) return;
    lastRequested.current = requestedText;
    // A link was followed: what this form sends next has to add to that. Text that is being typed stays.
    if (!underWay.current.includes(next) && form.current) fillIn(form.current, requested, isChoice);
  }, [requestedText]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script was there
  useEffect(() => {
    if (form.current && isChanged(form.current, parameters)) {
      // What a browser fills in again after a reload is not typed.
      isTyped.current = form.current.contains(document.activeElement);
      send(null, !isTyped.current);
    }
    return () => {
      clearTimeout(waiting.current);
      setTyping(false);
    };
  }, []);

  function take(target: EventTarget): void {
    clearTimeout(waiting.current);
    const isText = target instanceof HTMLInputElement && !isBox(target);
    if (isWhole(target) && target.value !== "" && !isOffered(target)) return;
    if (isText) {
      setTyping(true);
      typed.current = target;
      waiting.current = setTimeout(() => {
        send(null, isTyped.current);
        isTyped.current = true;
      }, DEBOUNCE);
    } else send(null, false);
  }

  return {
    ref: form,
    onInput: ({ target, nativeEvent }: FormEvent<HTMLFormElement>): void => {
      // What an input method is still composing is not a word yet.
      if ((nativeEvent as InputEvent).isComposing) clearTimeout(waiting.current);
      else take(target);
    },
    onCompositionEnd: ({ target }: CompositionEvent<HTMLFormElement>): void => take(target),
    onBlur: ({ target }: FocusEvent<HTMLFormElement>): void => {
      isTyped.current = false;
      if (isWhole(target) && form.current && isChanged(form.current, parameters)) send(null, false);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      isTyped.current = false;
      send((event.nativeEvent as SubmitEvent).submitter, false);
    },
  };
}

/** Scrolls the results into view after Previous or Next; after Back the browser restores the scroll position. */
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
