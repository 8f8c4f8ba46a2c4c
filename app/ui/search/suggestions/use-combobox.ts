import { type RefObject, useEffect, useRef, useState } from "react";
import type { Suggestion } from "./match.ts";

/** Returns what tells a suggestion from the others. */
const keyOf = ({ kind, label, act }: Suggestion): string => JSON.stringify([kind, label, act]);

interface Options {
  readonly input: RefObject<HTMLInputElement | null>;
  /** The id of the list; the ids of its options begin with it. */
  readonly id: string;
  readonly all: readonly Suggestion[];
  readonly isSheet: boolean;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly write: (text: string) => void;
  readonly choose: (suggestion: Suggestion) => void;
}

/**
 * Makes the field a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): the focus stays in it, the arrow
 * keys mark a suggestion, Enter chooses it, and Tab puts it into the text. Escape closes the list, then clears the
 * text, then leaves the field.
 */
export function useCombobox(options: Options) {
  const { input, id, all, isSheet, text, setText } = options;
  const [isEntered, setEntered] = useState(() => document.activeElement === input.current);
  const [isClosed, setClosed] = useState(false);
  // By content, not by position: players arrive later than the others and move them.
  const [marked, setMarked] = useState<string | null>(null);
  // For an empty text a list would only be in the way, unless somebody asks for it with an arrow key.
  const [isWanted, setWanted] = useState(false);
  const isOpen = isSheet || (isEntered && !isClosed && (text.trim() !== "" || isWanted));
  const place = marked === null || !isOpen ? -1 : all.findIndex((each) => keyOf(each) === marked);
  const at = place === -1 ? null : place;
  const mark = (index: number | null): void => {
    const suggestion = index === null ? undefined : all[index];
    setMarked(suggestion ? keyOf(suggestion) : null);
  };

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-expanded", String(isOpen && all.length > 0));
    field.setAttribute("aria-controls", id);
    if (at === null) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `${id}-${at}`);
    if (at !== null) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [input, id, isOpen, all.length, at]);

  // A mark belongs to the text that was typed.
  function write(next: string): void {
    options.write(next);
    setMarked(null);
  }
  function choose(suggestion: Suggestion): void {
    options.choose(suggestion);
    setMarked(null);
  }

  function close(): void {
    setClosed(true);
    setMarked(null);
    setWanted(false);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (take(event)) event.preventDefault();
  }

  /** Handles a key. Returns whether its default action must be prevented. */
  function take({ key, shiftKey }: KeyboardEvent): boolean {
    switch (key) {
      case "ArrowDown":
        return move(1);
      case "ArrowUp":
        return move(-1);
      case "Enter":
        return chooseMarked();
      case "Tab":
        return !shiftKey && complete();
      case "Escape":
        return leave();
      default:
        return false;
    }
  }

  function chooseMarked(): boolean {
    const suggestion = at === null ? undefined : all[at];
    if (!suggestion) close();
    else choose(suggestion);
    return suggestion !== undefined;
  }

  function complete(): boolean {
    const completed = at === null ? null : (all[at]?.completed ?? null);
    if (completed !== null) write(completed);
    return completed !== null;
  }

  function leave(): boolean {
    // Escape closes the whole sheet.
    if (isSheet) return false;
    if (isOpen && all.length > 0) close();
    else if (text !== "") write("");
    else input.current?.blur();
    return true;
  }

  function move(step: 1 | -1): boolean {
    setClosed(false);
    setWanted(true);
    if (!isOpen || all.length === 0) return true;
    // The text itself is a stop before the first suggestion and after the last.
    const places = all.length + 1;
    const next = ((at === null ? 0 : at + 1) + step + places) % places;
    mark(next === 0 ? null : next - 1);
    return true;
  }

  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const stop = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => field.addEventListener(name, listener, { signal: stop.signal });
    on("keydown", (event) => latest.current(event));
    const take = (): void => {
      setText(field.value);
      setMarked(null);
      setEntered(true);
      setClosed(false);
    };
    // What an input method is still composing is not a word yet.
    on("input", (event) => {
      if (!(event as InputEvent).isComposing) take();
    });
    on("compositionend", take);
    on("focus", () => {
      setText(field.value);
      setEntered(true);
      setClosed(field.value !== "" && field.form?.dataset.look === "large");
    });
    on("blur", () => {
      setEntered(false);
      setMarked(null);
      setWanted(false);
    });
    // A key may have been pressed after the text was read and before anything listened.
    setText(field.value);
    return () => stop.abort();
  }, [input, setText]);

  return { isOpen, marked: at, mark, choose };
}
