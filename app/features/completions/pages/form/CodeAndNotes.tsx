import type { ReactNode } from "react";
import { Checkbox, TextInput } from "../../../../../domain/fields/controls.tsx";
import { hasCode, tidyCode } from "./challenge-code.ts";
import { CODE } from "./filled.ts";
import classes from "./form.module.css";
import { Part } from "./Part.tsx";
import type { CompletionFormState } from "./use-completion-form.ts";

/**
 * The notes and, when adding, a box for the challenge code, which is written into the notes. If the rules ask for the
 * code, the part is ticked once it is in either. Otherwise the tick only shows that somebody has been here: it appears
 * once something is written in this part, or when everything before it is complete and only the button is left.
 */
export function CodeAndNotes({
  state,
  isEdit,
  asksCode,
  isLast,
  notes,
}: {
  state: CompletionFormState;
  isEdit: boolean;
  /** Whether the rules ask for the code. */
  asksCode: boolean;
  /** Whether the parts before it are complete. */
  isLast: boolean;
  /** The textarea. */
  notes: ReactNode;
}) {
  const { typed, problems, change } = state;
  const wantsCode = asksCode && !isEdit;
  const isWritten = typed.code !== "" || (typed.texts.notes ?? "").trim() !== "";
  const isWhole = wantsCode ? hasCode(typed) : isWritten || isLast;
  return (
    <Part
      number={3}
      title={isEdit ? "Notes" : "Code and notes"}
      isWhole={isWhole && !problems[CODE] && !problems.notes}
      className={isEdit ? undefined : classes.code}
    >
      {!isEdit && (
        <TextInput
          label="Challenge code"
          description={
            asksCode ? "The rules ask for it. It is put into the notes." : "It is put into the notes."
          }
          placeholder="ZMYXWVU"
          value={typed.code}
          onChange={(event) => change({ code: tidyCode(event.currentTarget.value) }, CODE)}
          error={problems[CODE]}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
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
