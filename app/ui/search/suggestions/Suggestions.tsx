import { useCallback, useEffect, useId, useMemo, useState } from "react";
import type { PlayerNamesAnswer } from "../../../../domain/contract/names.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import type { AnswerResult } from "../../../../domain/contract/search.ts";
import { MapMark } from "../../../../domain/fields/map/MapMark.tsx";
import { TowerMark } from "../../../../domain/fields/marks/TowerMark.tsx";
import { VerdictSign } from "../../../../domain/fields/marks/VerdictSign.tsx";
import { counted } from "../../../../domain/game/counted.ts";
import { SIGN_OF } from "../../../../domain/search/verdicts.ts";
import layout from "../../components/layout.module.css";
import {
  entryOf,
  playerPrefixes,
  type Suggestion,
  type SuggestionEntry,
  type SuggestionGroup,
  suggest,
} from "./match.ts";
import { loadEntries } from "./names.ts";
import classes from "./Suggestions.module.css";
import { keyOf, useSuggestionKeys } from "./use-suggestion-keys.ts";

/** How long somebody must have paused before players are requested, in milliseconds. */
const PAUSE = 120;

const playerOf = (name: string, counts: PlayerNamesAnswer["counts"][number] | undefined): SuggestionEntry =>
  entryOf("player", counts ? [name, counts.matched] : [name], {
    hint: counts?.originals ? `${counted(counts.originals)} OG` : "",
    count: counts?.verified ?? null,
  });

