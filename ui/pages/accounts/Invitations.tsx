import { Button } from "@mantine/core";
import type { InvitationsAnswer, OpenInvitation } from "../../../contract/accounts.ts";
import { api } from "../../../routes.ts";
import { Email } from "../../components/Email.tsx";
import { InvitationForm } from "../../components/InvitationForm.tsx";
import { ActionResult } from "../../sign-in/ActionResult.tsx";
import { useAction } from "../../sign-in/use-action.ts";
import { useAnswer } from "../../sign-in/use-answer.ts";
import { useApi } from "../../sign-in/use-api.ts";
import classes from "../account/account.module.css";

const day = (at: string): string => at.slice(0, 10);

/** Open invitations, and a form to invite somebody. */
export function Invitations({ givable }: { givable: readonly string[] }) {
  const { post } = useApi();
  const { body, problem, reload } = useAnswer<InvitationsAnswer>(api.invitations());
  const action = useAction();
  const withdraw = ({ id, email }: OpenInvitation): void =>
    void action.run(async () => {
      try {
        await post(api.withdrawInvitation(), { invitation: id });
      } finally {
        await reload();
      }
      return `The invitation ${email === null ? "" : `to ${email} `}is withdrawn. Its link says so.`;
    });
  return (
    <section className={classes.accounts} aria-label="Invitations">
      <h2>Invitations</h2>
      <InvitationForm roles={givable} initialRole="" onInvited={reload} />
      {problem !== null && <p role="alert">{problem}</p>}
      {body?.results.length === 0 && <p className={classes.quiet}>Nobody has an open invitation.</p>}
      {body && body.results.length > 0 && (
        <ul className={classes.list}>
          {body.results.map((invitation) => (
            <li key={invitation.id} className={classes.account}>
              <div className={classes.who}>
                <strong>
                  {invitation.email === null ? "Whoever has the link" : <Email address={invitation.email} />}
                </strong>
                <small>
                  as {invitation.roles.join(" and ") || "a member"} · made {day(invitation.createdAt)}
                  {invitation.invitedBy && ` by ${invitation.invitedBy}`} · until {day(invitation.expiresAt)}
                </small>
              </div>
              <Button
                size="xs"
                variant="default"
                disabled={action.isRunning}
                onClick={() => withdraw(invitation)}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ActionResult action={action} />
    </section>
  );
}
