import { type FormEvent, useState } from "react";
import type { NameRequestsAnswer } from "../../../../../domain/contract/players.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { LongText } from "../../../../../domain/fields/text/LongText.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { LONGEST_REASON } from "../../../../../domain/submissions/rejection.ts";
import { Ago } from "../../../../ui/components/Ago.tsx";
import { Email } from "../../../../ui/components/Email.tsx";
import { NothingFound } from "../../../../ui/components/NothingFound.tsx";
import { PlayerLink } from "../../../../ui/components/PlayerLink.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import classes from "../player/player.module.css";
import type { Route } from "./+types/route";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, "Requests for names", { url: pages.nameRequests() });

/** Who asks for which player's name, oldest first, and what a helper decides of it. */
export default function NameRequestsPage() {
  return (
    <>
      <h1>Requests for names</h1>
      <RequireSignIn audience="helper">
        <Requests />
      </RequireSignIn>
    </>
  );
}

type Request = NameRequestsAnswer["results"][number];

function Requests() {
  const { body, problem, reload } = useAnswer<NameRequestsAnswer>(api.nameRequests());
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
        <NothingFound>No open requests.</NothingFound>
      ) : (
        <ol className={classes.requests}>
          {body.results.map((request) => (
            <Entry key={request.request} request={request} onDecided={onDecided} />
          ))}
        </ol>
      )}
    </>
  );
}

function Entry({
  request: { request, name, completions, submitted, evidence, at, by, account },
  onDecided,
}: {
  request: Request;
  onDecided: (said: string) => Promise<void>;
}) {
  const { post } = useApi();
  const action = useAction();
  const [isDenying, setDenying] = useState(false);
  const decide = (outcome: string, said: string, reason = ""): void =>
    void action.run(async () => {
      await post(api.decideNameRequest(), { request, outcome, reason });
      await onDecided(said);
      return null;
    });
  const deny = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    decide("denied", `${name}: denied.`, String(new FormData(event.currentTarget).get("reason")));
  };
  return (
    <li>
      <h2>
        <PlayerLink name={name} />
      </h2>
      <p>
        Asked <Ago at={at} />
        {(by !== null || account !== null) && (
          <>
            {" "}
            by <bdi>{by}</bdi> {account !== null && <Email address={account} />}
          </>
        )}
      </p>
      <p>
        This account submitted {counted(submitted)} of the player's {counted(completions)} verified
        completions.
      </p>
      <blockquote>{evidence}</blockquote>
      <div className={controls.row}>
        <Button isBusy={action.isRunning} onClick={() => decide("approved", `${name} is theirs now.`)}>
          It is them
        </Button>
        <Button aria-expanded={isDenying} onClick={() => setDenying(!isDenying)}>
          Deny …
        </Button>
      </div>
      {isDenying && (
        <form onSubmit={deny}>
          <LongText
            name="reason"
            label="Why? Whoever asked reads this."
            required
            rows={2}
            maxLength={LONGEST_REASON}
          />
          <Button type="submit" isBusy={action.isRunning}>
            Deny
          </Button>
        </form>
      )}
      <ActionResult action={action} />
    </li>
  );
}
