import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";
import type { ComponentOf } from "../../../domain/fields/jsx/own-text.ts";
import { LONGEST_SEARCH } from "../../../domain/limits.ts";

import classes from "./AskField.module.css";
import type { SuggestionsProps } from "./suggestions/Suggestions.tsx";

interface Props {
  /** Where it is: in the header, large within a page, or alone on a phone's screen. */
  readonly look: "header" | "large" | "sheet";
  readonly placeholder: string;
  /** The question of this page. */
  readonly text?: string;
}

/**
 * The field for asking the whole index. It is a plain form that works by itself. Its suggestions are loaded when it
 * first gets the focus; without them it remains a plain form.
 */
export function AskField({ look, placeholder, text = "" }: Props) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<ComponentOf<SuggestionsProps> | null>(null);

  /** The text that was last asked, or that the address had. */
  const asked = useRef(text);
  // The address wins, as after going back, but not over the next question, which somebody types while this one loads.
  useEffect(() => {
    const field = input.current;
    if (!field || look !== "large") return;
    const isTyped = document.activeElement === field && field.value !== asked.current;
    if (!isTyped) field.value = text;
    asked.current = text;
  }, [look, text]);

  function enhance(): void {
    if (Suggestions !== null) return;
    import("./suggestions/Suggestions.tsx").then(
      (loaded) => setSuggestions(() => loaded.Suggestions),
      // Offline, for instance. The form still works, and the next focus or input retries.
      () => {},
    );
  }

  function go(path: string): void {
    const field = input.current;
    asked.current = field?.value ?? "";
    field?.closest("dialog")?.close();
    if (field && look !== "large") {
      field.value = "";
      field.blur();
    }
    navigate(path);
  }

  /** Handles Escape until the suggestions are loaded, which then handle the key themselves. */
  function leave(event: KeyboardEvent): void {
    if (event.key === "Escape" && look !== "sheet" && !event.defaultPrevented) input.current?.blur();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    go(pages.ask(input.current?.value.trim()));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser that is in use knows <search>
    <form
      role="search"
      // A page may have one besides the header's.
      aria-label={look === "large" ? "Your question" : "Ask the index"}
      action={pages.ask()}
      method="get"
      className={classes.form}
      data-look={look}
      onSubmit={submit}
    >
      <Magnifier />
      <input
        ref={input}
        type="text"
        name="q"
        aria-label="Ask the index"
        placeholder={placeholder}
        defaultValue={text}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LONGEST_SEARCH}
        enterKeyHint="search"
        className={classes.input}
        onFocus={enhance}
        onInput={enhance}
        onKeyDown={leave}
      />
      {look === "header" ? (
        <span className={classes.key} aria-hidden="true">
          /
        </span>
      ) : (
        <button type="submit" className={classes.ask}>
          Ask
        </button>
      )}
      {Suggestions && <Suggestions input={input} go={go} isSheet={look === "sheet"} />}
    </form>
  );
}

export function Magnifier() {
  return (
    <svg className={classes.magnifier} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m12.8 12.8 4.7 4.7" />
    </svg>
  );
}
