import { type FormEvent, useRef, useState } from "react";
import type { OwnAccount } from "../../../../domain/contract/accounts.ts";
import { ERASE_WORD, type ErasedAnswer, type OwnDataAnswer } from "../../../../domain/contract/privacy.ts";
import { api } from "../../../../domain/contract/routes.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { Button, Checkbox, PasswordInput, TextInput } from "../../../../domain/fields/controls.tsx";
import { counted } from "../../../../domain/game/counted.ts";
import { ERASED_NAME } from "../../../../domain/submissions/limits.ts";
import { FocusedAlert } from "../../../ui/components/FocusedAlert.tsx";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { useSignIn } from "../../../ui/sign-in/state.ts";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import { copiesInWords } from "./copies.ts";

/** What members can do about what is stored of them: get it, and delete it. */
export function OwnData() {
  const { user, hasAccounts } = useSignIn();
  const [erased, setErased] = useState<ErasedAnswer | null>(null);
  return (
    <section id="yours">
      <h2>Your data</h2>
      {erased !== null ? (
        <FocusedAlert color="reed" role="status" title="Your data is deleted">
          <p>{summaryOf(erased)}</p>
          <p>{copiesInWords(erased)}</p>
          <p>
            {hasAccounts ? "Your account is deleted, and you are signed out." : "You are signed out here."}
            {!erased.isDone && " There is much of it: the last of it goes within minutes."}
          </p>
        </FocusedAlert>
      ) : user ? (
        <>
          <Download />
          <Erase onErased={setErased} />
        </>
      ) : (
        <p>Sign in to download what is stored about you, or to delete it.</p>
      )}
    </section>
  );
}

function Download() {
  const { get } = useApi();
  const action = useAction();
  const download = (): void =>
    void action.run(async () => {
      const data = await get<OwnDataAnswer>(api.ownData());
      const address = URL.createObjectURL(
        new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }),
      );
      const link = Object.assign(document.createElement("a"), { href: address, download: "my-data.json" });
      link.click();
      URL.revokeObjectURL(address);
      return "The file my-data.json has everything that is stored about you.";
    });
  return (
    <>
      <Button type="button" isBusy={action.isRunning} onClick={download}>
        Download my data
      </Button>
      <ActionResult action={action} />
    </>
  );
}

const completions = (count: number): string => `${counted(count)} completion${count === 1 ? "" : "s"}`;

function summaryOf({ withdrawn, kept: verified, messages }: ErasedAnswer): string {
  return [
    `Open submissions withdrawn: ${counted(withdrawn)}.`,
    `Verified completions that stay, without you as their submitter: ${counted(verified)}.`,
    `Messages emptied: ${counted(messages)}.`,
  ].join(" ");
}

/** Deletes what is stored of the member, after a look at what that means. */
function Erase({ onErased }: { onErased: (erased: ErasedAnswer) => void }) {
  const { post } = useApi();
  const { hasAccounts, signOut } = useSignIn();
  const action = useAction();
  const looking = useAction();
  const hasLooked = useRef(false);
  const [preview, setPreview] = useState<ErasedAnswer | null>(null);
  const account = useAnswer<OwnAccount>(preview && hasAccounts ? api.account() : null);

  const look = (): void => {
    if (hasLooked.current) return;
    hasLooked.current = true;
    void looking.run(async () => {
      setPreview(await post<ErasedAnswer>(api.erase(), { preview: "1" }));
      return null;
    });
  };
  const erase = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    void action.run(async () => {
      const erased = await post<ErasedAnswer>(api.erase(), given);
      onErased(erased);
      await signOut({ stays: true });
      return null;
    });
  };
  return (
    <details onToggle={look}>
      <summary>{hasAccounts ? "Delete my account and my data …" : "Delete my data …"}</summary>
      <ActionResult action={looking} />
      {preview && (
        <form onSubmit={erase}>
          <p>{summaryOf(preview)} This cannot be undone.</p>
          {preview.name !== null && (
            <Checkbox
              name="name"
              value="erase"
              label={`Remove my name, too: ${completions(preview.named)} under ${preview.name} will say “${ERASED_NAME}”`}
            />
          )}
          <TextInput
            name="confirm"
            label={`Type ${ERASE_WORD} to confirm`}
            required
            autoComplete="off"
            maxLength={20}
          />
          {account.body?.hasPassword && (
            <PasswordInput name="current" label="Password" required autoComplete="current-password" />
          )}
          <div className={controls.row}>
            <Button look="main" type="submit" isBusy={action.isRunning}>
              Delete it all
            </Button>
          </div>
          <ActionResult action={action} />
        </form>
      )}
    </details>
  );
}
