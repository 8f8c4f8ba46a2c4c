import { type FormEvent, useState } from "react";
import { api } from "../../../../../domain/contract/routes.ts";
import { Button, TextInput } from "../../../../../domain/fields/controls.tsx";
import { LongText } from "../../../../../domain/fields/text/LongText.tsx";
import { LONGEST_REASON } from "../../../../../domain/submissions/limits.ts";
import { Alert } from "../../../../ui/components/Alert.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";

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
      <Alert color="reed" role="status">
        {action.done}
      </Alert>
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
          <TextInput name="link" label="Link (optional)" type="url" maxLength={2000} />
          <ActionResult action={action} />
          <Button look="main" type="submit" isBusy={action.isRunning}>
            Report
          </Button>
        </form>
      )}
    </section>
  );
}
