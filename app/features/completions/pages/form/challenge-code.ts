import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { challengeCodesIn } from "../../../../../domain/game/words.ts";
import { formFields } from "../../../../../domain/submissions/form.ts";
import type { Typed } from "../../../../ui/forms/draft.ts";

/** Whether the code is given, be it in its own box or in the notes. */
export function hasCode(definition: ChallengeDefinition, { code, texts }: Typed): boolean {
  const [name] = formFields(definition).code ?? [];
  const typed = name === undefined ? code : (texts[name] ?? "").trim();
  return typed !== "" || challengeCodesIn(texts.notes ?? "").length > 0;
}

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
