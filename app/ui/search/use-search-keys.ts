import { type RefObject, useCallback, useEffect } from "react";
import { useShortcuts } from "../shortcuts.ts";

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
  const open = useCallback((): void => {
    const field = fieldOfPage();
    field?.focus();
    field?.select();
    if (field === null) sheet.current?.showModal();
  }, [sheet]);
  useShortcuts((key) => {
    if (key === "/") open();
    return key === "/";
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (event.defaultPrevented || event.isComposing || altKey || shiftKey) return;
      if (!(ctrlKey || metaKey) || key.toLowerCase() !== "k") return;
      // Another dialog is open, and the keys are its own.
      if (document.querySelector('dialog:modal, [aria-modal="true"]')) return;
      event.preventDefault();
      open();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
}
