import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import type { ReportsAnswer } from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { LongText } from "../../../../../domain/fields/text/LongText.tsx";
import { LONGEST_REASON } from "../../../../../domain/submissions/rejection.ts";
import { Ago } from "../../../../ui/components/Ago.tsx";
import { Email } from "../../../../ui/components/Email.tsx";
import { NothingFound } from "../../../../ui/components/NothingFound.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";
import classes from "./reports.module.css";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Reports", { url: pages.reports() });

/** What members report, oldest first, and what a helper decides of it. */
export default function ReportsPage() {
  return (
    <>
      <h1>Reports</h1>
      <RequireSignIn audience="helper">
        <Reports />
      </RequireSignIn>
    </>
  );
}

type Report = ReportsAnswer["results"][number];

function Reports() {
  const { body, problem, reload } = useAnswer<ReportsAnswer>(api.reports());
  const [decided, setDecided] = useState<string | null>(null);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const onDecided = async (said: string): Promise<void> => {
    setDecided(said);
    await reload();
  };
  return (
    <>
      <p role="status">{decided}</p>
      {body.results.length === 0 ? (
        <NothingFound>No open reports.</NothingFound>
      ) : (
        <ol className={classes.list}>
          {body.results.map((report) => (
            <Entry key={report.report} report={report} onDecided={onDecided} />
          ))}
        </ol>
      )}
    </>
  );
}

interface Props {
  readonly report: Report;
  readonly onDecided: (said: string) => Promise<void>;
}

function Entry({ report, onDecided }: Props) {
  const { challenge, filekey, heading, players, reason, link, at, canWait, isPending, isDoubt, by, account } =
    report;
  const { post } = useApi();
  const action = useAction();
  const [isRemoving, setRemoving] = useState(false);
  const decide = (outcome: string, said: string, why = ""): void =>
    void action.run(async () => {
      await post(api.decideReport(), { report: report.report, outcome, reason: why });
      if (outcome !== "stands") tellOwnWrites([filekey]);
      await onDecided(`${heading}: ${said}`);
      return null;
    });
  const remove = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    decide("removed", "removed.", String(new FormData(event.currentTarget).get("reason")));
  };
  return (
    <li className={classes.report}>
      <h2>
        <Link to={pages.notes(challenge, { filekey })}>{heading}</Link>
      </h2>
      <p>
        <bdi>{players}</bdi>
        {isPending && " (Pending)"} · {isDoubt ? "doubted at the second look" : "reported"} <Ago at={at} />
        {(by !== null || account !== null) && (
          <>
            {" "}
            by <bdi>{by}</bdi> {account !== null && <Email address={account} />}
          </>
        )}
      </p>
      <blockquote className={classes.reason}>{reason}</blockquote>
      {link !== null && (
        <p>
          <a href={link} rel="noreferrer nofollow ugc">
            {link}
          </a>
        </p>
      )}
      <div className={controls.row}>
        <Button isBusy={action.isRunning} onClick={() => decide("stands", "it stands.")}>
          It stands
        </Button>
        {canWait && (
          <Button isBusy={action.isRunning} onClick={() => decide("pending", "pending again.")}>
            Set back to pending
          </Button>
        )}
        <Button aria-expanded={isRemoving} onClick={() => setRemoving(!isRemoving)}>
          Remove …
        </Button>
      </div>
      {isRemoving && (
        <form onSubmit={remove}>
          <LongText
            name="reason"
            label="Why? The player reads this."
            required
            rows={3}
            maxLength={LONGEST_REASON}
          />
          <Button look="call" type="submit" isBusy={action.isRunning}>
            Remove
          </Button>
        </form>
      )}
      <ActionResult action={action} />
    </li>
  );
}
