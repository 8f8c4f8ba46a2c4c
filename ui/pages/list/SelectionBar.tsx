import { useEffect, useRef } from "react";
import type { WireRow } from "../../../derive/row.ts";
import controls from "../../components/Controls.module.css";
import classes from "./list.module.css";
import { SelectAll } from "./SelectAll.tsx";
import type { Selection } from "./use-selection.ts";

/**
 * What can be done to the selected rows, and how it ended. It is at the bottom of the window, so that nothing moves
 * when it appears. For somebody whom the sign-in hint remembers it is there before it is known what they may do.
 * Where column headings are not shown, it also has the box for all rows.
 */
export function SelectionBar({ rows, selection }: { rows: readonly WireRow[]; selection: Selection | null }) {
  const { selected, waiting = 0, isBusy = false, outcome = null } = selection ?? {};
  const hasRows = rows.length > 0;
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone, or has nothing left to do: the outcome takes the focus.
    const { activeElement } = document;
    if (outcome !== null && (activeElement === document.body || activeElement?.matches(":disabled")))
      said.current?.focus();
  }, [outcome]);
  if (!hasRows && outcome === null) return null;
  return (
    <div className={classes.selection} aria-busy={isBusy}>
      {hasRows && (
        <>
          <span className={classes.all}>
            <SelectAll rows={rows} selection={selection} />
          </span>
          <button
            type="button"
            className={controls.button}
            disabled={!selected?.size || isBusy}
            onClick={() => void selection?.deleteSelected()}
          >
            Delete Selected
          </button>
          <button
            type="button"
            className={`${controls.button} ${classes.forHelpers}`}
            disabled={waiting === 0 || isBusy}
            onClick={() => void selection?.verifySelected()}
          >
            Verify Selected
          </button>
        </>
      )}
      {outcome && (
        <div ref={said} tabIndex={-1} className={classes.outcome}>
          <span role={outcome.isProblem ? "alert" : "status"}>{outcome.text}</span>
          {outcome.ways.map(({ label, go }) => (
            <button key={label} type="button" className={controls.button} onClick={() => void go()}>
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
