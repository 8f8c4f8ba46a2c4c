import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formValues } from "../../../../../domain/challenge-codes/form-values.ts";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { asksForCode } from "../../../../../domain/challenges/fields.ts";
import { shownRules } from "../../../../../domain/challenges/rules.ts";
import {
  type CheckedMap,
  type CheckFacts,
  mapsByName,
  NOTHING_KNOWN,
  releasedBy,
} from "../../../../../domain/checks/check.ts";
import { failuresIn } from "../../../../../domain/checks/index.ts";
import { doubtfulLink } from "../../../../../domain/checks/proof.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import type { NamesAnswer } from "../../../../../domain/contract/names.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { Button, Checkbox } from "../../../../../domain/fields/controls.tsx";
import { type Field, kindOf } from "../../../../../domain/fields/index.ts";
import { FieldInput } from "../../../../../domain/fields/inputs.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import type { Choice } from "../../../../../domain/fields/props.ts";
import { atMost } from "../../../../../domain/fields/widths.ts";
import { readWireList } from "../../../../../domain/fields/wire-list.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { say } from "../../../../../domain/messages/index.ts";
import { type FormFields, formFields } from "../../../../../domain/submissions/form.ts";
import { Alert } from "../../../../ui/components/Alert.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { Rules } from "../../../../ui/components/Rules.tsx";
import type { StoredDraft } from "../../../../ui/forms/draft.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { ChallengeCode } from "./ChallengeCode.tsx";
import { DuplicateCheck } from "./DuplicateCheck.tsx";
import { CODE, hasCode, textOfCode } from "./filled.ts";
import classes from "./form.module.css";
import { withoutValues, withValues } from "./from-code.ts";
import { Notes, stepOfNotes } from "./Notes.tsx";
import { NotListed } from "./NotListed.tsx";
import { Done, OutcomeOfSending } from "./Outcome.tsx";
import { Proof, proofIsWhole } from "./Proof.tsx";
import { proofIn, rulesMet } from "./rules-met.ts";
import { SEND_ID, SendBar } from "./SendBar.tsx";
import { type FormStep, headingId, Part, Steps } from "./Steps.tsx";
import { suggestionOf } from "./suggested.ts";
import { useChallengeCode } from "./use-challenge-code.ts";
import { type CompletionFormState, useCompletionForm } from "./use-completion-form.ts";

export interface CompletionFormProps {
  readonly definition: ChallengeDefinition;
  /** Path and query of the page, under which the draft is stored. */
  readonly address: string;
  readonly initial: StoredDraft;
  readonly maps: readonly Choice[];
  readonly mapFacts: readonly CheckedMap[];
  readonly catalogue: Catalogue;
  /** Whether the game's server is asked about challenge codes. */
  readonly asksCodes: boolean;
  /** The completion being edited; null when one is added. */
  readonly edited: EditInfo | null;
}

/** Asks the game's server about the form's challenge code, and fills in what is certain of its document. */
function useFilledFromCode(
  definition: ChallengeDefinition,
  state: CompletionFormState,
  maps: ReturnType<typeof mapsByName>,
  asksCodes: boolean,
) {
  return useChallengeCode(asksCodes ? textOfCode(definition, state.typed) : null, (code, document) =>
    state.update((before) => {
      // What an earlier code filled in goes with it.
      const own = withoutValues(definition, before);
      const { certain } = formValues(definition, own.texts, document, state.catalogue, maps);
      return withValues(own, code, certain);
    }),
  );
}

/**
 * After the button was pressed, focuses the first field with a problem; while the fields are being corrected, the focus
 * stays where it is. A hidden file input cannot take the focus. In a slot its button takes it, not the choice above it.
 */
function useFocusOnProblem(timesRefused: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (timesRefused === 0) return;
    form.current
      ?.querySelector<HTMLElement>(
        "[data-error=true] :is(input:not([type=file], [type=radio]), textarea, select, button)",
      )
      ?.focus();
  }, [timesRefused]);
  return form;
}

/** What the boxes of fields share. */
interface Boxes {
  readonly state: CompletionFormState;
  readonly fields: FormFields;
  choicesFor(field: Field): readonly Choice[];
}

function FieldBoxes({
  of,
  boxes: { state, fields, choicesFor },
}: {
  of: readonly (readonly [string, Field])[];
  boxes: Boxes;
}) {
  const { typed, problems, setText } = state;
  return of.map(([name, field]) => (
    <FieldInput
      key={name}
      name={name}
      field={field}
      value={typed.texts[name] ?? ""}
      onChange={(value) => setText(name, value)}
      error={problems[name] ?? null}
      required={!field.optional}
      hint={suggestionOf(typed, name, field)}
      choices={choicesFor(field)}
      companions={fields.companions}
      towers={fields.towers}
      texts={typed.texts}
      setText={setText}
      catalogue={state.catalogue}
    />
  ));
}

