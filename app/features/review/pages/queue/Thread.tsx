import { Activity, type ReactNode, useState } from "react";
import type { AskedAnswer, ThreadAnswer } from "../../../../../domain/contract/review.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { Button, Checkbox } from "../../../../../domain/fields/controls.tsx";
import { CannedReasons } from "../../../../ui/completions/CannedReasons.tsx";
import { Notes } from "../../../../ui/completions/Notes.tsx";
import { Ago } from "../../../../ui/components/Ago.tsx";
import { FieldChanges } from "../../../../ui/components/FieldChanges.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { type Answer, useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import { MessageForm, Messages } from "../../../../ui/thread/Messages.tsx";
import classes from "../../../../ui/thread/thread.module.css";
import { momentInWords } from "../../../../ui/thread/waits.ts";
import desk from "./Desk.module.css";
import type { Item } from "./load.server.ts";
import { type DeskState, focus } from "./use-desk.ts";

/** The reason for rejecting what nobody answered; the player reads it. */
export const NO_ANSWER = "A helper asked for more within 48 hours, and there was no answer.";

/** What its player wrote with it, and what was said of it since: under the proof. */
export function Discussion({ item, about }: { readonly item: Item; readonly about: DeskState["about"] }) {
  const { notes, notesHtml } = item;
  return (
    <Activity mode={about.isWhole ? "visible" : "hidden"}>
      {(about.thread.body ?? about.thread.problem) !== null && (
        <Discussed filekey={item.filekey} thread={about.thread}>
          {notes === "" ? <p>No notes for this completion</p> : <Notes text={notes} html={notesHtml} />}
        </Discussed>
      )}
    </Activity>
  );
}

function Discussed({
  filekey,
  thread,
  children,
}: {
  readonly filekey: string;
  readonly thread: Answer<ThreadAnswer>;
  /** The notes. */
  readonly children: ReactNode;
}) {
  // A phone has what was said above what is known. What is said from now on does not move it.
  const [isFirst] = useState(() => (thread.body?.messages.length ?? 0) > 0);
  return (
    <section className={desk.discussion} aria-label="Notes and messages" data-first={isFirst || undefined}>
      <h3>Notes</h3>
      {children}
      <Thread filekey={filekey} thread={thread} />
    </section>
  );
}

/** What was said of the completion that is looked at, and fields for a message to its player and for a note. */
function Thread({ filekey, thread: answer }: { filekey: string; thread: Answer<ThreadAnswer> }) {
  const { body: thread, problem, reload } = answer;
  const { post } = useApi();
  const action = useAction();
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!thread) return null;
  const about = thread.messages.findLast(({ kind }) => kind === "ask" || kind === "rejected");
  return (
    <section className={`${layout.stack} ${classes.panel}`} aria-label="Thread">
      <QuestionState question={thread.question} />
      <Messages messages={thread.messages} />
      {thread.differs.length > 0 && (
        <>
          <p>{about?.kind === "ask" ? "Changed since that was asked:" : "Changed since it was rejected:"}</p>
          <FieldChanges changes={thread.differs} />
        </>
      )}
      <details>
        <summary>Write a message or a note</summary>
        <MessageForm
          label="Message"
          send="Send"
          action={action}
          onSend={async ({ body, form }) => {
            const isPrivate = form.get("private") !== null;
            await post(api.thread(), { filekey, body, private: isPrivate ? "1" : "0" });
            await reload();
          }}
        >
          <Checkbox name="private" value="1" label="Only helpers see this" defaultChecked />
          <Reader reader={thread.reader} />
        </MessageForm>
      </details>
    </section>
  );
}

function QuestionState({ question }: Pick<ThreadAnswer, "question">) {
  if (!question) return null;
  const { until, answeredAt } = question;
  if (answeredAt !== null)
    return (
      <p>
        <b>Answered</b> <Ago at={answeredAt} />
      </p>
    );
  const time = <time dateTime={until}>{momentInWords(until)}</time>;
  if (Date.parse(until) > Date.now()) return <p>It is the player's turn until {time}.</p>;
  return (
    <p>
      <b>No answer</b> until {time}
    </p>
  );
}

/** Whether somebody may read what is written to the player. */
const isRead = (reader: ThreadAnswer["reader"]): boolean =>
  reader !== null && reader.hasAccount !== false && !reader.isBlocked;

/** Says what is known of the player who would read a question. */
function Reader({ reader }: Pick<ThreadAnswer, "reader">) {
  if (!reader) return <p>No messages: the account that submitted this is not known.</p>;
  const { hasAccount, isBlocked, getsMail, seen } = reader;
  if (hasAccount === false) return <p>No messages: its player has no account here.</p>;
  if (isBlocked) return <p>No answer possible: the account of its player is blocked.</p>;
  const mailed = getsMail ? "A question is mailed to them." : "A question is not mailed to them.";
  if (seen === null) return <p>It is not known whether its player comes here. {mailed}</p>;
  return (
    <p>
      {hasAccount === true ? "Its player has an account here. They were" : "Its player was"} last seen here{" "}
      <Ago at={seen} />. {mailed}
    </p>
  );
}

interface AskProps {
  readonly filekey: string;
  /** Its challenge's key. */
  readonly challenge: string;
  /** Called once it was sent, with the time until when the player may answer. */
  readonly onAsked: (until: string) => Promise<void>;
  readonly onCancel: () => void;
  /** Opens the rejection instead. */
  readonly onReject: () => void;
}

/** A question to the player, which leaves the queue until it is answered. */
export function AskForm({ filekey, challenge, onAsked, onCancel, onReject }: AskProps) {
  const { body: thread } = useAnswer<ThreadAnswer>(api.thread({ filekey }));
  const { post } = useApi();
  const action = useAction();
  return (
    <MessageForm
      label="What do you need? The player has 48 hours to answer."
      send="Ask"
      isMain
      action={action}
      ref={focus}
      before={<CannedReasons challenge={challenge} kind="ask" field="body" />}
      beside={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          {thread && !isRead(thread.reader) && <Button onClick={onReject}>Reject instead …</Button>}
        </>
      }
      onSend={async ({ body }) => {
        const { until } = await post<AskedAnswer>(api.askPlayer(), { filekey, body });
        await onAsked(until);
      }}
    >
      {thread && <Reader reader={thread.reader} />}
    </MessageForm>
  );
}
