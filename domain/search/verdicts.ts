import type { AnswerSign } from "../fields/marks/VerdictSign.tsx";
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

/** The sign of each answer. */
export const SIGN_OF: Readonly<Record<AnswerState, AnswerSign>> = {
  done: "done",
  pending: "pending",
  "not-yet": "open",
  "cannot-say": "unknown",
};

/** Why nothing can be said of a challenge. */
export const REASONS = [
  ...([
    "not-tracked",
    "which-one",
    "not-understood",
    "not-possible",
    "not-at-todays-prices",
    "no-answer",
  ] as const),
] as const;
export type Reason = (typeof REASONS)[number];

/** The reasons in short. */
const REASONS_IN_WORDS: Readonly<Record<Reason, string>> = {
  "not-tracked": "Not tracked here",
  "which-one": "Which one?",
  "not-understood": "Not understood",
  "not-possible": "Not possible",
  "not-at-todays-prices": "Not at today's prices",
  "no-answer": STATES["cannot-say"],
};

/** "once", "4 times" */
export const times = (count: number): string => (count === 1 ? "once" : `${counted(count)} times`);

/** Returns the answer in short: "Done 4 times", "Not tracked here". */
export function signOf({
  state,
  why,
  verified,
}: {
  readonly state: AnswerState;
  readonly why: Reason | null;
  readonly verified: number;
}): string {
  if (why !== null) return REASONS_IN_WORDS[why];
  return state === "done" ? `${STATES.done} ${times(verified)}` : STATES[state];
}
