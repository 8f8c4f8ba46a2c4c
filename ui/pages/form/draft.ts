import type { Texts } from "../../../derive/form.ts";

/** What somebody has typed, without the files: those a browser does not give back. */
export interface Typed {
  readonly texts: Texts;
  readonly og: boolean;
  readonly verify: boolean;
  readonly mode: "link" | "upload";
  /** Of the completion that an edit began with; null when it adds one. */
  readonly revision: number | null;
}

const keyOf = (address: string): string => `form ${address}`;

/** What was typed under this address in this tab, before a reload or a sign-in; null: nothing. */
export function loadDraft(address: string): Typed | null {
  try {
    const text = sessionStorage.getItem(keyOf(address));
    return text === null ? null : (JSON.parse(text) as Typed);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function saveDraft(address: string, typed: Typed | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(keyOf(address));
    else sessionStorage.setItem(keyOf(address), JSON.stringify(typed));
  } catch {
    // A browser without room for it: then it is not kept.
  }
}
