import { type RefObject, useEffect } from "react";

/** Where a key types a letter and is not a command. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]';

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Returns the page's search field: the one in its content first, else the header's; null if it has to be opened. */
function fieldOfPage(): HTMLInputElement | null {
  const all = [
    ...document.querySelectorAll<HTMLInputElement>("main form[role=search] input[name=q]"),
    ...document.querySelectorAll<HTMLInputElement>("header form[data-look=header] input[name=q]"),
  ];
  return all.find(isVisible) ?? null;
}

/** Makes "/" outside other fields, and Ctrl or ⌘ with K anywhere, lead to the search. */
export function useSearchKeys(sheet: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (event.defaultPrevented || event.isComposing || altKey) return;
      const isCommand = (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "k";
      const isTyping = target instanceof Element && target.closest(TYPING) !== null;
      const isSlash = key === "/" && !ctrlKey && !metaKey && !isTyping;
      if (!isCommand && !isSlash) return;
      // Another dialog is open, and the keys are its own.
      if (document.querySelector('dialog:modal, [aria-modal="true"]')) return;
      event.preventDefault();
      const field = fieldOfPage();
      if (field === null) sheet.current?.showModal();
      else {
        field.focus();
        field.select();
      }
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [sheet]);
}
