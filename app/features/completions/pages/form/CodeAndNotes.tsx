import type { ReactNode } from "react";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { asksForCode } from "../../../../../domain/challenges/fields.ts";
import { Checkbox, TextInput } from "../../../../../domain/fields/controls.tsx";
import { readCode } from "../../../../../domain/fields/lines.ts";
import { isCode } from "../../../../../domain/game/words.ts";
import { about, fault, type Problem, say } from "../../../../../domain/messages/index.ts";
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

/** Returns a code as the game writes it once it is whole; anything else as it is typed. */
function asCode(typed: string): string {
  const { code, rest } = readCode(typed);
  return code !== null && rest === "" && isCode(code) ? code : typed;
}

/** Returns what becomes of a text that is not merely a code; null if it is one, or means that there is none. */
function fateOf(typed: string): Problem | null {
  const { code, rest } = readCode(typed);
  const subject = { field: "Challenge code" };
  if (rest !== "") return about(subject, fault("code-to-notes", { code }));
  return code === null || isCode(code) ? null : about(subject, fault("odd-challenge-code"));
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
  const fate = fateOf(code);
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
          onChange={(event) => setCode(asCode(event.currentTarget.value))}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      {field !== undefined && (
        <div role="status" className={classes.hint}>
          {fate && !problem && <p>{say(fate)}</p>}
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
