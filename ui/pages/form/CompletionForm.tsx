import "./mantine.css";
import { Alert, Button, Checkbox, Group, Progress } from "@mantine/core";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { Link } from "react-router";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import type { EditInfo } from "../../../contract/completions.ts";
import { formFields, type Texts } from "../../../derive/form.ts";
import { warningsIn } from "../../../derive/warnings.ts";
import type { Field } from "../../../fields/index.ts";
import type { Choice } from "../../../fields/input-props.ts";
import { FieldInput } from "../../../fields/inputs.tsx";
import { say } from "../../../messages/index.ts";
import { pages } from "../../../routes.ts";
import { FocusedAlert } from "../../components/FocusedAlert.tsx";
import type { Draft } from "./draft.ts";
import classes from "./form.module.css";
import { Proof } from "./Proof.tsx";
import { type CompletionFormState, useCompletionForm } from "./use-completion-form.ts";
import { useExisting } from "./use-existing.ts";

export interface CompletionFormProps {
  readonly definition: ChallengeDefinition;
  /** Where what is filled in is kept: path and query of the page. */
  readonly address: string;
  readonly initial: Draft;
  readonly maps: readonly Choice[];
  /** What is edited; null: a completion is added. */
  readonly edited: EditInfo | null;
}

/** The one form of all challenges, to add and to edit. */
export function CompletionForm({ definition, address, initial, maps, edited }: CompletionFormProps) {
  const { label } = definition;
  const state = useCompletionForm(definition, address, initial, edited);
  const { typed, problems, outcome, progress, isUnderWay, change, setText, startAnew } = state;
  const form = useRef<HTMLFormElement>(null);
  const fields = useMemo(() => formFields(definition), [definition]);
  const own = edited === null ? null : String(edited.result.filekey);

  // The first field with a problem is where to go on. Mantine marks the control and what stands around it, which alone
  // a group of boxes has; neither it nor the hidden input of a file takes the focus.
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    form.current
      ?.querySelector<HTMLElement>("[data-error=true] :is(input:not([type=file]), textarea, select, button)")
      ?.focus();
  }, [problems]);

  const inputs = (list: readonly (readonly [string, Field])[]) =>
    list.map(([name, field]) => (
      <FieldInput
        key={name}
        name={name}
        field={field}
        value={typed.texts[name] ?? ""}
        onChange={(value) => setText(name, value)}
        error={problems[name] ?? null}
        required={!field.optional}
        choices={field.kind === "map" ? maps : []}
        companions={fields.companions}
        texts={typed.texts}
        setText={setText}
      />
    ));

  if (outcome?.kind === "done")
    return <Done definition={definition} outcome={outcome} isEdit={edited !== null} />;

  return (
    <form
      ref={form}
      onSubmit={(event) => void state.submit(event)}
      className={classes.form}
      onKeyDown={keepEnter}
      noValidate
    >
      {edited?.rejection && (
        <Alert color="coral" title="A helper rejected this">
          {edited.rejection}
        </Alert>
      )}
      {edited !== null && typed.revision !== edited.revision && (
        <Alert color="coral" role="alert" title="Somebody changed this completion since you began">
          What you filled in is still here for you to copy, but it cannot be sent as it stands.{" "}
          <Button size="compact-sm" variant="default" onClick={startAnew}>
            Start anew from what it is now
          </Button>
        </Alert>
      )}
      {inputs(fields.main)}
      <Hint definition={definition} texts={typed.texts} own={own} />
      {definition.og && (
        <Checkbox
          name="og"
          label="OG completion?"
          checked={typed.og}
          onChange={(event) => change({ og: event.currentTarget.checked })}
          error={problems.og}
        />
      )}
      {typed.og && <div className={classes.extras}>{inputs(fields.ogExtras)}</div>}

      <Proof state={state} edited={edited} />
      {inputs(fields.notes)}
      {state.asksToVerify && (
        <Checkbox
          name="verify"
          label="Mark as verified?"
          checked={typed.verify}
          onChange={(event) => change({ verify: event.currentTarget.checked })}
        />
      )}
      <Warnings definition={definition} typed={typed} />
      <Outcome label={label} state={state} />
      {state.waitsForSignIn && (
        <p role="status" className={classes.waiting}>
          Waiting for you to sign in, in the window that opened. What you filled in stays here and is sent
          then.
        </p>
      )}
      <Group>
        <Button type="submit" disabled={isUnderWay}>
          {edited ? `Update ${label}` : `Add ${label}`}
        </Button>
        {progress !== null && (
          <Button variant="default" onClick={state.cancel}>
            Cancel
          </Button>
        )}
      </Group>
      {progress !== null && (
        <Progress value={progress * 100} aria-label="Upload" animated={progress === 1} size="lg" />
      )}
    </form>
  );
}

