import { type FormEvent, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import type { OwnNameAnswer } from "../../../../../domain/contract/players.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { LongText } from "../../../../../domain/fields/text/LongText.tsx";
import { LONGEST_REASON } from "../../../../../domain/limits.ts";
import { Day } from "../../../../ui/components/Ago.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import classes from "./player.module.css";
import { ShownName } from "./ShownName.tsx";

/** Whether a player is who is signed in, and what follows from that. */
export function MemberActions({ name, spellings }: { name: string; spellings: readonly string[] }) {
  const { body, reload } = useAnswer<OwnNameAnswer>(api.ownName({ name }));
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const action = useAction();
  if (!body) return null;
  const { request, isOwned, denied } = body;
  const run = (path: string, fields: Readonly<Record<string, string>>, said: string): void =>
    void action.run(async () => {
      await post(path, fields);
      await Promise.all([reload(), revalidate()]);
      return said;
    });
  const result = <ActionResult action={action} />;
  if (request?.name === name && request.isApproved)
    return (
      <div className={`${layout.form} ${classes.own}`}>
        <p>This is your page.</p>
        <div className={controls.row}>
          <Button
            isBusy={action.isRunning}
            onClick={() => run(api.hidePage(), {}, "Only you can see this page now.")}
          >
            Hide this page
          </Button>
          <Button
            look="plain"
            isBusy={action.isRunning}
            onClick={() => run(api.endName(), {}, "You released the name.")}
          >
            Release this name
          </Button>
        </div>
        <ShownName
          key={name}
          name={name}
          spellings={spellings}
          onChanged={(changed) => void navigate(pages.player(changed.name), { replace: true })}
        />
        {result}
      </div>
    );
  if (request?.name === name)
    return (
      <div className={`${layout.form} ${classes.own}`}>
        <p>You have asked for this name. A helper will decide.</p>
        <Button isBusy={action.isRunning} onClick={() => run(api.endName(), {}, "Withdrawn.")}>
          Withdraw
        </Button>
        {result}
      </div>
    );
  if (denied)
    return (
      <p className={layout.note}>
        You asked for this name on <Day at={denied.at} />, and a helper denied it: {denied.reason}
      </p>
    );
  if (isOwned || request) return result;
  return (
    <>
      <Ask onSent={(evidence) => run(api.requestName(), { name, evidence }, "Sent. A helper will decide.")} />
      {result}
    </>
  );
}

function Ask({ onSent }: { onSent: (evidence: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSent(String(new FormData(event.currentTarget).get("evidence")));
  };
  return (
    <div className={`${layout.form} ${classes.own}`}>
      <Button look="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Is this you? …
      </Button>
      {isOpen && (
        <form onSubmit={send} className={layout.form}>
          <LongText
            name="evidence"
            label="How can a helper see that it is you?"
            description="A link to your channel, or where one of your videos names you."
            required
            rows={2}
            maxLength={LONGEST_REASON}
          />
          <Button type="submit" look="main">
            Claim this name
          </Button>
        </form>
      )}
    </div>
  );
}

/** What the owner of a hidden page sees in its place; nothing for everybody else. */
export function OwnHidden() {
  const { body, reload } = useAnswer<OwnNameAnswer>(api.ownName());
  const { post } = useApi();
  const action = useAction();
  const { revalidate } = useRevalidator();
  if (!body?.request?.isHidden) return <ActionResult action={action} />;
  const { name } = body.request;
  return (
    <div className={`${layout.form} ${classes.own}`}>
      <p>Your own page, {name}, is hidden.</p>
      <Button
        isBusy={action.isRunning}
        onClick={() =>
          void action.run(async () => {
            await post(api.hidePage(), { hidden: "0" });
            await Promise.all([reload(), revalidate()]);
            return (
              <>
                <Link to={pages.player(name)}>{name}</Link> is shown again.
              </>
            );
          })
        }
      >
        Show it again
      </Button>
      <ActionResult action={action} />
    </div>
  );
}
