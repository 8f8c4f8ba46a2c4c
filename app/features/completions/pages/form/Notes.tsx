import type { ReactNode } from "react";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { asksForCode } from "../../../../../domain/challenges/fields.ts";
import { Checkbox } from "../../../../../domain/fields/controls.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { hasCode } from "./filled.ts";
import { type FormStep, Part } from "./Steps.tsx";
import type { CompletionFormState } from "./use-completion-form.ts";

/**
 * Returns the part as a step. If the rules ask for the code, it is whole once the code is in its box or in the notes.
 * Otherwise it is once something is written in it, or when everything before it is complete and only the button is left.
 */
export function stepOfNotes(
  definition: ChallengeDefinition,
  { typed, problems }: CompletionFormState,
  isEdit: boolean,
  isLast: boolean,
): FormStep {
  const isWritten = (typed.texts.notes ?? "").trim() !== "";
  const isDone = asksForCode(definition) && !isEdit ? hasCode(definition, typed) : isWritten || isLast;
  return { title: "Notes", isWhole: isDone && !problems.notes };
}

/** The notes, which may hold the challenge code, too. */
export function Notes({
  state,
  step,
  children,
}: {
  state: CompletionFormState;
  step: FormStep;
  children: ReactNode;
}) {
  return (
    <Part number={3} {...step} isLast className={layout.stack}>
      {children}
      {state.asksToVerify && (
        <Checkbox
          name="verify"
          label="Mark as verified?"
          checked={state.typed.verify}
          onChange={(event) => state.change({ verify: event.currentTarget.checked })}
        />
      )}
    </Part>
  );
}
