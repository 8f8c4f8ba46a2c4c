import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import type { OwnThreadAnswer, WaitingAnswer } from "../../../domain/contract/review.ts";
import { api, pages, THREAD } from "../../../domain/contract/routes.ts";
import { Button } from "../../../domain/fields/controls.tsx";
import { Alert } from "../components/Alert.tsx";
import layout from "../components/layout.module.css";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { useAction } from "../sign-in/use-action.ts";
import { useAnswer } from "../sign-in/use-answer.ts";
import { useApi } from "../sign-in/use-api.ts";
import { useDelete } from "../sign-in/use-delete.ts";
import { MessageForm, Messages } from "./Messages.tsx";
import { SubmissionOutcomeNote } from "./SubmissionOutcomeNote.tsx";
import classes from "./thread.module.css";
import { momentInWords, ordinal, paceInWords } from "./waits.ts";

interface Props {
  /** The challenge's key. */
  readonly challenge: string;
  readonly filekey: string;
  /** Called once it was answered or appealed and, unless there is `onWithdrawn`, withdrawn. */
  readonly onChanged: () => Promise<void> | void;
  readonly onWithdrawn?: () => Promise<void> | void;
  /** Whether its place among what is pending is said here. */
  readonly hasPlace?: boolean;
}

/** Whether a helper asked something that the player has not answered. */
export const isPlayersTurn = ({ question }: OwnThreadAnswer): boolean =>
  question !== null && question.answeredAt === null;

/** How one's own submission stands, what helpers wrote, and what can be done about it. */
export function OwnThread(props: Props) {
  const { filekey } = props;
  const { body: thread, problem, reload } = useAnswer<OwnThreadAnswer>(api.ownThread({ filekey }));
  if (problem !== null) return <p role="alert">{problem}</p>;
  return thread && <ThreadOf {...props} thread={thread} reload={reload} />;
}

/** The same, once it is loaded. */
export function ThreadOf({
  challenge,
  filekey,
  onChanged,
  onWithdrawn = onChanged,
  hasPlace = false,
  thread,
  reload,
}: Props & { readonly thread: OwnThreadAnswer; readonly reload: () => Promise<void> }) {
  const { post } = useApi();
  const action = useAction();
  const { state, question, mayAppeal, messages } = thread;
  const isAsked = isPlayersTurn(thread);
  const panel = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  // The browser could not scroll to it: it is loaded after the page.
  useEffect(() => {
    if (hash !== `#${THREAD}`) return;
    panel.current?.scrollIntoView();
    panel.current?.querySelector("textarea")?.focus({ preventScroll: true });
  }, [hash]);

  const send = async (body: string, more: Readonly<Record<string, string>> = {}): Promise<void> => {
    await post(api.ownThread(), { filekey, body, ...more });
    await reload();
    await onChanged();
  };
  return (
    <div ref={panel} className={`${layout.stack} ${classes.panel}`}>
      {hasPlace && !isAsked && <Place thread={thread} />}
      {/* That another one was verified first, the page says to everybody. */}
      {hasPlace && <SubmissionOutcomeNote state={state} came={{ ...thread.came, takenBy: null }} />}
      <Messages messages={messages} />
      {isAsked && question && (
        <Alert color="coral" role="status" title="Your turn">
          <Clock until={question.until} />
          <MessageForm
            label="Your answer"
            send="Answer"
            isMain
            action={action}
            onSend={({ body }) => send(body)}
          />
          <p>
            To add a file or a link,{" "}
            <Link to={pages.editForm(challenge, { filekey })}>edit the submission</Link>: that is an answer,
            too.
          </p>
        </Alert>
      )}
      {state === "pending" && !isAsked && (
        <details>
          <summary>Write to the helpers</summary>
          <MessageForm label="Message" send="Send" action={action} onSend={({ body }) => send(body)} />
        </details>
      )}
      {mayAppeal && (
        <details>
          <summary>Appeal</summary>
          <MessageForm
            label="Why should it be looked at again, as it is?"
            send="Appeal"
            action={action}
            onSend={({ body }) => send(body, { appeal: "1" })}
          >
            <p>
              It becomes pending again, and another helper decides where there is one. You can do so once.
            </p>
          </MessageForm>
        </details>
      )}
      {state === "pending" && <Withdraw challenge={challenge} filekey={filekey} onWithdrawn={onWithdrawn} />}
    </div>
  );
}

function Clock({ until }: { until: string }) {
  const time = <time dateTime={until}>{momentInWords(until)}</time>;
  if (Date.parse(until) > Date.now())
    return <p>A helper needs an answer from you by {time}. Your submission waits for it until then.</p>;
  return <p>The time for an answer ended {time}, but until a helper decides you can still give one.</p>;
}

/** "12th in line. Half of the last 100 were decided within 3 days." */
function Place({ thread: { place } }: { thread: OwnThreadAnswer }) {
  const { body: wait } = useAnswer<WaitingAnswer>(api.waiting());
  if (place === null || !wait) return null;
  return (
    <p>
      {ordinal(place)} in line. {paceInWords(wait)}
    </p>
  );
}

function Withdraw({ challenge, filekey, onWithdrawn }: Required<Omit<Props, "onChanged" | "hasPlace">>) {
  const { action, remove } = useDelete(onWithdrawn);
  return (
    <div>
      <Button
        isBusy={action.isRunning}
        onClick={() =>
          remove({
            // It can be brought back.
            question: null,
            path: api.deleteSubmit(challenge),
            fields: { entries: JSON.stringify([filekey]) },
            done: "Withdrawn.",
            failed: "Error withdrawing it",
          })
        }
      >
        Withdraw
      </Button>
      <ActionResult action={action} />
    </div>
  );
}
