import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { QueueAnswer, VerdictGiven, VerdictsAnswer } from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { ReasonForm } from "../../../../ui/components/ReasonForm.tsx";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import { findingInWords } from "./Queue.tsx";
import classes from "./queue.module.css";
import type { DeskState } from "./use-desk.ts";

/** A verdict on all of them; `reason` is null for verifying. */
interface Shared {
  readonly reason: string | null;
  /** What it would do; null: the reason is still being written. */
  readonly preview: readonly VerdictGiven[] | null;
}

const isPossible = ({ outcome }: VerdictGiven): boolean => outcome === "done";

/** Returns what changes the buttons: the focus then moves to what replaces them. */
function useChange(box: RefObject<HTMLElement | null>, isRunning: boolean): (work: () => void) => void {
  const isChanging = useRef(false);
  useEffect(() => {
    // While something runs, buttons take no focus.
    if (!isChanging.current || isRunning) return;
    isChanging.current = false;
    box.current
      ?.querySelector<HTMLElement>("textarea, button, [role=status]")
      ?.focus({ preventScroll: true });
  });
  return (work) => {
    isChanging.current = true;
    work();
  };
}

/** What one verdict on all of them would do. */
function Preview({
  preview,
  verdict: { reason },
  queue,
  isRunning,
  onDecide,
  onCancel,
}: {
  preview: readonly VerdictGiven[];
  verdict: Shared;
  queue: QueueAnswer | null;
  isRunning: boolean;
  onDecide: (possible: readonly VerdictGiven[]) => void;
  onCancel: () => void;
}) {
  const possible = preview.filter(isPossible);
  const act = reason === null ? "Verify" : "Reject";
  const foundOf = (filekey: string): string[] => {
    const queued = queue?.results.find(({ completion }) => completion.filekey === filekey);
    return (queued?.findings ?? []).map((finding) => findingInWords(finding, queued?.banned ?? null));
  };
  return (
    <>
      <ul>
        {preview.map((result) => (
          <li key={result.filekey}>
            {result.heading}: {consequenceOf(result, act)}
            {foundOf(result.filekey).map((found) => (
              <b key={found} className={classes.finding}>
                {" "}
                {found}
              </b>
            ))}
          </li>
        ))}
      </ul>
      <div className={controls.row}>
        <Button
          look="main"
          isBusy={isRunning}
          disabled={possible.length === 0}
          onClick={() => onDecide(possible)}
        >
          {act} {possible.length === 1 ? "it" : `these ${possible.length}`}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </>
  );
}

/** Gives one verdict on all that is selected, after it was shown what that would do. */
export function Selected({ state: { selection, deselect, queue } }: { readonly state: DeskState }) {
  const box = useRef<HTMLElement>(null);
  const { post } = useApi();
  const action = useAction();
  const [shared, setShared] = useState<Shared | null>(null);
  const [refused, setRefused] = useState<readonly VerdictGiven[]>([]);
  const count = selection.size;

  const send = (reason: string | null, preview: "1" | "0", filekeys: Iterable<string>) =>
    post<VerdictsAnswer>(api.giveVerdicts(), {
      preview,
      entries: JSON.stringify(
        Array.from(filekeys, (filekey) => ({
          filekey,
          revision: selection.get(filekey),
          ...(reason === null ? { verdict: "verify" } : { verdict: "reject", reason }),
        })),
      ),
    });
  const change = useChange(box, action.isRunning);
  const show = (reason: string | null): void =>
    void action.run(async () => {
      setRefused([]);
      const { results } = await send(reason, "1", selection.keys());
      change(() => setShared({ reason, preview: results }));
      return null;
    });
  const decide = ({ reason }: Shared, possible: readonly VerdictGiven[]): void =>
    void action.run(async () => {
      const filekeys = possible.map(({ filekey }) => filekey);
      const { results } = await send(reason, "0", filekeys);
      const done = results.filter(isPossible);
      tellOwnWrites(done.map(({ filekey }) => filekey));
      change(() => {
        setShared(null);
        setRefused(results.filter((result) => !isPossible(result)));
      });
      deselect(done.map(({ filekey }) => filekey));
      return `${done.length} ${reason === null ? "verified" : "rejected"}.`;
    });

  return (
    <section ref={box} aria-label="Selected">
      {count > 0 && shared === null && (
        <div className={controls.row}>
          <Button isBusy={action.isRunning} onClick={() => show(null)}>
            Verify {count} selected
          </Button>
          <Button onClick={() => change(() => setShared({ reason: "", preview: null }))}>
            Reject {count} selected …
          </Button>
          <Button onClick={() => change(() => deselect([...selection.keys()]))}>Select none</Button>
        </div>
      )}
      {shared && !shared.preview && (
        <ReasonForm
          label="Why? The players read this."
          act="Preview"
          rows={3}
          isBusy={action.isRunning}
          onReason={show}
          beside={<Button onClick={() => change(() => setShared(null))}>Cancel</Button>}
        />
      )}
      {shared?.preview && (
        <Preview
          verdict={shared}
          preview={shared.preview}
          queue={queue.body}
          isRunning={action.isRunning}
          onDecide={(possible) => decide(shared, possible)}
          onCancel={() => change(() => setShared(null))}
        />
      )}
      <p role="status" tabIndex={-1}>
        {action.done !== null && (
          <>
            {action.done} You can undo this in <Link to={pages.changes()}>Changes</Link>.
          </>
        )}
      </p>
      {action.problem !== null && <p role="alert">{action.problem}</p>}
      {refused.map(({ filekey, heading, error }) => (
        <p key={filekey} role="alert">
          {heading}: {error}
        </p>
      ))}
    </section>
  );
}

/** Says what a verdict would do to one of them. */
function consequenceOf(
  { outcome, error, original, records }: VerdictGiven,
  act: "Verify" | "Reject",
): string {
  if (outcome !== "done") return error ?? "";
  const also = [
    ...(original ? ["it would be the OG"] : []),
    ...records.map(({ players }) => `it takes the record of ${players}`),
  ];
  const would = act === "Verify" ? "would be verified" : "would be rejected";
  return [would, ...also].join(", ");
}
