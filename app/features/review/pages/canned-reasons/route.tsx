import type { FormEvent } from "react";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import type { CannedReason, CannedReasonsAnswer } from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, TextInput } from "../../../../../domain/fields/controls.tsx";
import { LongText } from "../../../../../domain/fields/text/LongText.tsx";
import { listed } from "../../../../../domain/game/counted.ts";
import { LONGEST_REASON, LONGEST_TITLE } from "../../../../../domain/limits.ts";
import { STARTER_REASONS } from "../../../../ui/completions/starter-reasons.ts";
import { Ago } from "../../../../ui/components/Ago.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { NothingFound } from "../../../../ui/components/layout.tsx";
import classes from "../../../../ui/components/OpenCases.module.css";
import { BackToQueue } from "../../../../ui/components/OpenCases.tsx";
import { SelectField } from "../../../../ui/components/SelectField.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";

const TITLE = "Canned reasons";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE, { url: pages.cannedReasons() });

/** What helpers say often when they reject or ask, and what it said before. */
export default function CannedReasonsPage() {
  return (
    <>
      <BackToQueue />
      <h1>{TITLE}</h1>
      <p>Sentences for common cases. The queue offers them when you reject a submission or ask its player.</p>
      <RequireSignIn audience="helper">
        <Reasons />
      </RequireSignIn>
    </>
  );
}

function Reasons() {
  const { body, problem, reload } = useAnswer<CannedReasonsAnswer>(api.cannedReasons({ former: 1 }));
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  return (
    <>
      <h2>Add one</h2>
      <CannedReasonForm reason={null} onSaved={reload} />
      <h2>Your team’s reasons</h2>
      {body.results.length === 0 && <NothingFound>None yet: the queue offers those below.</NothingFound>}
      <ol className={layout.list}>
        {body.results.map((reason) => (
          <li key={reason.reason} className={classes.case}>
            <h2>{reason.title}</h2>
            <p>
              {reason.text === "" ? "Removed" : OFFERED[reason.kind]}
              {reason.challenge !== null && `, in ${labelOf(reason.challenge)} alone`} ·{" "}
              <bdi>{reason.by}</bdi> <Ago at={reason.at} />
            </p>
            {reason.text !== "" && <blockquote className={classes.words}>{reason.text}</blockquote>}
            <details>
              <summary>{reason.text === "" ? "Bring it back" : "Change or remove"}</summary>
              <CannedReasonForm key={reason.version} reason={reason} onSaved={reload} />
            </details>
            {reason.former.length > 0 && (
              <details>
                <summary>What it said before</summary>
                {reason.former.map(({ version, title, text, by, at }) => (
                  <div key={version}>
                    <p>
                      {title} · <bdi>{by}</bdi> <Ago at={at} />
                    </p>
                    <blockquote className={classes.words}>{text === "" ? "Removed" : text}</blockquote>
                  </div>
                ))}
              </details>
            )}
          </li>
        ))}
      </ol>
      <h2>Included</h2>
      <p>One of yours with the same title replaces it.</p>
      <ul className={layout.list}>
        {STARTER_REASONS.map(({ kind, title, text, challenges }) => (
          <li key={kind + title} className={classes.case}>
            <h3>{title}</h3>
            <p>
              {OFFERED[kind]}
              {challenges !== null && `, in ${listed(challenges.map(labelOf))} alone`}
            </p>
            <blockquote className={classes.words}>{text}</blockquote>
          </li>
        ))}
      </ul>
    </>
  );
}

const OFFERED = { reject: "Offered when rejecting", ask: "Offered when asking" } as const;

const labelOf = (challenge: string): string => CHALLENGES.get(challenge)?.label ?? challenge;

interface FormProps {
  /** Null: it is a new one. */
  readonly reason: CannedReason | null;
  readonly onSaved: () => Promise<void>;
}

function CannedReasonForm({ reason, onSaved }: FormProps) {
  const { post } = useApi();
  const action = useAction();
  const save = (form: HTMLFormElement, isRemoval: boolean): void => {
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    void action.run(async () => {
      await post(api.keepCannedReason(), {
        ...fields,
        ...(reason && { reason: reason.reason, version: String(reason.version) }),
        ...(isRemoval && { text: "" }),
      });
      if (reason === null) form.reset();
      await onSaved();
      return isRemoval ? "Removed." : "Saved.";
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save(event.currentTarget, false);
  };
  // What was removed is brought back as it was.
  const text = reason?.text || reason?.former.find((each) => each.text !== "")?.text;
  return (
    <form onSubmit={submit} className={layout.form}>
      <div className={controls.row}>
        <SelectField
          name="challenge"
          label="Challenge"
          none="All"
          value={reason?.challenge ?? ""}
          options={Array.from(CHALLENGES.values(), ({ key, label }) => ({ value: key, label }))}
        />
        <SelectField
          name="kind"
          label="Offered when"
          none="Rejecting or asking?"
          value={reason?.kind ?? "reject"}
          options={[
            { value: "reject", label: "Rejecting" },
            { value: "ask", label: "Asking" },
          ]}
        />
      </div>
      <TextInput
        name="title"
        label="Title"
        required
        maxLength={LONGEST_TITLE}
        defaultValue={reason?.title ?? ""}
      />
      <LongText
        name="text"
        label="Text"
        description="The player reads this text unchanged."
        required
        rows={3}
        maxLength={LONGEST_REASON}
        defaultValue={text ?? ""}
      />
      <ActionResult action={action} />
      <div className={controls.row}>
        <Button look="main" type="submit" isBusy={action.isRunning}>
          Save
        </Button>
        {reason !== null && reason.text !== "" && (
          <Button
            isBusy={action.isRunning}
            onClick={({ currentTarget }) => currentTarget.form && save(currentTarget.form, true)}
          >
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}
