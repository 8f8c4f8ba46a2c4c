import { Suspense } from "react";
import { useRevalidator } from "react-router";
import type { PublicChange } from "../../../../../domain/contract/history.ts";
import { FieldChanges } from "../../../../ui/components/FieldChanges.tsx";
import { later } from "../../../../ui/components/later.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import classes from "./completion.module.css";

/** Loaded only for helpers. */
const UndoButton = later(async () => (await import("../../../../ui/components/UndoButton.tsx")).UndoButton);

const ACTIONS: ReadonlyMap<string, string> = new Map([
  ["add", "submitted it"],
  ["edit", "edited it"],
  ["verify", "verified it"],
  ["confirm", "confirmed it"],
  ["delete", "deleted it"],
  ["reject", "rejected it"],
  ["resubmit", "submitted it again"],
  ["undo", "undid a change"],
  ["import", "moved it in from elsewhere"],
  ["clean-media", "removed what was private from its videos"],
  ["redact", "took a name out of it that its player had erased"],
]);

/**
 * Those that cannot be undone here: a submission can be rejected instead, so that its player learns why; what was
 * private stays away.
 */
const NOT_UNDONE: ReadonlySet<string> = new Set(["add", "clean-media", "redact", "unknown"]);

function Sentence({ change: { who, action } }: { change: PublicChange }) {
  if (action === "unknown") return <span>Something changed here.</span>;
  return (
    <span>
      <bdi>{who}</bdi> {ACTIONS.get(action) ?? "changed it"}
    </span>
  );
}

/** What happened to a completion, newest first. Helpers can undo each change. */
export function History({ history }: { history: readonly PublicChange[] }) {
  const { user } = useSignIn();
  const { revalidate } = useRevalidator();
  if (history.length === 0) return <p>No changes since it was recorded.</p>;
  return (
    <ol className={classes.history}>
      {history.map((change) => (
        <li key={change.seq} data-action={change.action}>
          <p>
            <time dateTime={change.at}>{change.at.slice(0, 10)}</time>
            <Sentence change={change} />
          </p>
          {change.action !== "add" && change.changes.length > 0 && <FieldChanges changes={change.changes} />}
          {/* Its container is there for everybody, so nothing moves when the button appears. */}
          <div className={classes.undo}>
            {user?.isHelper && !NOT_UNDONE.has(change.action) && (
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
