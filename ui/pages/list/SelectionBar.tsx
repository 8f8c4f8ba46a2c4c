import type { WireRow } from "../../../derive/row.ts";
import controls from "../../components/Controls.module.css";
import classes from "./list.module.css";
import { SelectAll } from "./SelectAll.tsx";
import type { Selection } from "./use-selection.ts";

/**
 * What to do with the selected rows: at the lower edge of the window, so that nothing moves when it comes. Where the heads
 * of the columns are not shown it has the box for all of them, too.
 */
export function SelectionBar({ rows, selection }: { rows: readonly WireRow[]; selection: Selection }) {
  const { selected, waiting, isHelper, isBusy, deleteSelected, verifySelected } = selection;
  return (
    <div className={classes.selection} aria-busy={isBusy}>
      <span className={classes.all}>
        <SelectAll rows={rows} selection={selection} />
      </span>
      <button
        type="button"
        className={controls.button}
        disabled={selected.size === 0 || isBusy}
        onClick={() => void deleteSelected()}
      >
        Delete Selected
      </button>
      {isHelper && (
        <button
          type="button"
          className={controls.button}
          disabled={waiting === 0 || isBusy}
          onClick={() => void verifySelected()}
        >
          Verify Selected
        </button>
      )}
    </div>
  );
}