/** Writes a listed name in the place of a text, wherever a tower is called so. */
function replaceTower(text: string, name: string, { state: { typed, setText }, fields }: Boxes): void {
  for (const [field, { kind }] of fields.main) {
    const value = typed.texts[field] ?? "";
    if (kind === "tower" && value.trim() === text) setText(field, name);
    const list = kind === "towerset" ? readWireList(value) : null;
    if (list?.includes(text))
      setText(field, JSON.stringify(list.map((each) => (each === text ? name : each))));
  }
}

/** What was done: its fields, or a line instead of them where they are folded. */
function WhatFields({
  definition,
  boxes,
  shown,
  title,
  folding: { folded, unfold },
  isEdit,
}: {
  definition: ChallengeDefinition;
  boxes: Boxes;
  /** The fields that the form has now. */
  shown: readonly (readonly [string, Field])[];
  title: string;
  folding: Pick<ReturnType<typeof useFolding>, "folded" | "unfold">;
  isEdit: boolean;
}) {
  const { state, fields } = boxes;
  const look = `${layout.stack} ${classes.fields}`;
  return (
    <>
      {folded !== null && (
        <div className={classes.folded}>
          <p>
            {shown
              .flatMap(([name, field]) => {
                const text = state.typed.texts[name]?.trim();
                return text ? (kindOf(field).inWords?.(text, field) ?? text) : [];
              })
              .join(" · ")}
          </p>
          <Button look="plain" aria-label={`Change ${title}`} onClick={unfold}>
            Change
          </Button>
        </div>
      )}
      <div className={look} data-folded={folded !== null || undefined}>
        <FieldBoxes of={fields.main} boxes={boxes} />
      </div>
      <NotListed
        definition={definition}
        state={state}
        onCorrect={(text, name) => replaceTower(text, name, boxes)}
      />
      <DuplicateCheck definition={definition} state={state} isEdit={isEdit} />
      {state.og && (
        <div className={look} data-folded={folded !== null || undefined}>
          <FieldBoxes of={fields.ogExtras} boxes={boxes} />
        </div>
      )}
    </>
  );
}

/** What helpers said of what is edited. */
const FromHelpers = ({ edited: { question, rejection } }: { edited: EditInfo }) => (
  <>
    {question && (
      <Alert color="coral" title="A helper asks">
        {question}
      </Alert>
    )}
    {rejection && (
      <Alert color="coral" title="A helper rejected this">
        {rejection}
      </Alert>
    )}
  </>
);

const Changed = ({ onStartAnew }: { onStartAnew: () => void }) => (
  <Alert color="coral" role="alert" title="Somebody has changed this completion since you started">
    Your text is still here to copy, but it cannot be sent like this.{" "}
    <Button isSmall onClick={onStartAnew}>
      Start again from the current version
    </Button>
  </Alert>
);

/** Returns the form's steps, the fields of the first one, and whether its code is still to be filled in. */
function stepsOf(
  definition: ChallengeDefinition,
  state: CompletionFormState,
  fields: FormFields,
  edited: EditInfo | null,
) {
  const { og, problems, missing, lacksProof, typed } = state;
  const isEdit = edited !== null;
  const shown = [...fields.main, ...(og ? fields.ogExtras : [])];
  const what = {
    title: "What",
    isWhole:
      !problems[fields.code?.[0] ?? CODE] &&
      shown.every(([name, { label }]) => !problems[name] && !missing.includes(label)),
  };
  const steps = [
    what,
    { title: "Proof", isWhole: proofIsWhole(definition, state, edited) },
    stepOfNotes(definition, state, isEdit, missing.length === 0 && !lacksProof),
  ] as const;
  // Nobody who still lacks the code has to look for its box.
  return { shown, steps, lacksCode: !isEdit && asksForCode(definition) && !hasCode(definition, typed) };
}

