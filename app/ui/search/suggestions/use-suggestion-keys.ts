import { type RefObject, useEffect, useRef, useState } from "react";
import { useCombobox } from "../../../../domain/fields/combobox.tsx";
import type { Suggestion } from "./match.ts";

/** Returns what tells a suggestion from the others. */
export const keyOf = ({ kind, label, act }: Suggestion): string => JSON.stringify([kind, label, act]);

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
 * Makes the field a combobox: Enter chooses the marked suggestion, and Tab puts it into the text. Escape closes the list,
 * then clears the text, then leaves the field.
 */
export function useSuggestionKeys(options: Options) {
  const { input, id, all, isSheet, text, setText } = options;
  const [isEntered, setEntered] = useState(() => document.activeElement === input.current);
  const [isClosed, setClosed] = useState(false);
  // For an empty text a list would only be in the way, unless somebody asks for it with an arrow key.
  const [isWanted, setWanted] = useState(false);
  const isOpen = isSheet || (isEntered && !isClosed && (text.trim() !== "" || isWanted));
  const { marked, mark, move, attributes } = useCombobox({
    id,
    isOpen,
    keys: all.map(keyOf),
    // The text is a stop before the first suggestion and after the last.
    stops: [-1, ...all.keys()],
  });
  const suggestion = all[marked];

  useEffect(() => {
    for (const [name, value] of Object.entries(attributes))
      if (value === undefined) input.current?.removeAttribute(name);
      else input.current?.setAttribute(name, `${value}`);
  });

  // A mark belongs to the text that was typed.
  function write(next: string): void {
    options.write(next);
    mark(null);
  }
  function choose(suggestion: Suggestion): void {
    options.choose(suggestion);
    mark(null);
  }

  function close(): void {
    setClosed(true);
    mark(null);
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
        return step(1);
      case "ArrowUp":
        return step(-1);
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
    if (suggestion) choose(suggestion);
    return suggestion !== undefined;
  }

  function complete(): boolean {
    if (suggestion?.completed) write(suggestion.completed);
    return Boolean(suggestion?.completed);
  }

  function leave(): boolean {
    // Escape closes the whole sheet.
    if (isSheet) return false;
    if (isOpen && all.length > 0) close();
    else if (text !== "") write("");
    else input.current?.blur();
    return true;
  }

  function step(by: 1 | -1): true {
    setClosed(false);
    setWanted(true);
    if (isOpen) move(by);
    return true;
  }

  useFieldEvents(input, {
    key: onKey,
    typed(value) {
      setText(value);
      mark(null);
      setEntered(true);
      setClosed(false);
    },
    entered({ value, form }) {
      setText(value);
      setEntered(true);
      setClosed(value !== "" && form?.dataset.look === "large");
    },
    left() {
      setEntered(false);
      mark(null);
      setWanted(false);
    },
    sent: close,
    // A key may have been pressed after the text was read and before anything listened.
    heard: setText,
  });

  return { isOpen, marked, mark, choose };
}

interface FieldEvents {
  key(event: KeyboardEvent): void;
  typed(value: string): void;
  entered(field: HTMLInputElement): void;
  left(): void;
  /** The form was sent, by a key or a press. */
  sent(): void;
  /** Called once, with the text that is there when listening begins. */
  heard(value: string): void;
}

/** Listens to a field that another component renders. The handlers are those of the latest rendering. */
function useFieldEvents(input: RefObject<HTMLInputElement | null>, events: FieldEvents): void {
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const stop = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => field.addEventListener(name, listener, { signal: stop.signal });
    on("keydown", (event) => latest.current.key(event));
    // What an input method is still composing is not a word yet.
    on("input", (event) => {
      if (!(event as InputEvent).isComposing) latest.current.typed(field.value);
    });
    on("compositionend", () => latest.current.typed(field.value));
    on("focus", () => latest.current.entered(field));
    on("blur", () => latest.current.left());
    field.form?.addEventListener("submit", () => latest.current.sent(), { signal: stop.signal });
    latest.current.heard(field.value);
    return () => stop.abort();
  }, [input]);
}
