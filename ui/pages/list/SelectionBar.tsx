import controls from "../../components/Controls.module.css";
import classes from "./list.module.css";
import type { Selection } from "./use-selection.ts";

/** What to do with the selected rows: at the lower edge of the window, so that nothing moves when it comes. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { selected, waiting, isHelper, isBusy, deleteSelected, verifySelected } = selection;
  return (
    <div className={classes.selection} aria-busy={isBusy}>
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
