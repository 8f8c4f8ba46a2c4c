import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ChallengeDocument } from "../../../../../domain/challenge-codes/document.ts";
import { shownRules } from "../../../../../domain/challenges/rules.ts";
import { type CheckFacts, NOTHING_KNOWN, releasedBy } from "../../../../../domain/checks/check.ts";
import { failuresIn } from "../../../../../domain/checks/index.ts";
import { doubtfulLink } from "../../../../../domain/checks/proof.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { Button, Checkbox } from "../../../../../domain/fields/controls.tsx";
import { type Field, kindOf } from "../../../../../domain/fields/index.ts";
import { FieldInput } from "../../../../../domain/fields/inputs.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import type { Choice } from "../../../../../domain/fields/props.ts";
import { atMost } from "../../../../../domain/fields/widths.ts";
import { say } from "../../../../../domain/messages/index.ts";
import { formFields } from "../../../../../domain/submissions/form.ts";
import { Alert } from "../../../../ui/components/Alert.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { Rules } from "../../../../ui/components/Rules.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { ChallengeCode } from "./ChallengeCode.tsx";
import { DuplicateCheck } from "./DuplicateCheck.tsx";
import { fieldsOfWhat } from "./filled.ts";
import classes from "./form.module.css";
import { NotListed } from "./NotListed.tsx";
import { Done, OutcomeOfSending } from "./Outcome.tsx";
import { Proof } from "./Proof.tsx";
import { proofIn, rulesMet } from "./rules-met.ts";
import { SendBar } from "./SendBar.tsx";
import { type FormStep, headingId, Part, Steps, stepsOf } from "./Steps.tsx";
import { suggestionOf } from "./suggested.ts";
import { useChallengeCode } from "./use-challenge-code.ts";
import {
  type CompletionFormProps,
  type CompletionFormState,
  useCompletionForm,
} from "./use-completion-form.ts";

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

function FieldBoxes({
  of,
  state,
}: {
  of: readonly (readonly [string, Field])[];
  state: CompletionFormState;
}) {
  const { definition, typed, problems, setText, names } = state;
  const { companions, towers } = useMemo(() => formFields(definition), [definition]);
  const choicesFor = (field: Field): readonly Choice[] => {
    if (field.kind === "map") return names.maps;
    return kindOf(field).attribute === "towers" ? names.towers : [];
  };
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
      companions={companions}
      towers={towers}
      texts={typed.texts}
      setText={setText}
      catalogue={state.catalogue}
    />
  ));
}

/** What was done: its fields, or a line instead of them where they are folded. */
function WhatFields({
  state,
  title,
  folding: { folded, unfold },
}: {
  state: CompletionFormState;
  title: string;
  folding: Pick<ReturnType<typeof useFolding>, "folded" | "unfold">;
}) {
  const { main, ogExtras } = formFields(state.definition);
  const look = `${layout.stack} ${classes.fields}`;
  return (
    <>
      {folded !== null && (
        <div className={classes.folded}>
          <p>
            {fieldsOfWhat(state)
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
        <FieldBoxes of={main} state={state} />
      </div>
      <NotListed state={state} />
      <DuplicateCheck state={state} />
      {state.og && (
        <div className={look} data-folded={folded !== null || undefined}>
          <FieldBoxes of={ogExtras} state={state} />
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

/** The form in which all challenges add and edit completions: what was done, the proof, and the notes. */
export function CompletionForm(props: CompletionFormProps) {
  const state = useCompletionForm(props);
  const { definition, edited, typed, now, isUnderWay } = state;
  const asked = useChallengeCode(state);
  const form = useFocusOnProblem(state.timesRefused);
  const { what, proof, notes } = stepsOf(state);
  // Nobody who still lacks the code has to look for its box.
  const folding = useFolding(what, state.lacksCode ? "fields" : "all");
  const keepFocus = useKeptFocus(isUnderWay);

  if (now.stage === "done") return <Done definition={definition} outcome={now} edited={edited} />;
  return (
    <div className={`${layout.stack} ${classes.page}`}>
      <RulesBeside state={state} />
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
          <Steps steps={[what, proof, notes]} state={state} />
          <Part number={1} {...what} className={layout.stack}>
            <div data-folded={folding.folded === "all" || undefined} className={classes.foldable}>
              <ChallengeCode state={state} asked={asked} />
            </div>
            <WhatFields state={state} title={what.title} folding={folding} />
            <Warnings state={state} code={asked.answer.is === "found" ? asked.answer.document : null} />
          </Part>
          <Proof state={state} step={proof} />
          <Part number={3} {...notes} isLast className={layout.stack}>
            <FieldBoxes of={formFields(definition).notes} state={state} />
            {state.asksToVerify && (
              <Checkbox
                name="verify"
                label="Mark as verified?"
                checked={typed.verify}
                onChange={(event) => state.change({ verify: event.currentTarget.checked })}
              />
            )}
          </Part>
        </fieldset>
        <OutcomeOfSending state={state} />
        {state.waitsForSignIn && (
          <p role="status" className={classes.waiting}>
            Please sign in, in the window that opened. Your form stays here and is sent afterwards.
          </p>
        )}
        <SendBar state={state} />
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

/**
 * Says what fails of what is filled in. Most of it is accepted all the same; what is refused is also said at its field
 * once the button was pressed. Helpers read more, but not of what nobody has filled in yet.
 */
function Warnings({ state, code }: { state: CompletionFormState; code: ChallengeDocument | null }) {
  const { definition, typed, og, problems, catalogue, names, checkedMaps } = state;
  const facts: CheckFacts = {
    ...NOTHING_KNOWN,
    newestVersion: names.newestVersion,
    maps: checkedMaps,
    code,
    released: releasedBy(names.released),
    proof: proofIn(state),
  };
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
function RulesBeside({ state }: { state: CompletionFormState }) {
  const { definition, catalogue } = state;
  const { label } = definition;
  const met = rulesMet(state, state.isWrong, catalogue);
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
