import type { WireRow } from "../../../derive/row.ts";
import controls from "../../components/Controls.module.css";
import type { Selection } from "./use-selection.ts";

/** The box that selects all rows of the page that may be changed. */
export function SelectAll({ rows, selection }: { rows: readonly WireRow[]; selection: Selection | null }) {
  const mine = selection ? rows.filter(selection.mayChange).map(({ filekey }) => String(filekey)) : [];
  return (
    <label className={controls.check}>
      <input
        type="checkbox"
        disabled={mine.length === 0}
        checked={mine.length > 0 && mine.every((filekey) => selection?.selected.has(filekey))}
        onChange={(event) => selection?.select(mine, event.currentTarget.checked)}
        aria-label="Select all on this page"
      />
      Select
    </label>
  );
}