/** The form in which all challenges add and edit completions: what was done, the proof, and the notes. */
export function CompletionForm({
  definition,
  address,
  initial,
  maps,
  mapFacts,
  catalogue,
  asksCodes,
  edited,
}: CompletionFormProps) {
  const spellings = useSpellings();
  const mapChoices = useMemo(() => withSpellings(maps, spellings.maps), [maps, spellings.maps]);
  const state = useCompletionForm({
    definition,
    address,
    initial,
    edited,
    catalogue,
    maps: mapChoices,
    newestVersion: spellings.newestVersion,
  });
  const { typed, timesRefused, now, isUnderWay } = state;
  const mapsKnown = useMemo(() => mapsByName(mapFacts), [mapFacts]);
  const asked = useFilledFromCode(definition, state, mapsKnown, asksCodes);
  const form = useFocusOnProblem(timesRefused);
  const fields = useMemo(() => formFields(definition), [definition]);
  const isEdit = edited !== null;
  const { shown, steps, lacksCode } = stepsOf(definition, state, fields, edited);
  const [what, proof, last] = steps;
  const folding = useFolding(what, lacksCode ? "fields" : "all");
  const keepFocus = useKeptFocus(isUnderWay);

  if (now.stage === "done") return <Done definition={definition} outcome={now} edited={edited} />;

  const choicesFor = (field: Field): readonly Choice[] => {
    if (field.kind === "map") return mapChoices;
    return kindOf(field).attribute === "towers" ? spellings.towers : [];
  };
  const boxes: Boxes = { state, fields, choicesFor };

  return (
    <div className={`${layout.stack} ${classes.page}`}>
      <RulesBeside
        definition={definition}
        catalogue={catalogue}
        met={rulesMet(definition, state, edited, state.isWrong, catalogue)}
      />
      <form
        ref={form}
        onSubmit={(event) => {
          keepFocus();
          void state.submit(event);
        }}
        className={layout.stack}
        onKeyDown={keepEnter}
        onClick={folding.onUse}
        onKeyUp={folding.onUse}
        noValidate
      >
        {edited !== null && <FromHelpers edited={edited} />}
        <fieldset disabled={isUnderWay} className={classes.fieldset}>
          {edited !== null && typed.revision !== edited.revision && <Changed onStartAnew={state.startAnew} />}
          <Steps
            steps={steps}
            draft={state.isDraftSaved ? "saved" : state.isDraftRestored ? "restored" : null}
            onStartOver={state.startAnew}
            last={{ title: "send it", id: SEND_ID }}
          />
          <Part number={1} {...what} className={layout.stack}>
            <div data-folded={folding.folded === "all" || undefined} className={classes.foldable}>
              <ChallengeCode
                definition={definition}
                state={state}
                isEdit={isEdit}
                asked={asked}
                maps={mapsKnown}
                isAsked={asksCodes}
              />
            </div>
            <WhatFields
              definition={definition}
              boxes={boxes}
              shown={shown}
              title={what.title}
              folding={folding}
              isEdit={isEdit}
            />
            <Warnings
              definition={definition}
              state={state}
              facts={{
                ...NOTHING_KNOWN,
                newestVersion: spellings.newestVersion,
                maps: mapsKnown,
                code: asked.answer.is === "found" ? asked.answer.document : null,
                released: releasedBy(spellings.released),
                proof: proofIn(definition, state, edited),
              }}
            />
          </Part>
          <Proof definition={definition} state={state} edited={edited} isWhole={proof.isWhole} />
          <Notes state={state} step={last}>
            <FieldBoxes of={fields.notes} boxes={boxes} />
          </Notes>
        </fieldset>
        <OutcomeOfSending definition={definition} state={state} />
        {state.waitsForSignIn && (
          <p role="status" className={classes.waiting}>
            Please sign in, in the window that opened. Your form stays here and is sent afterwards.
          </p>
        )}
        <SendBar definition={definition} state={state} edited={edited} />
      </form>
    </div>
  );
}

/**
 * Folds a part in which nothing is missing once somebody uses another one: the style sheet shows a line instead of its
 * fields where a window is narrow. What was used stays where it is.
 * @param wanted what is to be folded then: the fields alone, or the box for the code as well
 */
function useFolding({ title, isWhole }: FormStep, wanted: "fields" | "all") {
  const [folded, setFolded] = useState<typeof wanted | null>(null);
  if (folded !== null && !isWhole) setFolded(null);
  const id = headingId(title);
  return {
    folded,
    /** For a click or a key that has had its effect, so that nothing moves away from under a finger. */
    onUse({ target, currentTarget }: SyntheticEvent<HTMLFormElement>): void {
      const used = target as HTMLElement;
      if (folded === wanted || !isWhole || used.closest(`[aria-labelledby="${id}"]`)) return;
      // "Next: Proof" leads to a heading.
      const focused = document.activeElement;
      const anchor = focused && currentTarget.contains(focused) ? focused : used;
      if (anchor.closest(`[aria-labelledby="${id}"]`)) return;
      // React is not yet done with this event: a box that was ticked would be rendered as it was before.
      setTimeout(() => {
        const { top } = anchor.getBoundingClientRect();
        flushSync(() => setFolded(wanted));
        window.scrollBy(0, anchor.getBoundingClientRect().top - top);
      });
    },
    unfold(): void {
      flushSync(() => setFolded(null));
      document.getElementById(id)?.focus({ preventScroll: true });
    },
  };
}

/**
 * Gives the focus back once the form works: what is disabled loses it.
 * @param isDisabled whether the form is disabled
 * @returns a function to call before that, which takes note of what has the focus
 */
