import { useCallback, useEffect, useId, useMemo, useState } from "react";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { type Entry, entryOf, type Group, playerPrefixes, type Suggestion, suggest } from "./match.ts";
import { loadEntries } from "./names.ts";
import classes from "./Suggestions.module.css";
import { useCombobox } from "./use-combobox.ts";

/** How long somebody must have paused before players are asked for, in milliseconds. */
const PAUSE = 120;

/** Returns players whose names begin as the end of the text does; none if the request fails. */
function usePlayers(text: string): readonly Entry[] {
  const [players, setPlayers] = useState<readonly Entry[]>([]);
  const prefixes = JSON.stringify(playerPrefixes(text));
  useEffect(() => {
    const prefix = JSON.parse(prefixes) as string[];
    if (prefix.length === 0) {
      setPlayers([]);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(api.playerNames({ prefix }), { signal: stop.signal });
        const { results } = response.ok
          ? ((await response.json()) as { results: string[] })
          : { results: [] };
        if (!stop.signal.aborted) setPlayers(results.map((name) => entryOf("player", [name])));
      } catch {
        if (!stop.signal.aborted) setPlayers([]);
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [prefixes]);
  return players;
}

export interface SuggestionsProps {
  /** The input of the form that contains the suggestions. */
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly go: (path: string) => void;
  /** Whether they fill the screen and never close. */
  readonly isSheet: boolean;
}

function useEntries(): readonly Entry[] {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    let isHere = true;
    loadEntries().then(
      (all) => isHere && setEntries(all),
      // Without the names nothing is suggested, and the question can still be asked as it is.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, []);
  return entries;
}

const asked = (text: string): Group => ({
  label: "Ask",
  suggestions: [
    {
      label: `Ask: ${text.trim()}`,
      hint: "In all challenges",
      category: null,
      act: { kind: "go", path: pages.ask(text.trim()) },
      completed: null,
    },
  ],
});

/** Shows suggestions below a field while somebody types, to be chosen with the arrow keys or a click. */
export function Suggestions({ input, go, isSheet }: SuggestionsProps) {
  const id = useId();
  const [text, setText] = useState(() => input.current?.value ?? "");
  const entries = useEntries();
  const players = usePlayers(text);
  const groups = useMemo(() => {
    const found = suggest(text, players.length === 0 ? entries : [...entries, ...players]);
    return text.trim() === "" ? found : [asked(text), ...found];
  }, [text, entries, players]);
  const all = useMemo(() => groups.flatMap(({ suggestions }) => suggestions), [groups]);

  const write = useCallback(
    (value: string) => {
      if (input.current) input.current.value = value;
      setText(value);
    },
    [input],
  );
  const perform = useCallback(
    ({ act }: Suggestion) => {
      if (act.kind === "complete") write(act.text);
      else go(act.path);
    },
    [go, write],
  );
  const { isOpen, marked, mark, choose } = useCombobox({
    ...{ input, id, all, isSheet, text, setText, write },
    choose: perform,
  });

  if (!isOpen || all.length === 0) return null;
  const items = numbered(groups);
  return (
    // A press here must not take the focus away from the field, which handles the keyboard.
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      className={classes.list}
      data-sheet={isSheet}
      onPointerDown={(event) => event.preventDefault()}
    >
      {items.map(({ label, suggestions }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
        <div key={label} role="group" aria-label={label}>
          <div className={classes.group} aria-hidden="true">
            {label}
          </div>
          {suggestions.map(({ suggestion, at }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={at}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === marked}
              className={classes.option}
              // A list that appears under a resting mouse is not pointed at.
              onPointerMove={({ movementX, movementY }) => (movementX || movementY) && mark(at)}
              onClick={() => choose(suggestion)}
            >
              <span className={classes.name} data-category={suggestion.category ?? undefined}>
                <bdi>{suggestion.label}</bdi>
              </span>
              <span className={classes.hint}>{suggestion.hint}</span>
            </div>
          ))}
        </div>
      ))}
      {!isSheet && (
        <p className={classes.keys} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>↵</kbd> choose <kbd>Tab</kbd> complete <kbd>Esc</kbd> close
        </p>
      )}
    </div>
  );
}

/** Numbers the suggestions across all groups. */
function numbered(groups: readonly Group[]) {
  let at = 0;
  return groups.map(({ label, suggestions }) => ({
    label,
    suggestions: suggestions.map((suggestion) => ({ suggestion, at: at++ })),
  }));
}
