import { type FormEvent, useEffect, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { NOTHING_KNOWN } from "../../../../../domain/checks/check.ts";
import { farNewerVersion, newerVersion } from "../../../../../domain/checks/cost-and-version.ts";
import { failuresIn } from "../../../../../domain/checks/index.ts";
import type { LookAlikesAnswer, VerifiedAnswer } from "../../../../../domain/contract/completions.ts";
import type { ChangesAnswer } from "../../../../../domain/contract/history.ts";
import type { NamesAnswer } from "../../../../../domain/contract/names.ts";
import type {
  CheckExceptionsAnswer,
  OwnThreadAnswer,
  QueueFactsAnswer,
} from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, TextInput } from "../../../../../domain/fields/controls.tsx";
import { MAX_LINK } from "../../../../../domain/fields/link/kind.ts";
import { LongText } from "../../../../../domain/fields/text/LongText.tsx";
import { NO_TOWERS } from "../../../../../domain/game/catalogue.ts";
import { LONGEST_REASON } from "../../../../../domain/limits.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import { say } from "../../../../../domain/messages/index.ts";
import { mayChange, mayGiveVerdict } from "../../../../../domain/submissions/policy.ts";
import { CannedReasons } from "../../../../ui/completions/CannedReasons.tsx";
import { LookAlikes } from "../../../../ui/completions/LookAlikes.tsx";
import { Alert } from "../../../../ui/components/Alert.tsx";
import { FocusedAlert } from "../../../../ui/components/FocusedAlert.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { ReasonForm } from "../../../../ui/components/ReasonForm.tsx";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { ApiError, useApi } from "../../../../ui/sign-in/use-api.ts";
import { isPlayersTurn, ThreadOf } from "../../../../ui/thread/OwnThread.tsx";
import { SubmissionOutcomeNote } from "../../../../ui/thread/SubmissionOutcomeNote.tsx";
import { momentInWords } from "../../../../ui/thread/waits.ts";
import { competingClaimsNote, VERIFIED_MEANWHILE } from "../../../../ui/verified.ts";
import classes from "./HelperActions.module.css";

interface Props {
  /** The challenge's key. */
  readonly challenge: string;
  readonly row: WireRow;
  /** The number of its newest change that the page shows; null: it has none. */
  readonly seen: number | null;
  /** Whether it is a claim to what another completion was verified for. */
  readonly isTaken: boolean;
  /** Called with the reason once it was rejected. */
  readonly onRejected: (reason: string) => void;
}

