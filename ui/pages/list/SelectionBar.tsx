import controls from "../../components/Controls.module.css";
import classes from "./list.module.css";
import type { Selection } from "./use-selection.ts";

/**
 * What to do with the selected rows: at the lower edge of the window, so that nothing moves when it comes. It is there for
 * whom the hint remembers, before it is known what they may do.
 */
export function SelectionBar({ selection }: { selection: Selection | null }) {
  const { selected, waiting = 0, isBusy = false } = selection ?? {};
  return (
    <div className={classes.selection} aria-busy={isBusy}>
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
    </div>
  );
}
