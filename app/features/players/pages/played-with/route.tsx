import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { PlayedWith, PlayedWithAnswer } from "../../../../../domain/contract/played-with.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { Ago } from "../../../../ui/components/Ago.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden, NothingFound } from "../../../../ui/components/layout.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { type Action, useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import wishes from "../../../../ui/wishes/wishes.module.css";
import type { Route } from "./+types/route";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, "Submitted with your name", { url: pages.playedWith() });

/** What others submitted under one's name, and what one says of it. */
export default function PlayedWithPage() {
  return (
    <>
      <h1>Submitted with your name</h1>
      <RequireSignIn audience="member">
        <Lists />
      </RequireSignIn>
    </>
  );
}

function Lists() {
  const { body, problem, reload } = useAnswer<PlayedWithAnswer>(api.playedWith());
  const { post } = useApi();
  const action = useAction();
  const [last, setLast] = useState<readonly string[]>([]);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const { asked, more, answered, muted } = body;

  const send = (path: string, texts: Readonly<Record<string, string>>, done: string | null): void =>
    void action.run(async () => {
      await post(path, texts);
      await reload();
      return done;
    });
  const answer = (filekeys: readonly string[], given: "yes" | "no" | "none", done: string | null): void => {
    setLast(given === "none" ? [] : filekeys);
    send(api.playedWith(), { entries: JSON.stringify(filekeys), answer: given }, done);
  };
  const mute = (filekey: string, isMuted: boolean): void => {
    setLast([]);
    send(api.mutePlayedWith(), { filekey, muted: isMuted ? "1" : "0" }, null);
  };
  const all = asked.map(({ filekey }) => filekey);
  return (
    <>
      <p>
        Runs with several players that somebody else submitted with your name. If you say yes, and the others
        do, too, the run’s page says so. If you say that it was not you, whoever submitted it and the helpers
        are told, and nothing else happens. Nobody sees what you have not answered.
      </p>
      <ActionResult action={action} />
      {last.length > 0 && action.done !== null && (
        <p>
          <Button isSmall onClick={() => answer(last, "none", null)}>
            Undo
          </Button>
        </p>
      )}
      {asked.length === 0 && (
        <NothingFound>
          {answered.length > 0
            ? "Nothing is left to answer."
            : "Nothing to answer. You are asked once you own a name (you claim it on its player’s page) and somebody else submits a run with it."}
        </NothingFound>
      )}
      {asked.length > 1 && (
        <p>
          <Button
            isBusy={action.isRunning}
            onClick={() => answer(all, "yes", `You said yes to ${counted(all.length)}.`)}
          >
            Yes to all {counted(all.length)}
          </Button>
        </p>
      )}
      <Asked action={action} asked={asked} onAnswer={answer} onMute={(id) => mute(id, true)} />
      {more && <p>There are more: they follow when these are answered.</p>}
      {answered.length > 0 && (
        <Answered action={action} answered={answered} onTakeBack={(id) => answer([id], "none", null)} />
      )}
      {muted.length > 0 && <Muted action={action} muted={muted} onAsk={(id) => mute(id, false)} />}
    </>
  );
}

/** What is to be answered. */
const Asked = ({
  action,
  asked,
  onAnswer,
  onMute,
}: {
  action: Action;
  asked: PlayedWithAnswer["asked"];
  onAnswer: (filekeys: readonly string[], given: "yes" | "no", done: string) => void;
  onMute: (filekey: string) => void;
}) => (
  <ul className={`${layout.list} ${wishes.wanted}`}>
    {asked.map((each) => (
      <Entry key={each.filekey} of={each} said="Submitted">
        <Act
          action={action}
          of={each}
          onPress={() => onAnswer([each.filekey], "yes", `You said yes to ${each.heading}.`)}
        >
          Yes
        </Act>
        <Act
          action={action}
          of={each}
          onPress={() => onAnswer([each.filekey], "no", `You said that ${each.heading} was not you.`)}
        >
          Not me
        </Act>
        {each.mayMute && (
          <Act action={action} of={each} onPress={() => onMute(each.filekey)}>
            Never ask about this account
          </Act>
        )}
      </Entry>
    ))}
  </ul>
);

function Answered({
  action,
  answered,
  onTakeBack,
}: Pick<PlayedWithAnswer, "answered"> & {
  readonly action: Action;
  readonly onTakeBack: (filekey: string) => void;
}) {
  return (
    <section>
      <h2>Answered</h2>
      <ul className={`${layout.list} ${wishes.wanted}`}>
        {answered.map((each) => (
          <Entry
            key={each.filekey}
            of={each}
            said={each.answer === "yes" ? "You said yes" : "You said: not me"}
          >
            <Act action={action} of={each} onPress={() => onTakeBack(each.filekey)}>
              Take back
            </Act>
          </Entry>
        ))}
      </ul>
    </section>
  );
}

function Muted({
  action,
  muted,
  onAsk,
}: Pick<PlayedWithAnswer, "muted"> & {
  readonly action: Action;
  readonly onAsk: (filekey: string) => void;
}) {
  return (
    <section>
      <h2>Not asked about</h2>
      <p>Everything from the account that submitted:</p>
      <ul className={`${layout.list} ${wishes.wanted}`}>
        {muted.map((each) => (
          <Entry key={each.filekey} of={each} said="Since">
            <Act action={action} of={each} onPress={() => onAsk(each.filekey)}>
              Ask again
            </Act>
          </Entry>
        ))}
      </ul>
    </section>
  );
}

/** A completion, since when it stands where it does, and what can be done. */
function Entry({
  of: { challenge, filekey, heading, players, pending, at },
  said,
  children,
}: {
  readonly of: PlayedWith;
  readonly said: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <h2>
        <Link to={pages.notes(challenge, { filekey })}>
          <bdi>{heading}</bdi>
        </Link>
      </h2>
      <p>
        <bdi>{players}</bdi>
        <small>
          {pending && " · pending"}
          {at !== "" && (
            <>
              {` · ${said} `}
              <Ago at={at} />
            </>
          )}
        </small>
      </p>
      <p className={controls.row}>{children}</p>
    </li>
  );
}

function Act({
  action,
  of: { heading },
  onPress,
  children,
}: {
  readonly action: Action;
  readonly of: PlayedWith;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Button isSmall aria-busy={action.isRunning} onClick={onPress}>
      {children}
      <Hidden>: {heading}</Hidden>
    </Button>
  );
}
