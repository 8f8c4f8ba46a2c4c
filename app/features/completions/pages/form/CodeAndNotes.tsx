import type { ReactNode } from "react";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { tidyCode } from "../../../../../domain/fields/code/code.ts";
import { Checkbox, TextInput } from "../../../../../domain/fields/controls.tsx";
import { isCode } from "../../../../../domain/game/codes-in-notes.ts";
import { about, fault, say } from "../../../../../domain/messages/index.ts";
import { formFields } from "../../../../../domain/submissions/form.ts";
import { hasCode } from "./challenge-code.ts";
import { CODE } from "./filled.ts";
import classes from "./form.module.css";
import { Part } from "./Part.tsx";
import type { CompletionFormState } from "./use-completion-form.ts";

/**
 * The notes and a box for the challenge code. Where the code has no field of its own the box is there when adding, and
 * what it holds is written into the notes. If the rules ask for the
 * code, the part is ticked once it is in either. Otherwise the tick only shows that somebody has been here: it appears
 * once something is written in this part, or when everything before it is complete and only the button is left.
 */
export function CodeAndNotes({
  definition,
  state,
  isEdit,
  asksCode,
  isLast,
  notes,
}: {
  definition: ChallengeDefinition;
  state: CompletionFormState;
  isEdit: boolean;
  /** Whether the rules ask for the code. */
  asksCode: boolean;
  /** Whether the parts before it are complete. */
  isLast: boolean;
  /** The textarea. */
  notes: ReactNode;
}) {
  const { typed, problems, change, setText } = state;
  const [field] = formFields(definition).code ?? [];
  const hasBox = field !== undefined || !isEdit;
  const code = field === undefined ? typed.code : (typed.texts[field] ?? "");
  const wantsCode = asksCode && !isEdit;
  const isWritten = code !== "" || (typed.texts.notes ?? "").trim() !== "";
  const isWhole = wantsCode ? hasCode(definition, typed) : isWritten || isLast;
  const problem = problems[field ?? CODE];
  const says = [
    ...(asksCode ? ["The rules ask for it."] : []),
    ...(field === undefined ? ["It is added to the notes."] : []),
  ].join(" ");
  const setCode = (written: string): void =>
    field === undefined ? change({ code: written }, CODE) : setText(field, written);
  return (
    <Part
      number={3}
      title={hasBox ? "Code and notes" : "Notes"}
      isWhole={isWhole && !problem && !problems.notes}
      className={hasBox ? classes.code : undefined}
    >
      {hasBox && (
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
