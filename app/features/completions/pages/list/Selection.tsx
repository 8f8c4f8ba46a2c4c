import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import controls from "../../../../../domain/fields/controls.module.css";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import { mayChange, mayGiveVerdict } from "../../../../../domain/submissions/policy.ts";
import layout from "../../../../ui/components/layout.module.css";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { ApiError } from "../../../../ui/sign-in/use-api.ts";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";
import type { ActionOutcome, SelectionAction } from "./selection-acts.ts";

/** The selection of somebody signed in, and what they may do with it. */
export interface Selection {
  /** Filekeys. */
  readonly selected: ReadonlySet<string>;
  /** How many of them the user may verify. */
  readonly waiting: number;
  readonly isBusy: boolean;
  /** Shown in the page. How a deletion ended is said in SPEC's alert instead. */
  readonly outcome: ActionOutcome | null;
  /** Whether a row may be changed: verifiers any, members their own pending ones (SPEC section 6, "Row owner"). */
  mayChange(row: WireRow): boolean;
  select(filekeys: readonly string[], isSelected: boolean): void;
  deleteSelected(): Promise<void>;
  verifySelected(): Promise<void>;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The filekeys of the rows that are selected. */
function useSelected(rows: readonly WireRow[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Another page of the list has other rows.
  const shown = rows.map(({ filekey }) => String(filekey)).join(" ");
  useEffect(() => {
    const there = new Set(shown.split(" "));
    setSelected((before) => new Set([...before].filter((filekey) => there.has(filekey))));
  }, [shown]);
  const select = (filekeys: readonly string[], isSelected: boolean): void =>
    setSelected((before) => {
      if (isSelected) return new Set([...before, ...filekeys]);
      return new Set([...before].filter((filekey) => !filekeys.includes(filekey)));
    });
  return { selected, select, selectNone: () => setSelected(new Set()) };
}

/** Returns what can be selected on a page of the list and what to do with it; null while signed out. */
export function useSelection(
  { challenge }: ListPageData,
  {
    results: rows,
    revisions,
  }: { readonly results: readonly WireRow[]; readonly revisions: readonly number[] },
): Selection | null {
  const { isAuthenticated, user, getToken } = useSignIn();
  const { revalidate } = useRevalidator();
  const { selected, select, selectNone } = useSelected(rows);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ActionOutcome | null>(null);
  const { key: place } = useLocation();
  const { key, label } = challenge;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was done is said until somebody goes elsewhere
  useEffect(() => setOutcome(null), [place]);

  const act: SelectionAction = async (work, failed, tell = setOutcome) => {
    setBusy(true);
    setOutcome(null);
    try {
      const done = await work();
      if (done === null) return;
      selectNone();
      await revalidate();
      tell({ ...done, isProblem: false });
    } catch (error) {
      // Somebody else may have been faster: the list shows what is so now.
      if (error instanceof ApiError) await revalidate();
      tell({ text: `${failed}: ${wordsOf(error)}`, isProblem: true, ways: [] });
    } finally {
      setBusy(false);
    }
  };

  const chosen = rows.filter(({ filekey }) => selected.has(String(filekey)));
  const waiting = chosen.filter((row) => user !== null && mayGiveVerdict(user, row));
  if (!isAuthenticated || !user) return null;
  return {
    mayChange: (row) => mayChange(user, row.pending),
    select,
    selected,
    isBusy,
    outcome,
    waiting: waiting.length,
    async deleteSelected() {
      if (!window.confirm(`Are you sure you want to delete ${chosen.length} completion(s)?`)) return;
      const work = async () => {
        const { deleteSelected } = await import("./selection-acts.ts");
        return deleteSelected({ filekeys: [...selected], label, getToken }, key);
      };
      await act(work, `Error deleting ${label}`, ({ text }) => window.alert(text));
    },
    async verifySelected() {
      const verdicts = rows.flatMap((row, at) =>
        waiting.includes(row)
          ? [{ filekey: String(row.filekey), revision: revisions[at] ?? 0, verdict: "verify" as const }]
          : [],
      );
      await act(async () => {
        const { verifySelected } = await import("./selection-acts.ts");
        return verifySelected({ verdicts, label, getToken }, act);
      }, `Error verifying ${label}`);
    },
  };
}

/** The box that selects all rows of the page that may be changed. */
export function SelectAll({
  rows,
  selection,
  children,
}: {
  rows: readonly WireRow[];
  selection: Selection | null;
  children: ReactNode;
}) {
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
      {children}
    </label>
  );
}

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
      said.current?.focus({ preventScroll: true });
  }, [outcome]);
  if (!hasRows && outcome === null) return null;
  return (
    <div
      className={`${layout.bar} ${controls.row} ${classes.forMembers} ${classes.selection}`}
      aria-busy={isBusy}
    >
      {hasRows && (
        <>
          <span className={classes.all}>
            <SelectAll rows={rows} selection={selection}>
              Select
            </SelectAll>
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
        <div ref={said} tabIndex={-1} className={`${controls.row} ${classes.outcome}`}>
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
