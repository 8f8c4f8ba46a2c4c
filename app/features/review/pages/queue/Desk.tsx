import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useRevalidator, useSearchParams } from "react-router";
import type { VerifiedAnswer } from "../../../../../domain/contract/completions.ts";
import type { ChangesAnswer } from "../../../../../domain/contract/history.ts";
import type { QueueAnswer } from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { LongText } from "../../../../../domain/fields/text/LongText.tsx";
import { sayOfPage } from "../../../../../domain/messages/of-pages.ts";
import { LONGEST_REASON } from "../../../../../domain/submissions/rejection.ts";
import { ProofFrame } from "../../../../ui/completions/ProofFrame.tsx";
import { NothingFound } from "../../../../ui/components/NothingFound.tsx";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { ApiError, useApi } from "../../../../ui/sign-in/use-api.ts";
import { besides, VERIFIED_MEANWHILE } from "../../../../ui/verified.ts";
import { ItemFacts } from "./ItemFacts.tsx";
import type { Item } from "./load.server.ts";
import { addressOf, placeAfter, placeIn } from "./place.ts";
import { Queue } from "./Queue.tsx";
import classes from "./queue.module.css";

interface Props {
  /** Null: none is named, or it is gone. */
  readonly item: Item | null;
  /** The names of all maps. */
  readonly maps: readonly string[];
}

/** A verdict that was just given, and where it can be taken back. */
interface Verdict {
  readonly filekey: string;
  readonly text: string;
  /** The number of its change in the log; null: to be looked up there. */
  readonly change: number | null;
}

/** Milliseconds for which a verdict can be taken back here. After that the list of changes still offers it. */
const UNDO_FOR = 10_000;

