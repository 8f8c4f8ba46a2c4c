import { Suspense } from "react";
import { useRevalidator } from "react-router";
import type { PublicChange } from "../../../contract/history.ts";
import { FieldChanges } from "../../components/FieldChanges.tsx";
import { later } from "../../components/later.ts";
import { useSignIn } from "../../sign-in/state.ts";
import classes from "./History.module.css";

/** Loaded only for helpers. */
const UndoButton = later(async () => {
  const [{ UndoButton: Button }, { withWidgets }] = await Promise.all([
    import("../../components/UndoButton.tsx"),
    import("../../components/Widgets.tsx"),
  ]);
  return withWidgets(Button);
});

const ACTIONS: Readonly<Record<string, string>> = {
  add: "submitted it",
  edit: "edited it",
  verify: "verified it",
  delete: "deleted it",
  reject: "rejected it",
  resubmit: "submitted it again",
  undo: "undid a change",
  import: "moved it in from elsewhere",
  "undo-import": "took an import back",
};

/** What happened to a completion, newest first. Helpers can undo each change. */
export function History({ history }: { history: readonly PublicChange[] }) {
  const { user } = useSignIn();
  const { revalidate } = useRevalidator();
  if (history.length === 0) return <p>Nothing has changed since it was recorded.</p>;
  return (
    <ol className={classes.history}>
      {history.map((change) => (
        <li key={change.seq} data-action={change.action}>
          <p>
            <time dateTime={change.at}>{change.at.slice(0, 10)}</time>
            <span>
              <bdi>{change.who}</bdi> {ACTIONS[change.action] ?? change.action}
              {change.reason && ` (${change.reason})`}
            </span>
          </p>
          {change.action !== "add" && change.changes.length > 0 && <FieldChanges changes={change.changes} />}
          {/* Its container is there for everybody, so nothing moves when the button appears. */}
          <div className={classes.undo}>
            {/* Taking back the submission would delete it without a word to its player: it can be rejected instead. */}
            {user?.isHelper && change.action !== "add" && (
              <Suspense fallback={null}>
                <UndoButton seq={change.seq} onUndone={revalidate} />
              </Suspense>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