/** The bar is in sight wherever the page is: focusing what is in it must not scroll the proof away. */
const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** What the user may do to this completion: edit it and, as a verifier, verify or reject it while it is pending. */
export function HelperActions({ challenge, row, seen, isTaken, onRejected }: Props) {
  const { user } = useSignIn();
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  const action = useAction();
  const [isRejecting, setRejecting] = useState(false);
  const [rivals, setRivals] = useState<readonly string[]>([]);
  const filekey = String(row.filekey);
  const alike = useAnswer<LookAlikesAnswer>(user?.isHelper ? api.lookAlikes({ filekey }) : null);
  const isToDecide = user !== null && mayGiveVerdict(user, row);
  const { body: facts, reload } = useAnswer<QueueFactsAnswer>(
    isToDecide ? api.queueFacts({ filekey }) : null,
  );
  if (!user || !mayChange(user, row.pending)) return null;
  const refusal = (isToDecide && facts?.refusal) || null;
  const held = (isToDecide && facts?.held) || null;
  const mayVerify = isToDecide && refusal === null;
  // Whoever is told that another helper is looking at it decides all the same.
  const take = held ? { take: "1" } : {};
  // Once it is pending, what was said of its verification is over.
  const done = row.pending === null ? action.done : null;

  /** Runs an act; if it fails, somebody else may have been faster, and the page shows what is so now. */
  const act = (work: () => Promise<string | null>): void =>
    void action.run(async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ApiError) await Promise.all([reload(), revalidate()]);
        throw error;
      }
    });
  const verify = (): void =>
    act(async () => {
      const done = await post<VerifiedAnswer>(api.verifyCompletions(), {
        ...take,
        entries: JSON.stringify([filekey]),
        // With a change its number stands for the notes, too, which may be long.
        seen: JSON.stringify(seen === null ? row : { ...row, notes: undefined, change: seen }),
      });
      tellOwnWrites([filekey]);
      setRivals(done.rivals.map((rival) => rival.filekey));
      await revalidate();
      return `Verified. ${competingClaimsNote(done)}`.trim();
    });
  const rejectRivals = (): void =>
    void action.run(async () => {
      await post(api.rejectCompletion(), { entries: JSON.stringify(rivals), reason: VERIFIED_MEANWHILE });
      setRivals([]);
      return "Rejected: another run was verified first.";
    });
  const send = (reason: string): void =>
    act(async () => {
      await post(api.rejectCompletion(), { ...take, filekey, reason });
      onRejected(reason.trim());
      return null;
    });
  return (
    <div className={`${layout.bar} ${layout.near} ${classes.bar}`}>
      {user.isHelper && <LookAlikes alike={alike} list={challenge} />}
      {user.isHelper && <Exceptions filekey={filekey} />}
      {user.isHelper && <VersionNote challenge={challenge} row={row} />}
      {refusal !== null && <p role="note">{refusal}</p>}
      {held && mayVerify && (
        <p role="note">{`${held.by} is reviewing this, until at least ${momentInWords(held.until)}.`}</p>
      )}
      <div className={`${controls.row} ${classes.actions}`}>
        <Link to={pages.editForm(challenge, { filekey })} className={controls.button}>
          {row.pending !== null && user.isVerifier ? "Edit or Verify" : "Edit"}
        </Link>
        {mayVerify && (
          <>
            <Button look={isTaken ? undefined : "main"} isBusy={action.isRunning} onClick={verify}>
              {held ? "Verify anyway" : "Verify"}
            </Button>
            {isTaken && (
              <Button look="main" isBusy={action.isRunning} onClick={() => send(VERIFIED_MEANWHILE)}>
                Reject: another was verified first
              </Button>
            )}
            <Button aria-expanded={isRejecting} onClick={() => setRejecting(!isRejecting)}>
              {held ? "Reject anyway …" : "Reject …"}
            </Button>
          </>
        )}
      </div>
      {isRejecting && mayVerify && (
        <ReasonForm
          label="Why? The player reads this."
          act="Reject"
          look="call"
          rows={3}
          textRef={focus}
          className={layout.form}
          isBusy={action.isRunning}
          onReason={send}
        >
          <CannedReasons challenge={challenge} kind="reject" field="reason" />
        </ReasonForm>
      )}
      {done === null ? (
        <ActionResult action={{ ...action, done }} />
      ) : (
        // The button that had the focus is gone.
        <FocusedAlert color="reed" role="status" isInSight>
          {done}
        </FocusedAlert>
      )}
      {rivals.length > 0 && (
        <Button isBusy={action.isRunning} onClick={rejectRivals}>
          Reject {rivals.length === 1 ? "it" : `all ${rivals.length}`} as verified first
        </Button>
      )}
    </div>
  );
}

/** What a helper sees who has just rejected the completion. */
export function Rejected({ reason }: { reason: string }) {
  return (
    <FocusedAlert color="coral" role="status" title="Rejected">
      <div className={`${layout.near} ${classes.rejection}`}>
        <p>{reason}</p>
        <p>
          The player sees this reason and can fix and resubmit. You can undo this in{" "}
          <Link to={pages.changes()}>Changes</Link>.
        </p>
      </div>
    </FocusedAlert>
  );
}

/**
 * What somebody sees whose own submission was rejected, where nobody else sees any.
 * @param onFound called with its heading once it is known to be theirs
 */
export function OwnRejected({
  challenge,
  filekey,
  onFound,
}: {
  challenge: string;
  filekey: string;
  onFound: (heading: string) => void;
}) {
  const { body: thread, reload } = useAnswer<OwnThreadAnswer>(api.ownThread({ filekey }));
  const { revalidate } = useRevalidator();
  const heading = thread?.state === "rejected" ? thread.heading : null;
  useEffect(() => {
    if (heading !== null) onFound(heading);
  }, [heading, onFound]);
  if (!thread || heading === null) return null;
  // The newest is this rejection, with the reason.
  const before = thread.messages.filter(
    ({ kind }, at) => kind !== "rejected" || at < thread.messages.length - 1,
  );
  return (
    <>
      <Alert color="coral" role="status" title="Your submission was rejected">
        <p>{thread.reason}</p>
        <SubmissionOutcomeNote state="rejected" came={thread.came} />
        <Link to={pages.editForm(challenge, { filekey })}>Fix and resubmit</Link>
        {thread.mayAppeal && ", or appeal below if a helper should look at it again as it is."}
      </Alert>
      <ThreadOf
        challenge={challenge}
        filekey={filekey}
        reload={reload}
        thread={{ ...thread, messages: before }}
        onChanged={revalidate}
      />
    </>
  );
}

