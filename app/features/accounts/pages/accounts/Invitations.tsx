import type { FormEvent } from "react";
import type {
  AccountLinkAnswer,
  InvitationsAnswer,
  OpenInvitation,
} from "../../../../../domain/contract/accounts.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, TextInput } from "../../../../../domain/fields/controls.tsx";
import { dayInWords } from "../../../../../domain/game/day-in-words.ts";
import { LONGEST_EMAIL } from "../../../../../domain/limits.ts";
import { CopyButton } from "../../../../ui/components/CopyButton.tsx";
import { Email } from "../../../../ui/components/Email.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { SelectField } from "../../../../ui/components/SelectField.tsx";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import type { Answer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import classes from "../account/account.module.css";

interface Props {
  readonly open: Answer<InvitationsAnswer>;
  readonly givable: readonly string[];
}

/** Open invitations, and a form to invite somebody. */
export function Invitations({ open: { body, problem, reload }, givable }: Props) {
  const { post } = useApi();
  const action = useAction();
  const withdraw = ({ id, email }: OpenInvitation): void =>
    void action.run(async () => {
      try {
        await post(api.withdrawInvitation(), { invitation: id });
      } finally {
        await reload();
      }
      return `The invitation ${email === null ? "" : `to ${email} `}was withdrawn. Its link no longer works.`;
    });
  return (
    <section className={`${layout.stack} ${classes.accounts}`} aria-label="Invitations">
      <h2>Invitations</h2>
      <InvitationForm roles={givable} onInvited={reload} />
      {problem !== null && <p role="alert">{problem}</p>}
      {body?.results.length === 0 && <p className={classes.quiet}>No open invitations.</p>}
      {body && body.results.length > 0 && (
        <ul className={layout.list}>
          {body.results.map((invitation) => (
            <li key={invitation.id} className={classes.account}>
              <div className={classes.who}>
                <strong>
                  {invitation.email === null ? "Anyone with the link" : <Email address={invitation.email} />}
                </strong>
                <small>
                  as {invitation.roles.join(" and ") || "a member"} · made {dayInWords(invitation.createdAt)}
                  {invitation.invitedBy && ` by ${invitation.invitedBy}`} · until{" "}
                  {dayInWords(invitation.expiresAt)}
                </small>
              </div>
              <Button isSmall disabled={action.isRunning} onClick={() => withdraw(invitation)}>
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

interface FormProps {
  readonly roles: readonly string[];
  readonly onInvited: () => Promise<void>;
}

/** Makes an invitation link for a role, and shows it so that it can be passed on. */
function InvitationForm({ roles, onInvited }: FormProps) {
  const { post } = useApi();
  const action = useAction();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const role = String(form.get("role") ?? "");
    const email = String(form.get("email") ?? "").trim();
    void action.run(async () => {
      const { link } = await post<AccountLinkAnswer>(api.invite(), {
        email,
        roles: JSON.stringify(role === "" ? [] : [role]),
      });
      await onInvited();
      return (
        <>
          {email ? `With this link ${email} joins` : "Anyone who opens this link joins"} as{" "}
          {role || "a member"}. It works once, for a week, and is shown once: send it now.
          <code className={classes.link}>{link}</code>
          <CopyButton text={link} name="Invitation">
            Copy link
          </CopyButton>
        </>
      );
    });
  }
  return (
    <>
      <p className={classes.quiet}>With an e-mail address, only that address can use the link.</p>
      <form onSubmit={submit} className={`${controls.row} ${classes.tools}`}>
        <TextInput name="email" type="email" label="E-mail address (optional)" maxLength={LONGEST_EMAIL} />
        <SelectField
          name="role"
          label="Role"
          value=""
          none="Member"
          options={roles.map((value) => ({ value, label: value }))}
        />
        <Button type="submit" isBusy={action.isRunning}>
          Make an invitation
        </Button>
      </form>
      <ActionResult action={action} />
    </>
  );
}