/** Returns players whose names begin as the end of the text does; none if the request fails. */
function usePlayers(text: string): readonly SuggestionEntry[] {
  const [players, setPlayers] = useState<readonly SuggestionEntry[]>([]);
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
        const { results, counts } = response.ok
          ? ((await response.json()) as PlayerNamesAnswer)
          : { results: [], counts: [] };
        if (!stop.signal.aborted) setPlayers(results.map((name, at) => playerOf(name, counts[at])));
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

function useEntries(): readonly SuggestionEntry[] {
  const [entries, setEntries] = useState<readonly SuggestionEntry[]>([]);
  useEffect(() => {
    let isHere = true;
    loadEntries().then(
      (all) => isHere && setEntries(all),
      // Without the names nothing is suggested, and the question can still be sent as it is.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, []);
  return entries;
}

/** Milliseconds of a pause after which somebody waits for an answer rather than goes on typing. */
const ANSWER_PAUSE = 250;

/** Returns the answer to the text as a question, once it is there; null before, and if the request fails. */
function useAnswer(text: string): AnswerResult | null {
  const [answer, setAnswer] = useState<AnswerResult | null>(null);
  const question = text.trim();
  useEffect(() => {
    if (question === "") return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(api.answer({ q: question }), { signal: stop.signal });
        if (response.ok) setAnswer((await response.json()) as AnswerResult);
      } catch {
        // The question can still be sent.
      }
    }, ANSWER_PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question]);
  return answer?.text.trim() === question ? answer : null;
}

/** Whether any challenge can say anything to the question as it is. */
const isAnswered = (answer: AnswerResult | null): boolean =>
  answer?.answers.some(({ state }) => state !== "cannot-say") ?? false;

const questionGroup = (text: string, answer: AnswerResult | null): SuggestionGroup => ({
  label: "Ask",
  suggestions: [
    {
      kind: "ask",
      mark: null,
      count: null,
      completed: null,
      label: `Ask: ${text.trim()}`,
      hint: (isAnswered(answer) && answer?.question) || "In all challenges",
      act: { kind: "go", path: pages.ask(text.trim()) },
    },
  ],
});

/** The most challenges that a submission is offered in. */
const MOST_SUBMITTED = 2;

/** Returns the forms that the question's completion could be submitted in, filled in. */
function submissions(answer: AnswerResult | null): SuggestionGroup[] {
  const open = (answer?.answers ?? []).flatMap(({ challenge, label, state, submit }) =>
    submit === null || state !== "not-yet" ? [] : [{ challenge, label, submit }],
  );
  const suggestions = open.slice(0, MOST_SUBMITTED).map(({ challenge, label, submit }): Suggestion => {
    const names = Map.groupBy(submit, ({ parameter }) => parameter);
    const fields = Array.from(names, ([name, same]) => [name, same.map(({ value }) => value)] as const);
    return {
      kind: "submit",
      mark: null,
      count: null,
      completed: null,
      label: `Submit it for ${label}`,
      hint: "Not in this index yet. The form is filled in",
      act: { kind: "go", path: pages.addForm(challenge, Object.fromEntries(fields)) },
    };
  });
  return suggestions.length === 0 ? [] : [{ label: "Do", suggestions }];
}

/** A challenge's answer in short. */
type Said = Pick<AnswerResult["answers"][number], "label" | "state" | "verified">;

/**
 * Returns what each challenge can say of a suggestion: to the question itself or, where its last words may mean several
 * names, to the question with this one.
 */
function saidOf({ kind, label: name }: Suggestion, answer: AnswerResult | null): readonly Said[] {
  const all = (answer?.answers ?? []).flatMap((each): Said[] =>
    kind === "ask"
      ? [each]
      : each.each
          .filter(({ meant }) => meant.length === 1 && meant[0] === name)
          .map((one) => ({ ...one, label: each.label })),
  );
  return all.filter(({ state }) => state !== "cannot-say");
}

/** What each challenge answers in short, as far as it can: "2TC ×4", "LTC not yet". */
function Verdicts({ said }: { said: readonly Said[] }) {
  return said.length === 0 ? null : (
    <span className={classes.verdicts}>
      {said.map(({ label, state, verified }) => (
        <span key={label}>
          <VerdictSign verdict={SIGN_OF[state]} />
          <b>{label}</b> {state === "done" ? `×${counted(verified)}` : SHORT[state]}
        </span>
      ))}
    </span>
  );
}

const SHORT = { pending: "pending", "not-yet": "not yet", "cannot-say": "" } as const;

/** The mark of what a suggestion names. */
function Mark({ suggestion: { kind, mark } }: { suggestion: Suggestion }) {
  if (mark === null) return null;
  return kind === "map" ? <MapMark packed={mark} /> : <TowerMark packed={mark} />;
}

/** How many completions there are of what is suggested: on a phone the number alone. */
function Count({ of: count }: { of: number | null }) {
  return count ? (
    <span className={classes.count}>
      {counted(count)}
      <span className={layout.hiddenOnPhone}> completion{count === 1 ? "" : "s"}</span>
    </span>
  ) : null;
}

/** Shows suggestions below a field while somebody types, to be chosen with the arrow keys or a click. */
export function Suggestions({ input, go, isSheet }: SuggestionsProps) {
  const id = useId();
  const [text, setText] = useState(() => input.current?.value ?? "");
  const entries = useEntries();
  const players = usePlayers(text);
  const answer = useAnswer(text);
  const groups = useMemo(() => {
    const found = suggest(text, players.length === 0 ? entries : [...entries, ...players]);
    return text.trim() === "" ? found : [questionGroup(text, answer), ...found, ...submissions(answer)];
  }, [text, entries, players, answer]);
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
  const { isOpen, marked, mark, choose } = useSuggestionKeys({
    input,
    id,
    all,
    isSheet,
    text,
    setText,
    write,
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
              onPointerMove={({ movementX, movementY }) =>
                (movementX || movementY) && mark(keyOf(suggestion))
              }
              onClick={() => choose(suggestion)}
            >
              <Mark suggestion={suggestion} />
              <span className={classes.name}>
                <bdi>{suggestion.label}</bdi>
              </span>
              <span className={classes.hint}>{suggestion.hint}</span>
              <Count of={suggestion.count} />
              <Verdicts said={saidOf(suggestion, answer)} />
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
function numbered(groups: readonly SuggestionGroup[]) {
  let at = 0;
  return groups.map(({ label, suggestions }) => ({
    label,
    suggestions: suggestions.map((suggestion) => ({ suggestion, at: at++ })),
  }));
}
