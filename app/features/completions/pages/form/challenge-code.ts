import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { challengeCodesIn } from "../../../../../domain/submissions/challenge-codes.ts";
import type { Typed } from "../../../../ui/forms/draft.ts";

/** What the game's challenge codes look like. */
const CODE = /^Z[A-Z\d]{6}$/;

/** Whether the challenge's rules ask for the code of each completion. */
export const asksForCode = ({ rules }: ChallengeDefinition): boolean =>
  rules.some(({ items }) => items.some(({ id }) => id === "challenge-code"));

/** Removes blanks from a typed code and puts it in capitals. */
export const tidyCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

export const isCode = (code: string): boolean => CODE.test(code);

/** Whether the code is given, be it in its own box or in the notes. */
export const hasCode = ({ code, texts }: Typed): boolean =>
  code !== "" || challengeCodesIn(texts.notes ?? "").length > 0;

/** Returns the notes with the code on a line of its own, unless they already contain it. */
export function notesWithCode(notes: string, code: string): string {
  if (
    code === "" ||
    notes
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .includes(code)
  )
    return notes;
  const line = `Challenge code: ${code}`;
  return notes.trim() === "" ? line : `${notes.trimEnd()}\n\n${line}`;
}
