import { type FormEvent, type ReactNode, type Ref, useState } from "react";
import type { Message } from "../../../domain/contract/review.ts";
import controls from "../../../domain/fields/controls.module.css";
import { Button } from "../../../domain/fields/controls.tsx";
import { LongText } from "../../../domain/fields/text/LongText.tsx";
import { LONGEST_MESSAGE } from "../../../domain/limits.ts";
import { Ago } from "../components/Ago.tsx";
import { LinkedText } from "../components/LinkedText.tsx";
import layout from "../components/layout.module.css";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import type { Action } from "../sign-in/use-action.ts";
import classes from "./thread.module.css";

const DID: Readonly<Record<Message["kind"], string>> = {
  text: "wrote",
  ask: "asked",
  answer: "answered",
  appeal: "appealed",
  verified: "verified it",
  rejected: "rejected it",
  removed: "deleted it",
  returned: "made it pending again",
};

/** What was said of a completion and decided, the oldest first. */
export function Messages({ messages }: { readonly messages: readonly Message[] }) {
  if (messages.length === 0) return null;
  // An appeal makes it pending again: that is one thing.
  const isOfAppeal = ({ kind, at }: Message): boolean =>
    kind === "returned" && messages.some((each) => each.kind === "appeal" && each.at === at);
  const shown = messages.filter((each) => !isOfAppeal(each));
  return (
    <ol className={`${layout.near} ${classes.messages}`}>
      {shown.map(({ id, at, side, kind, private: isPrivate, by, body }) => (
        <li key={id} className={layout.card} data-side={side} data-private={isPrivate || undefined}>
          <div className={`${controls.row} ${layout.note}`}>
            <span>
              <b>{by ?? (side === "player" ? "You" : "A helper")}</b>{" "}
              {kind === "removed" && side === "player" ? "withdrew it" : DID[kind]}
            </span>
            <Ago at={at} />
            {isPrivate && <mark>Only helpers see this</mark>}
          </div>
          {body !== "" && (
            <p>
              <LinkedText text={body} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

interface Props {
  readonly label: string;
  readonly send: string;
  readonly action: Action;
  /** Sends what was written. The field is emptied once that is done. */
  readonly onSend: (fields: { readonly body: string; readonly form: FormData }) => Promise<void>;
  /** What stands before the field. */
  readonly before?: ReactNode;
  /** What stands between the field and the buttons. */
  readonly children?: ReactNode;
  /** What stands beside the button. */
  readonly beside?: ReactNode;
  readonly isMain?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A field for a message, and the button that sends it. What could not be sent stays in it. */
export function MessageForm({
  label,
  send,
  action,
  onSend,
  before,
  children,
  beside,
  isMain = false,
  ref,
}: Props) {
  const [body, setBody] = useState("");
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void action.run(async () => {
      await onSend({ body, form });
      setBody("");
      return null;
    });
  }
  return (
    <form onSubmit={submit} className={layout.form}>
      {before}
      <LongText
        name="body"
        label={label}
        required
        rows={3}
        maxLength={LONGEST_MESSAGE}
        value={body}
        onChange={setBody}
        {...(ref === undefined ? {} : { ref })}
      />
      {children}
      <div className={controls.row}>
        <Button {...(isMain ? { look: "main" as const } : {})} type="submit" isBusy={action.isRunning}>
          {send}
        </Button>
        {beside}
      </div>
      <ActionResult action={action} />
    </form>
  );
}
