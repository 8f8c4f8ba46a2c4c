import { counted } from "../game/counted.ts";

/** The possible answers to a question in one challenge. */
export type AnswerState = "done" | "pending" | "not-yet" | "cannot-say";

/** The four answers in words, the same everywhere. */
export const STATES: Readonly<Record<AnswerState, string>> = {
  done: "Done",
  pending: "Pending",
  "not-yet": "Not in this index yet",
  "cannot-say": "Cannot say",
};

/** "once", "4 times" */
export const times = (count: number): string => (count === 1 ? "once" : `${counted(count)} times`);

/** Returns the answer in short: "Done 4 times". */
export const signOf = ({
  state,
  verified,
}: {
  readonly state: AnswerState;
  readonly verified: number;
}): string => (state === "done" ? `${STATES.done} ${times(verified)}` : STATES[state]);
