import { type ComponentType, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { pages } from "../../routes.ts";
import classes from "./AskField.module.css";
import { Magnifier } from "./Magnifier.tsx";
import type { SuggestionsProps } from "./suggestions/Suggestions.tsx";

interface Props {
  /** Where it stands: in the header, large on a page of its own kind, or alone on a phone's screen. */
  readonly look: "header" | "large" | "sheet";
  readonly placeholder: string;
  /** What is asked on this page. */
  readonly text?: string;
}

/**
 * Where everything is asked for. It is a plain form that works by itself; what it suggests while somebody types is loaded
 * when it is first entered, and without that it stays the form it was.
 */
export function AskField({ look, placeholder, text = "" }: Props) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null);

  // The address rules: going back puts back what was asked then.
  useEffect(() => {
    if (input.current && look === "large") input.current.value = text;
  }, [look, text]);

  function enhance(): void {
    if (Suggestions !== null) return;
    import("./suggestions/Suggestions.tsx").then(
      (loaded) => setSuggestions(() => loaded.Suggestions),
      // Offline, say: the form works, and the next time it is entered this is tried again.
      () => {},
    );
  }

  function go(path: string): void {
    const field = input.current;
    field?.closest("dialog")?.close();
    if (field && look !== "large") {
      field.value = "";
      field.blur();
    }
    navigate(path);
  }

  /** Until the suggestions are there, which then take the key for themselves. */
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
      aria-label="Ask the index"
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
