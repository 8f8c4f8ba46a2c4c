import type { ReactNode } from "react";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { asksForCode } from "../../../../../domain/challenges/fields.ts";
import { Checkbox, TextInput } from "../../../../../domain/fields/controls.tsx";
import { tidyCode } from "../../../../../domain/fields/lines.ts";
import { isCode } from "../../../../../domain/game/words.ts";
import { about, fault, say } from "../../../../../domain/messages/index.ts";
import { formFields } from "../../../../../domain/submissions/form.ts";
import { CODE, hasCode } from "./filled.ts";
import classes from "./form.module.css";
import { Part, type Step } from "./Steps.tsx";
import type { CompletionFormState } from "./use-completion-form.ts";

interface Props {
  readonly definition: ChallengeDefinition;
  readonly state: CompletionFormState;
  readonly isEdit: boolean;
}

/** Where the code has no field of its own, its box is there when adding. */
const hasBox = ({ definition, isEdit }: Omit<Props, "state">): boolean =>
  formFields(definition).code !== null || !isEdit;

/**
 * Returns the part as a step. If the rules ask for the code, it is whole once the code is in its box or in the notes.
 * Otherwise it is once something is written in it, or when everything before it is complete and only the button is left.
 */
export function stepOfNotes(
  { definition, state: { typed, problems }, isEdit }: Props,
  isLast: boolean,
): Step {
  const [field] = formFields(definition).code ?? [];
  const code = field === undefined ? typed.code : (typed.texts[field] ?? "");
  const isWritten = code !== "" || (typed.texts.notes ?? "").trim() !== "";
  const isDone = asksForCode(definition) && !isEdit ? hasCode(definition, typed) : isWritten || isLast;
  return {
    title: hasBox({ definition, isEdit }) ? "Code and notes" : "Notes",
    isWhole: isDone && !problems[field ?? CODE] && !problems.notes,
  };
}

/**
 * The notes and a box for the challenge code. Where the code has no field of its own, what the box holds is written into
 * the notes.
 */
export function CodeAndNotes({
  definition,
  state,
  isEdit,
  step,
  notes,
}: Props & {
  step: Step;
  notes: ReactNode;
}) {
  const { typed, problems, change, setText } = state;
  const [field] = formFields(definition).code ?? [];
  const code = field === undefined ? typed.code : (typed.texts[field] ?? "");
  const withBox = hasBox({ definition, isEdit });
  const problem = problems[field ?? CODE];
  const says = [
    ...(asksForCode(definition) ? ["The rules ask for it."] : []),
    ...(field === undefined ? ["It is added to the notes."] : []),
  ].join(" ");
  const setCode = (written: string): void =>
    field === undefined ? change({ code: written }, CODE) : setText(field, written);
  return (
    <Part number={3} {...step} isLast className={withBox ? classes.code : undefined}>
      {withBox && (
        <TextInput
          label="Challenge code"
          description={says || undefined}
          placeholder="ZMYXWVU"
          value={code}
          onChange={(event) => setCode(tidyCode(event.currentTarget.value))}
          error={problem}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      {field !== undefined && (
        <div role="status" className={classes.hint}>
          {code !== "" && !problem && !isCode(code) && (
            <p>{say(about({ field: "Challenge code" }, fault("odd-challenge-code")))}</p>
          )}
        </div>
      )}
      {notes}
      {state.asksToVerify && (
        <Checkbox
          name="verify"
          label="Mark as verified?"
          checked={typed.verify}
          onChange={(event) => change({ verify: event.currentTarget.checked })}
        />
      )}
    </Part>
  );
}
