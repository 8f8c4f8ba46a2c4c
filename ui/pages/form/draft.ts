import type { Texts } from "../../../derive/form.ts";

/** What somebody has filled in, without the files. */
export interface Typed {
  readonly texts: Texts;
  /** Whether it is an original; null: nobody said, and it is where the index has none. */
  readonly og: boolean | null;
  /** The game's code of the challenge, which is written into the notes. */
  readonly code: string;
  readonly verify: boolean;
  readonly mode: "link" | "upload";
  /** Keys of attachments that go. */
  readonly deletions: readonly string[];
  /** Of the completion that an edit began with; null when it adds one. */
  readonly revision: number | null;
}

/** What is kept of a form in its tab. */
export interface Draft {
  /** Under which its files are kept (draft-files.ts): another tab may have the same form open. UUID. */
  readonly id: string;
  readonly typed: Typed;
  /** Of the press of the button that got no answer yet; null: nothing was sent as it stands. UUID. */
  readonly submissionId: string | null;
}

/** What a form starts with that was never filled in. */
export const newDraft = (typed: Typed): Draft => ({ id: crypto.randomUUID(), typed, submissionId: null });

const keyOf = (address: string): string => `form ${address}`;

/** What was filled in under this address in this tab, before a reload or a sign-in; null: nothing. */
export function loadDraft(address: string): Draft | null {
  try {
    const text = sessionStorage.getItem(keyOf(address));
    if (text === null) return null;
    const draft = JSON.parse(text) as Draft;
    // One that was begun before the form asked for a code.
    return { ...draft, typed: { ...draft.typed, code: draft.typed.code ?? "" } };
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function saveDraft(address: string, draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(address));
    else sessionStorage.setItem(keyOf(address), JSON.stringify(draft));
  } catch {
    // A browser without room for it: then it is not kept.
  }
}
