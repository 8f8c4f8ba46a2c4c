import { Button, Group, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link, useRevalidator } from "react-router";
import type { WireRow } from "../../../derive/row.ts";
import { api, pages } from "../../../routes.ts";
import { FocusedAlert } from "../../components/FocusedAlert.tsx";
import { ActionResult } from "../../sign-in/ActionResult.tsx";
import { useSignIn } from "../../sign-in/state.ts";
import { useAction } from "../../sign-in/use-action.ts";
import { useApi } from "../../sign-in/use-api.ts";
import classes from "./notes.module.css";

interface Props {
  /** The challenge's key. */
  readonly challenge: string;
  readonly row: WireRow;
  /** It was rejected for this reason. */
  readonly onRejected: (reason: string) => void;
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** What whoever is signed in may do to this completion: edit it; as a helper verify or reject what waits. */
export function HelperActions({ challenge, row, onRejected }: Props) {
  const { user } = useSignIn();
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  const action = useAction();
  const [isRejecting, setRejecting] = useState(false);
  if (!user || !(user.isHelper || user.id === row.pending)) return <ActionResult action={action} />;
  const filekey = String(row.filekey);
  const mayVerify = user.isHelper && row.pending !== null;

  const verify = (): void =>
    void action.run(async () => {
      await post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) });
      await revalidate();
      return "It is verified.";
    });
  function reject(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "");
    void action.run(async () => {
      await post(api.rejectCompletion(), { filekey, reason });
      onRejected(reason.trim());
      return null;
    });
  }

  return (
    <div className={classes.actions}>
      <Group gap="sm">
        <Button component={Link} to={pages.editForm(challenge, { filekey })} variant="default">
          {row.pending === null ? "Edit" : "Edit or Verify"}
        </Button>
        {mayVerify && (
          <>
            <Button loading={action.isRunning} onClick={verify}>
              Verify
            </Button>
            <Button variant="default" aria-expanded={isRejecting} onClick={() => setRejecting(!isRejecting)}>
              Reject …
            </Button>
          </>
        )}
      </Group>
      {isRejecting && (
        <form onSubmit={reject} className={classes.reject}>
          <Textarea
            name="reason"
            label="Why? The player reads this."
            required
            rows={3}
            maxLength={1000}
            ref={focus}
          />
          <Button type="submit" color="coral" loading={action.isRunning}>
            Reject
          </Button>
        </form>
      )}
      {action.done === null ? (
        <ActionResult action={action} />
      ) : (
        // The button that had the focus is gone.
        <FocusedAlert color="reed" role="status">
          {action.done}
        </FocusedAlert>
      )}
    </div>
  );
}
