import { counted } from "../../game/counted.ts";

/** What a question can be answered by, in one challenge. */
export type AnswerState = "done" | "pending" | "not-yet" | "cannot-say";

/** The four answers there are, in the words of every place that says one. */
export const STATES: Readonly<Record<AnswerState, string>> = {
  done: "Done",
  pending: "Pending",
  "not-yet": "Not in this index yet",
  "cannot-say": "Cannot say",
};

/** A question of more characters is none that somebody typed. */
export const LONGEST_QUESTION = 300;

/** "once", "4 times" */
export const times = (count: number): string => (count === 1 ? "once" : `${counted(count)} times`);

/** The answer as a sign has it: "Done 4 times". */
export const signOf = ({
  state,
  verified,
}: {
  readonly state: AnswerState;
  readonly verified: number;
}): string => (state === "done" ? `${STATES.done} ${times(verified)}` : STATES[state]);
