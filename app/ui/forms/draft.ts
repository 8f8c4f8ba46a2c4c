import type { FormTexts } from "../../../domain/submissions/form.ts";

/** What somebody has filled in, without the files. */
export interface DraftValues {
  readonly texts: FormTexts;
  /** Names of towers and heroes that are submitted as typed: nobody has listed them yet. */
  readonly unlisted: readonly string[];
  /** What the form filled in by itself, by field. */
  readonly suggested: FormTexts;
  /** What the form filled in because a challenge code says so, by field; null: nothing. */
  readonly fromCode: { readonly code: string; readonly texts: FormTexts } | null;
  /** Whether it is an original; null until somebody says: then it is one if the index has none. */
  readonly og: boolean | null;
  /** The game's code for the challenge, which is written into the notes where it has no field of its own. */
  readonly code: string;
  readonly verify: boolean;
  readonly mode: "link" | "upload";
  /** Keys of attachments to delete. */
  readonly deletions: readonly string[];
  /** Revision of the completion when the edit began; null when one is added. */
  readonly revision: number | null;
}

/** A form with texts alone, as one that adds a completion begins. */
export const typedFrom = (texts: FormTexts): DraftValues => ({
  texts,
  unlisted: [],
  suggested: {},
  fromCode: null,
  og: null,
  code: "",
  verify: true,
  mode: "upload",
  deletions: [],
  revision: null,
});

/** What a tab keeps of a form. */
export interface StoredDraft {
  /** UUID under which its files are stored (draft-files.ts): another tab may have the same form open. */
  readonly id: string;
  readonly typed: DraftValues;
  /** UUID of the submission that has no answer yet; null if nothing was sent since the last change. */
  readonly submissionId: string | null;
}

/** Makes the draft of a form that has not been filled in before. */
export const newDraft = (typed: DraftValues): StoredDraft => ({
  id: crypto.randomUUID(),
  typed,
  submissionId: null,
});

const PREFIX = "form ";

const keyOf = (address: string): string => PREFIX + address;

/** Loads what was filled in under this address in this tab, before a reload or a sign-in; null if nothing. */
export function loadDraft(address: string): StoredDraft | null {
  try {
    const text = sessionStorage.getItem(keyOf(address));
    if (text === null) return null;
    const draft = JSON.parse(text) as StoredDraft;
    // Drafts from before a release may lack what that added.
    return { ...draft, typed: { ...typedFrom({}), ...draft.typed } };
  } catch {
    return null;
  }
}

/** Keeps a draft; null deletes it. Returns whether that was done. */
export function saveDraft(address: string, draft: StoredDraft | null): boolean {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(address));
    else sessionStorage.setItem(keyOf(address), JSON.stringify(draft));
    return true;
  } catch {
    // The browser has no room for it.
    return false;
  }
}

/** Deletes this tab's drafts. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // The browser keeps none.
  }
}
