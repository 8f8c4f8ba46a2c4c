import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { LinkAnswer } from "../../contract/accounts.ts";
import { api } from "../../routes.ts";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { useAction } from "../sign-in/use-action.ts";
import { useApi } from "../sign-in/use-api.ts";
import { CopyButton } from "./CopyButton.tsx";
import classes from "./InvitationForm.module.css";
import { SelectField } from "./SelectField.tsx";

interface Props {
  /** The roles that can be given. */
  readonly roles: readonly string[];
  /** The role that is selected at first; empty for none. */
  readonly initialRole: string;
  readonly onInvited?: () => Promise<void>;
}

/** Makes an invitation link for a role, and shows it so that it can be passed on. */
export function InvitationForm({ roles, initialRole, onInvited }: Props) {
  const { post } = useApi();
  const action = useAction();
  const [made, setMade] = useState<{ link: string; as: string; email: string } | null>(null);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const as = String(form.get("role") ?? "");
    void action.run(async () => {
      const email = String(form.get("email") ?? "").trim();
      const { link } = await post<LinkAnswer>(api.invite(), {
        email,
        roles: JSON.stringify(as === "" ? [] : [as]),
      });
      setMade({ link, as, email });
      await onInvited?.();
      return null;
    });
  }
  return (
    <>
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          name="email"
          type="email"
          label="E-mail address"
          description="With one the link is for that address alone; it may stay empty."
          maxLength={254}
        />
        <SelectField
          name="role"
          label="Role"
          value={initialRole}
          none="Member"
          options={roles.map((value) => ({ value, label: value }))}
        />
        <Button type="submit" variant="default" loading={action.isRunning}>
          Make an invitation
        </Button>
      </form>
      <ActionResult action={action} />
      {made && (
        <div className={classes.made} role="status">
          <p>
            {made.email ? `With this link ${made.email} joins` : "Whoever opens this link joins"} as{" "}
            {made.as || "a member"}. It works once, for a week, and is shown only now: hand it on.
          </p>
          <code className={classes.link}>{made.link}</code>
          <CopyButton text={made.link} name="Invitation">
            Copy link
          </CopyButton>
        </div>
      )}
    </>
  );
}
