import { useState } from "react";
import { Link } from "react-router";
import type { ChangesAnswer, ListedChange } from "../../../../domain/contract/history.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { Button } from "../../../../domain/fields/controls.tsx";
import { UNDO_DAYS } from "../../../../domain/submissions/keeping.ts";
import { FieldChanges } from "../../../ui/components/FieldChanges.tsx";
import { NothingFound } from "../../../ui/components/NothingFound.tsx";
import { UndoButton } from "../../../ui/components/UndoButton.tsx";
import { pageMeta } from "../../../ui/meta.ts";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useSignIn } from "../../../ui/sign-in/state.ts";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";
import classes from "./changes.module.css";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Changes", { url: pages.changes() });

/** Lists recent changes, deletions included, which helpers can undo; verifiers take back their own verdicts. */
export default function ChangesPage() {
  return (
    <>
      <h1>Changes</h1>
      <RequireSignIn audience="verifier">
        <Changes />
      </RequireSignIn>
    </>
  );
}

function Changes() {
  const { get } = useApi();
  const { user } = useSignIn();
  const newest = useAnswer<ChangesAnswer>(api.changes());
  const [older, setOlder] = useState<ChangesAnswer | null>(null);
  const more = useAction();
  if (newest.problem !== null) return <p role="alert">{newest.problem}</p>;
  if (!newest.body) return null;
  const listed = [...newest.body.results, ...(older?.results ?? [])];
  const { next } = older ?? newest.body;
  if (listed.length === 0)
    return (
      <NothingFound>
        No changes yet. What people submit, verify or edit is listed here and can be undone.
      </NothingFound>
    );

  const showOlder = async (): Promise<null> => {
    const page = await get<ChangesAnswer>(api.changes({ before: next }));
    setOlder({ results: [...(older?.results ?? []), ...page.results], next: page.next });
    return null;
  };
  const startAnew = async (): Promise<void> => {
    await newest.reload();
    setOlder(null);
  };
  return (
    <>
      {user?.isHelper ? (
        <p>
          Every change can be undone for {UNDO_DAYS} days, deletions included. “Undo” reverses that change
          alone, if nobody has changed the same fields since. “Restore to before this” reverses it and
          everything after it.
        </p>
      ) : (
        <p>You can undo your own verdicts for {UNDO_DAYS} days.</p>
      )}
      <ol className={classes.list}>
        {listed.map((change) => (
          <Entry key={change.seq} change={change} onUndone={startAnew} />
        ))}
      </ol>
      <ActionResult action={more} />
      {next !== null && (
        <Button isBusy={more.isRunning} onClick={() => void more.run(showOlder)}>
          Older changes
        </Button>
      )}
    </>
  );
}

function Entry({ change, onUndone }: { change: ListedChange; onUndone: () => Promise<void> }) {
  const { seq, at, who, action: what, title, page, changes, reason, undo, act } = change;
  if (act !== null) return <Together change={change} act={act} onUndone={onUndone} />;
  return (
    <li className={classes.entry}>
      <div>
        <p>
          <time dateTime={at}>{at.slice(0, 16).replace("T", " ")}</time> · {who} · <strong>{what}</strong> ·{" "}
          {page !== null ? <Link to={page}>{title}</Link> : undo === "request" ? `${title} (deleted)` : title}
        </p>
        {(undo === "request" || changes.length > 0) && (
          <details>
            <summary>
              {changes.length === 1 ? "1 field" : `${changes.length} fields`}
              {reason && `: ${reason}`}
            </summary>
            <FieldChanges changes={changes} />
          </details>
        )}
      </div>
      {undo === "request" && <UndoButton seq={seq} onUndone={onUndone} />}
    </li>
  );
}

interface TogetherProps {
  readonly change: ListedChange;
  readonly act: NonNullable<ListedChange["act"]>;
  readonly onUndone: () => Promise<void>;
}

/** What one request changed together: one line, which opens. */
function Together({ change: { seq, at, who, title, undo }, act, onUndone }: TogetherProps) {
  const { get } = useApi();
  const [all, setAll] = useState<readonly ListedChange[] | null>(null);
  const asked = useAction();
  const open = async (): Promise<null> => {
    setAll((await get<ChangesAnswer>(api.changes({ act: act.id }))).results);
    return null;
  };
  const undone = async (): Promise<void> => {
    await onUndone();
    if (all !== null) await open();
  };
  return (
    <li className={classes.entry}>
      <div>
        <p>
          <time dateTime={at}>{at.slice(0, 16).replace("T", " ")}</time> · {who} ·{" "}
          <strong>{act.actions.join(", ")}</strong> · {title} and {act.size - 1} more
        </p>
        <details onToggle={({ currentTarget }) => currentTarget.open && all === null && void asked.run(open)}>
          <summary>{act.size} changes</summary>
          <ActionResult action={asked} />
          <ol className={classes.list}>
            {all?.map((each) => (
              <Entry key={each.seq} change={each} onUndone={undone} />
            ))}
          </ol>
        </details>
      </div>
      {undo === "request" && <UndoButton seq={seq} act={act} onUndone={undone} />}
    </li>
  );
}
