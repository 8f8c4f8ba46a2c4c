import { Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import { api, pages } from "../../../routes.ts";
import type { ChangesAnswer, ListedChange } from "../../../server/history/routes.ts";
import { pageMeta } from "../../meta.ts";
import { ActionResult } from "../../sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../sign-in/SignInProvider.tsx";
import { useAction } from "../../sign-in/use-action.ts";
import { useApi } from "../../sign-in/use-api.ts";
import type { Route } from "./+types/route";
import classes from "./changes.module.css";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Changes", { url: pages.changes() });

/** What people did lately, deletes included, with a way back for helpers. */
export default function ChangesPage() {
  return (
    <>
      <h1>Changes</h1>
      <RequireSignIn audience="helper">
        <Changes />
      </RequireSignIn>
    </>
  );
}

function Changes() {
  const { get } = useApi();
  const [answer, setAnswer] = useState<ChangesAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(
    async (before: number | null, kept: readonly ListedChange[]) => {
      try {
        const page = await get<ChangesAnswer>(api.changes({ before }));
        setAnswer({ results: [...kept, ...page.results], next: page.next });
        setProblem(null);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    },
    [get],
  );
  useEffect(() => void load(null, []), [load]);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!answer) return null;
  if (answer.results.length === 0) return <p>Nobody has changed anything yet.</p>;
  return (
    <>
      <p>
        Every change can be undone for 90 days, deletes included. An undo brings a completion, a map, a CHIMPS
        start or a balance change back to what it was before that change.
      </p>
      <ol className={classes.list}>
        {answer.results.map((change) => (
          <Entry key={change.seq} change={change} onUndone={() => load(null, [])} />
        ))}
      </ol>
      {answer.next !== null && (
        <Button variant="default" onClick={() => void load(answer.next, answer.results)}>
          Older changes
        </Button>
      )}
    </>
  );
}

const shown = (value: unknown): string =>
  value === null || value === ""
    ? "nothing"
    : value === true
      ? "yes"
      : value === false
        ? "no"
        : String(value);

function Entry({ change, onUndone }: { change: ListedChange; onUndone: () => Promise<void> }) {
  const { post } = useApi();
  const action = useAction();
  const { seq, at, who, action: what, title, page, changes, reason } = change;
  return (
    <li className={classes.entry}>
      <div>
        <p>
          <time dateTime={at}>{at.slice(0, 16).replace("T", " ")}</time> · {who} · <strong>{what}</strong> ·{" "}
          {page === null ? `${title} (deleted)` : <Link to={page}>{title}</Link>}
        </p>
        <details>
          <summary>
            {changes.length === 1 ? "1 field" : `${changes.length} fields`}
            {reason && `: ${reason}`}
          </summary>
          <ul>
            {changes.map((each) => (
              <li key={each.label}>
                {each.label}: {shown(each.before)} → {shown(each.after)}
              </li>
            ))}
          </ul>
        </details>
        <ActionResult action={action} />
      </div>
      <Button
        size="xs"
        variant="default"
        loading={action.isRunning}
        onClick={() =>
          void action.run(async () => {
            await post(api.undoChange(), { seq: String(seq) });
            await onUndone();
            return "Undone.";
          })
        }
      >
        Undo
      </Button>
    </li>
  );
}