/** Focuses without moving the proof out of sight. */
const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** The queue, the proof of one completion in it, what is known of it, and the verdicts. */
export function Desk({ item, maps }: Props) {
  const place = placeIn(useSearchParams()[0]);
  const { filters, after, filekey } = place;
  const queue = useAnswer<QueueAnswer>(api.queue({ ...filters, after }));
  const navigate = useNavigate();
  const { results = [], more = false } = queue.body ?? {};
  const filekeys = results.map(({ completion }) => String(completion.filekey));
  const first = filekeys[0];
  const next = placeAfter(place, filekeys, more);

  // Without a completion in the address the first one is looked at.
  const opening = filekey === null && first !== undefined ? addressOf({ ...place, filekey: first }) : null;
  useEffect(() => {
    if (opening !== null) void navigate(opening, { replace: true, preventScrollReset: true });
  }, [opening, navigate]);

  const heading = useRef<HTMLHeadingElement>(null);
  /** Begins with the next completion: at its top, and with the focus there. */
  const begin = useCallback((): void => {
    focus(heading.current);
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const goOn = useCallback(
    async (to: string): Promise<void> => {
      await navigate(to, { replace: true, preventScrollReset: true });
      begin();
    },
    [navigate, begin],
  );

  const isShown = item !== null && item.filekey === filekey;
  return (
    <div className={classes.desk}>
      <Queue queue={queue.body} problem={queue.problem} place={place} maps={maps} />
      {isShown ? (
        <>
          <section className={classes.proof} aria-labelledby="item">
            <h2 id="item" ref={heading} tabIndex={-1} className={classes.heading}>
              {item.heading}
            </h2>
            <ProofFrame key={item.filekey} proofs={item.proofs} title={item.heading} isInspected />
          </section>
          <ItemFacts key={`facts of ${item.filekey} ${item.seen}`} item={item} />
        </>
      ) : (
        <div className={classes.nothing}>
          <Nothing
            queue={queue.body}
            isAsked={filekey !== null}
            isNarrowed={Object.keys(filters).length > 0}
          />
        </div>
      )}
      <Verdicts
        item={isShown ? item : null}
        next={next && addressOf(next)}
        stay={addressOf({ ...place, filekey: null })}
        addressOfItem={(of) => addressOf({ ...place, filekey: of })}
        goOn={goOn}
        reload={queue.reload}
      />
    </div>
  );
}

/** Says why no completion is shown, and where to go on. */
function Nothing({
  queue,
  isAsked,
  isNarrowed,
}: {
  readonly queue: QueueAnswer | null;
  /** Whether the address names a completion, which then is gone. */
  readonly isAsked: boolean;
  readonly isNarrowed: boolean;
}) {
  if (isAsked)
    return (
      <NothingFound>
        This completion is not there: it was rejected or deleted.{" "}
        <Link to={pages.queue()}>Go to the queue</Link>
      </NothingFound>
    );
  if (!queue || queue.results.length > 0) return null;
  if (queue.count > 0)
    return (
      <NothingFound>
        Nothing comes after this. <Link to={pages.queue()}>Go to the beginning of the queue</Link>
      </NothingFound>
    );
  if (isNarrowed && queue.waiting > 0)
    return (
      <NothingFound>
        Nothing that is pending matches these filters.{" "}
        <Link to={pages.queue()}>Show all that is pending</Link>
      </NothingFound>
    );
  return <NothingFound>All caught up: nothing is pending.</NothingFound>;
}

interface VerdictsProps {
  readonly item: Item | null;
  /** The address of what comes next; null: nothing does. */
  readonly next: string | null;
  /** The address of this page of the queue without a completion. */
  readonly stay: string;
  readonly addressOfItem: (filekey: string) => string;
  readonly goOn: (to: string) => Promise<void>;
  readonly reload: () => Promise<void>;
}

/** What can be done with the completion: at the bottom of the window, where nothing that it says moves anything. */
function Verdicts({ item, next, stay, addressOfItem, goOn, reload }: VerdictsProps) {
  const { get, post } = useApi();
  const { revalidate } = useRevalidator();
  const action = useAction();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  // The filekey of what is being rejected: it ends with the next completion.
  const [rejected, setRejected] = useState<string | null>(null);
  const waits = item !== null && item.row.pending !== null;
  const isRejecting = waits && rejected === item.filekey;

  useEffect(() => {
    if (verdict === null) return;
    const over = setTimeout(() => setVerdict(null), UNDO_FOR);
    return () => clearTimeout(over);
  }, [verdict]);

  /** Gives a verdict and shows the next completion; if it fails, shows what is so now. */
  const decide = (give: (of: Item) => Promise<Omit<Verdict, "filekey">>): void =>
    void action.run(async () => {
      if (!item) return null;
      setVerdict(null);
      try {
        const given = await give(item);
        setRejected(null);
        // Where nothing else is there, the queue has to say so before the address names nothing.
        if (next === null) await reload();
        await goOn(next ?? stay);
        setVerdict({ ...given, filekey: item.filekey });
      } catch (error) {
        if (error instanceof ApiError) await Promise.all([revalidate(), reload()]);
        throw error;
      }
      if (next !== null) await reload();
      return null;
    });
  const verify = (): void =>
    decide(async ({ filekey, row, seen, heading }) => {
      const done = await post<VerifiedAnswer>(api.verifyCompletions(), {
        entries: JSON.stringify([filekey]),
        // With a change its number stands for the notes, too, which may be long.
        seen: JSON.stringify(seen === null ? row : { ...row, notes: undefined, change: seen }),
      });
      tellOwnWrites([filekey]);
      return { text: `Verified: ${heading}. ${besides(done)}`.trim(), change: done.changes[0] ?? null };
    });
  const reject = (reason: string): void =>
    decide(async ({ filekey, heading }) => {
      await post(api.rejectCompletion(), { filekey, reason });
      return { text: `Rejected: ${heading}.`, change: null };
    });
  const undo = ({ filekey, change }: Verdict): void =>
    void action.run(async () => {
      const seq = change ?? (await rejectionOf(filekey));
      if (seq === null) throw new Error(sayOfPage("verdict-not-found"));
      await post(api.undoChange(), { seq: String(seq) });
      setVerdict(null);
      await reload();
      await goOn(addressOfItem(filekey));
      return null;
    });
  /** Finds the change that rejected a completion. */
  async function rejectionOf(filekey: string): Promise<number | null> {
    const { results } = await get<ChangesAnswer>(api.changes());
    return results.find(({ id, action: act }) => id === filekey && act === "reject")?.seq ?? null;
  }
  function sendReason(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    reject(String(new FormData(event.currentTarget).get("reason") ?? ""));
  }

  return (
    <div className={classes.bar} data-rejecting={isRejecting || undefined}>
      {isRejecting && (
        <form onSubmit={sendReason} className={classes.reason}>
          <LongText
            name="reason"
            label="Why? The player reads this."
            required
            rows={3}
            maxLength={LONGEST_REASON}
            ref={focus}
          />
          <div className={controls.row}>
            <Button look="call" type="submit" isBusy={action.isRunning}>
              Reject
            </Button>
            <Button onClick={() => setRejected(null)}>Cancel</Button>
          </div>
        </form>
      )}
      <div className={classes.acts}>
        {waits && (
          <>
            <Button look={item.isTaken ? undefined : "main"} isBusy={action.isRunning} onClick={verify}>
              Verify
            </Button>
            {item.isTaken && (
              <Button look="main" isBusy={action.isRunning} onClick={() => reject(VERIFIED_MEANWHILE)}>
                Reject as verified meanwhile
              </Button>
            )}
            <Button
              aria-expanded={isRejecting}
              onClick={() => setRejected(isRejecting ? null : item.filekey)}
            >
              Reject …
            </Button>
          </>
        )}
        {item && (
          <Link to={pages.editForm(item.challenge, { filekey: item.filekey })} className={controls.button}>
            Edit
          </Link>
        )}
        {item && next !== null && (
          <Button disabled={action.isRunning} onClick={() => void goOn(next)}>
            {waits ? "Skip" : "Next"}
          </Button>
        )}
      </div>
      <div className={classes.said}>
        {action.problem !== null ? (
          <p role="alert">{action.problem}</p>
        ) : (
          <p role="status">{verdict?.text}</p>
        )}
        {verdict && (
          <Button isSmall isBusy={action.isRunning} onClick={() => undo(verdict)}>
            Undo
          </Button>
        )}
      </div>
    </div>
  );
}