function useKeptFocus(isDisabled: boolean): () => void {
  const focused = useRef<Element>(null);
  useEffect(() => {
    // What went wrong takes the focus itself, if it is said anywhere.
    if (!isDisabled && document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus();
  }, [isDisabled]);
  return () => {
    focused.current = document.activeElement;
  };
}

/** Adds to the maps the spellings that helpers recorded. */
function withSpellings(maps: readonly Choice[], spellings: readonly Choice[]): readonly Choice[] {
  const known = new Map(spellings.map((each) => [each.name, each.spellings]));
  return maps.map((map) => ({ ...map, spellings: [...map.spellings, ...(known.get(map.name) ?? [])] }));
}

/**
 * Says what fails of what is filled in. Most of it is accepted all the same; what is refused is also said at its field
 * once the button was pressed. Helpers read more, but not of what nobody has filled in yet.
 */
function Warnings({
  definition,
  state: { typed, og, problems, catalogue },
  facts,
}: {
  definition: ChallengeDefinition;
  state: CompletionFormState;
  facts: CheckFacts;
}) {
  const { user } = useSignIn();
  const failures = failuresIn(definition, typed.texts, og, catalogue, facts).filter(
    ({ id, level, at: [name = ""] }) => {
      // Said at the slot.
      if (id === doubtfulLink.id) return false;
      if (level === "note") return user?.isHelper === true && (typed.texts[name] ?? "") !== "";
      return level === "warn" || problems[name] === undefined;
    },
  );
  const id = useId();
  // By its words: a tick at a warning holds for that value alone.
  const warnings = [...Map.groupBy(failures, ({ problem }) => say(problem))];
  return (
    <div role="status" className={classes.hint}>
      {warnings.map(([warning, [first]], at) => (
        <div key={warning}>
          <p id={`${id}${at}`}>{warning}</p>
          {first?.level === "warn" && (
            <Checkbox name="looked" value={first.id} label="Submit anyway" aria-describedby={`${id}${at}`} />
          )}
        </div>
      ))}
    </div>
  );
}

/** Keeps Enter from sending the form in a box with a list to choose from, where it chooses. */
function keepEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === "Enter" && (event.target as HTMLElement).getAttribute("aria-haspopup") === "listbox")
    event.preventDefault();
}

/**
 * The rules, beside the form where there is room, otherwise folded above it. Those that the form shows to be met are
 * ticked.
 */
function RulesBeside({
  definition,
  catalogue,
  met,
}: {
  definition: ChallengeDefinition;
  catalogue: Catalogue;
  /** Of each rule that the form can show, by id. */
  met: ReadonlyMap<string, boolean>;
}) {
  const { label } = definition;
  const [isOpen] = useState(() => !window.matchMedia(atMost("laptop")).matches);
  return (
    <aside className={`${layout.card} ${classes.rules}`} aria-label={`${label} Rules`}>
      <details open={isOpen}>
        <summary>
          <h2>{label} Rules</h2>
          <span className={classes.met}>
            {[...met.values()].filter(Boolean).length} of {met.size} ticked
          </span>
        </summary>
        <div className={classes.sections}>
          <Rules
            rules={shownRules(definition, catalogue)}
            signOf={(id) => {
              const isMet = met.get(id);
              if (isMet === undefined) return null;
              return (
                <>
                  <VerdictSign verdict={isMet ? "done" : "open"} />
                  <Hidden>{isMet ? "Ticked: " : "Not ticked yet: "}</Hidden>
                </>
              );
            }}
          />
        </div>
      </details>
    </aside>
  );
}

/** Other spellings of towers and maps, by their names; empty until they are loaded. */
export interface FormSpellings {
  readonly towers: readonly Choice[];
  readonly maps: readonly Choice[];
  /** The newest version of the game that is known; null until it is loaded. */
  readonly newestVersion: string | null;
  readonly released: NamesAnswer["released"];
}

const NONE: FormSpellings = { towers: [], maps: [], newestVersion: null, released: [] };

const choicesOf = (spelled: readonly (readonly string[])[]): Choice[] =>
  spelled.flatMap(([name, ...spellings]) => (name === undefined ? [] : [{ name, spellings }]));

/** Loads the spellings that helpers recorded. Without them the boxes know only the game's own: a failure is ignored. */
function useSpellings(): FormSpellings {
  const [spellings, setSpellings] = useState(NONE);
  useEffect(() => {
    const stop = new AbortController();
    fetch(api.names(), { signal: stop.signal })
      .then(async (response) => {
        if (!response.ok) return;
        const { types, heroes, maps, newestVersion, released } = (await response.json()) as NamesAnswer;
        const towers = [...types.flatMap(({ names, tiers }) => [names, ...Object.values(tiers)]), ...heroes];
        setSpellings({
          towers: choicesOf(towers),
          maps: choicesOf(maps.map(({ names }) => names)),
          newestVersion,
          released,
        });
      })
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return spellings;
}
