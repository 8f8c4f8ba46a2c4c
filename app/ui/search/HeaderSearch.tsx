import { useId, useRef } from "react";
import { useLocation } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";
import { AskField } from "./AskField.tsx";
import classes from "./HeaderSearch.module.css";
import { Magnifier } from "./Magnifier.tsx";
import { useSearchKeys } from "./use-search-keys.ts";

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
            <span className={classes.cross} />
          </button>
        </div>
      </dialog>
    </div>
  );
}