/** What looks odd, which the index takes all the same. */
function Warnings({
  definition,
  typed,
}: {
  definition: ChallengeDefinition;
  typed: CompletionFormState["typed"];
}) {
  const warnings = warningsIn(definition, typed.texts, typed.og).map(say);
  return (
    <div role="status" className={classes.hint}>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </div>
  );
}

/** Whether the combination is there already, said while somebody types, and whether it would be the first of its kind. */
function Hint({
  definition,
  texts,
  own,
}: {
  definition: ChallengeDefinition;
  texts: Texts;
  own: string | null;
}) {
  const { filekey, isClaimed, hasOriginal } = useExisting(definition, texts, own);
  return (
    <div role="status" className={classes.hint}>
      {filekey !== null && (
        <p>
          This combination already exists:{" "}
          <Link to={pages.notes(definition.key, { filekey })}>look at it</Link>.
        </p>
      )}
      {isClaimed && (
        <p>
          A claim of this is waiting for a helper. You can submit yours: the one that is verified first has
          it.
        </p>
      )}
      {definition.og && filekey === null && hasOriginal === false && (
        <p>There is no OG of this yet: it would be the OG.</p>
      )}
    </div>
  );
}

/** Why the form was not taken, in SPEC's words (section 8). */
function Outcome({
  label,
  state: { outcome, problems, startAnew, signInAgain },
}: {
  label: string;
  state: CompletionFormState;
}) {
  const isMarked = Object.keys(problems).length > 0;
  if (outcome?.kind === "exists")
    return (
      <FocusedAlert color="coral" role="alert">
        {label} already exists
      </FocusedAlert>
    );
  if (outcome?.kind === "failed") {
    // Where a field is marked, that has the focus.
    const Said = isMarked ? Alert : FocusedAlert;
    return (
      <Said color="coral" role="alert">
        Error adding {label}: {outcome.message}{" "}
        {outcome.remedy === "reload" && (
          <Button size="compact-sm" variant="default" onClick={startAnew}>
            Reload
          </Button>
        )}
        {outcome.remedy === "sign-in" && (
          <Button size="compact-sm" variant="default" onClick={signInAgain}>
            Sign in and come back
          </Button>
        )}
      </Said>
    );
  }
  if (outcome !== null || !isMarked) return null;
  return (
    <p role="alert" className={classes.problem}>
      Please look at the fields marked above.
    </p>
  );
}

/** Enter in a box to choose from chooses; it does not send the form. */
function keepEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === "Enter" && (event.target as HTMLElement).getAttribute("aria-haspopup") === "listbox")
    event.preventDefault();
}

function Done({
  definition: { key, label },
  outcome: { filekey, notOriginal },
  isEdit,
}: {
  definition: ChallengeDefinition;
  outcome: Extract<CompletionFormState["outcome"], { kind: "done" }>;
  isEdit: boolean;
}) {
  return (
    <FocusedAlert color="reed" role="status" title={`Successfully registered ${label}`}>
      {notOriginal && (
        <p>Another one was verified as the original before: this one is verified as not original.</p>
      )}
      <Group gap="lg">
        <Link to={pages.notes(key, { filekey })}>Look at it</Link>
        {!isEdit && (
          <Link to={pages.addForm(key)} reloadDocument>
            Add another {label}
          </Link>
        )}
        <Link to={pages.mySubmissions()}>My submissions</Link>
      </Group>
    </FocusedAlert>
  );
}
