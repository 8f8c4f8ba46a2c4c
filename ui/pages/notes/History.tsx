import { useRevalidator } from "react-router";
import type { PublicChange } from "../../../contract/history.ts";
import { FieldChanges } from "../../components/FieldChanges.tsx";
import { UndoButton } from "../../components/UndoButton.tsx";
import { useSignIn } from "../../sign-in/state.ts";
import classes from "./notes.module.css";

const ACTIONS: Readonly<Record<string, string>> = {
  add: "submitted it",
  edit: "edited it",
  verify: "verified it",
  delete: "deleted it",
  reject: "rejected it",
  resubmit: "submitted it again",
  undo: "undid a change",
};

/** What happened to a completion, newest first; helpers can undo each of it. */
export function History({ history }: { history: readonly PublicChange[] }) {
  const { user } = useSignIn();
  const { revalidate } = useRevalidator();
  if (history.length === 0) return <p>Nothing has changed since it was recorded.</p>;
  return (
    <ol className={classes.history}>
      {history.map((change) => (
        <li key={change.seq}>
          <p>
            <time dateTime={change.at}>{change.at.slice(0, 10)}</time>: {change.who}{" "}
            {ACTIONS[change.action] ?? change.action}
            {change.reason && ` (${change.reason})`}
          </p>
          {change.action !== "add" && change.changes.length > 0 && <FieldChanges changes={change.changes} />}
          {user?.isHelper && <UndoButton seq={change.seq} onUndone={revalidate} />}
        </li>
      ))}
    </ol>
  );
}