interface OwnPendingProps {
  /** The challenge's key. */
  readonly challenge: string;
  readonly filekey: string;
  /** Told whether a helper waits for the player's answer. */
  readonly onTurn: (isTurn: boolean) => void;
}

/** What the submitter of a pending completion alone sees of it. */
export function OwnPending({ challenge, filekey, onTurn }: OwnPendingProps) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { body: thread, problem, reload } = useAnswer<OwnThreadAnswer>(api.ownThread({ filekey }));
  const isTurn = thread !== null && isPlayersTurn(thread);
  useEffect(() => onTurn(isTurn), [isTurn, onTurn]);
  return (
    <section>
      <h2>Your submission</h2>
      {problem !== null && <p role="alert">{problem}</p>}
      {thread && (
        <ThreadOf
          challenge={challenge}
          filekey={filekey}
          onChanged={revalidate}
          hasPlace
          onWithdrawn={() => navigate(pages.mySubmissions())}
          thread={thread}
          reload={reload}
        />
      )}
    </section>
  );
}

/** What the submitter alone sees of a completion that was verified, but not as the OG that they sent in. */
export function OwnNotOriginal({ filekey }: { filekey: string }) {
  const { body: thread } = useAnswer<OwnThreadAnswer>(api.ownThread({ filekey }));
  if (!thread?.came.isDenied) return null;
  return (
    <section>
      <h2>Your submission</h2>
      <SubmissionOutcomeNote state="verified" came={thread.came} />
    </section>
  );
}

/** Loads the newest version of the game that is known; null until it is there. A failure is ignored. */
function useNewestVersion(isNeeded: boolean): string | null {
  const [newest, setNewest] = useState<string | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    const stop = new AbortController();
    fetch(api.names(), { signal: stop.signal })
      .then(async (response) => {
        if (response.ok) setNewest(((await response.json()) as NamesAnswer).newestVersion);
      })
      .catch(() => undefined);
    return () => stop.abort();
  }, [isNeeded]);
  return newest;
}

/** Tells a helper that a completion's version is above the newest one known. */
function VersionNote({ challenge, row }: { challenge: string; row: WireRow }) {
  const definition = CHALLENGES.get(challenge);
  const version = String(row.version ?? "");
  const newestVersion = useNewestVersion(version !== "");
  if (!definition) return null;
  const facts = { ...NOTHING_KNOWN, newestVersion };
  const notes = failuresIn(definition, { version }, row.og === true, NO_TOWERS, facts, [
    newerVersion,
    farNewerVersion,
  ]);
  return notes.map(({ problem }) => <p key={problem.code}>{say(problem)}</p>);
}

/** Tells a helper which checks the completion is excepted from, and why. */
function Exceptions({ filekey }: { readonly filekey: string }) {
  const { body } = useAnswer<CheckExceptionsAnswer>(api.exceptions({ filekey }));
  return body?.results.map(({ check, whether, reason, by }) => (
    <p key={check}>
      Whether {whether}: excepted by {by}: {reason}
    </p>
  ));
}

/** Tells the helpers what is wrong with a completion. */
export function Report({ filekey }: { filekey: string }) {
  const { post } = useApi();
  const action = useAction();
  const [isOpen, setOpen] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? "");
    void action.run(async () => {
      await post(api.report(), { filekey, reason: field("reason"), link: field("link") });
      setOpen(false);
      return "Reported. A helper will look at it.";
    });
  };
  if (action.done)
    return (
      // The button that had the focus is gone.
      <FocusedAlert color="reed" role="status">
        {action.done}
      </FocusedAlert>
    );
  return (
    <section>
      <Button look="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Report …
      </Button>
      {isOpen && (
        <form onSubmit={send} className={layout.form}>
          <LongText
            name="reason"
            label="What is wrong with it? Helpers read this, and only administrators see who wrote it."
            required
            rows={3}
            maxLength={LONGEST_REASON}
          />
          <TextInput name="link" label="Link (optional)" type="url" maxLength={MAX_LINK} />
          <ActionResult action={action} />
          <Button look="main" type="submit" isBusy={action.isRunning}>
            Report
          </Button>
        </form>
      )}
    </section>
  );
}

/** Asks who did what: verifiers and helpers read it, whoever else does. Shows nothing. */
export function Names({
  filekey,
  onKnown,
}: {
  filekey: string;
  /** Called with who made which change, by its number. */
  onKnown: (names: ReadonlyMap<number | null, string>) => void;
}) {
  const { body } = useAnswer<ChangesAnswer>(api.changes({ noun: "completion", id: filekey }));
  useEffect(() => {
    if (body) onKnown(new Map(body.results.map(({ seq, who }) => [seq, who])));
  }, [body, onKnown]);
  return null;
}
