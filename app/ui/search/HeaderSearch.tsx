import { type RefObject, useCallback, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";
import { Icon } from "../components/Icon.tsx";
import { keyOf, useShortcuts } from "../shortcuts.ts";
import { AskField, Magnifier } from "./AskField.tsx";
import classes from "./HeaderSearch.module.css";

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
function useSearchKeys(sheet: RefObject<HTMLDialogElement | null>): void {
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
      const { ctrlKey, metaKey, altKey, shiftKey } = event;
      if (event.defaultPrevented || event.isComposing || altKey || shiftKey) return;
      if (!(ctrlKey || metaKey) || keyOf(event) !== "k") return;
      // Another dialog is open, and the keys are its own.
      if (document.querySelector('dialog:modal, [aria-modal="true"]')) return;
      event.preventDefault();
      open();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
}

const PLACEHOLDER = "Tower, map, player";

/**
 * The search on every page: a field where there is room for it, otherwise a button that opens it over the page. The
 * home page has it in the page instead. The button needs no script where the browser supports `command`.
 */
export function HeaderSearch() {
  const { pathname } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useSearchKeys(dialog);
  const byHand = typeof HTMLButtonElement !== "undefined" && !("command" in HTMLButtonElement.prototype);
  return (
    <div className={classes.search}>
      {pathname !== pages.home() && (
        <div className={classes.field}>
          <AskField look="header" placeholder={PLACEHOLDER} />
        </div>
      )}
      <button
        type="button"
        className={classes.open}
        aria-label="Ask the index"
        aria-haspopup="dialog"
        {...{ commandfor: id, command: "show-modal" }}
        onClick={() => byHand && dialog.current?.showModal()}
      >
        <Magnifier />
      </button>
      <dialog ref={dialog} id={id} className={classes.sheet} aria-label="Ask the index">
        <div className={classes.inside}>
          <AskField look="sheet" placeholder={PLACEHOLDER} />
          <button
            type="button"
            className={classes.close}
            aria-label="Close"
            {...{ commandfor: id, command: "close" }}
            onClick={() => byHand && dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
      </dialog>
    </div>
  );
}
