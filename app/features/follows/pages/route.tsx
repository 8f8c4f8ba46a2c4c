import { useState } from "react";
import { Link } from "react-router";
import type { Follow, FollowFeedAnswer, FollowsAnswer } from "../../../../domain/contract/follows.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { Button } from "../../../../domain/fields/controls.tsx";
import { Ago } from "../../../ui/components/Ago.tsx";
import { CopyButton } from "../../../ui/components/CopyButton.tsx";
import layout from "../../../ui/components/layout.module.css";
import { Hidden, NothingFound } from "../../../ui/components/layout.tsx";
import { pageMeta } from "../../../ui/meta.ts";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import wishes from "../../../ui/wishes/wishes.module.css";
import type { Route } from "./+types/route";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Following", { url: pages.following() });

export default function FollowingPage() {
  return (
    <>
      <h1>Following</h1>
      <RequireSignIn audience="member">
        <Following />
      </RequireSignIn>
    </>
  );
}

/** What tells a followed list from another, also when it is followed anew. */
const listOf = ({ challenge, query }: Follow): string => `${challenge}?${query}`;

function Following() {
  const { body, problem, reload } = useAnswer<FollowsAnswer>(api.follows());
  const [ended, setEnded] = useState<readonly Follow[]>([]);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const followed = new Set(body.results.map(listOf));
  const over = ended.filter((each) => !followed.has(listOf(each)));
  const all = [...body.results, ...over].sort((one, other) => (one.at < other.at ? 1 : -1));
  return (
    <>
      <p>
        Every new verified completion of what you follow is among your{" "}
        <Link to={pages.notices()}>notices</Link>, and in your feed if you make one. Nobody else sees what you
        follow.
      </p>
      {all.length === 0 && (
        <NothingFound>Nothing yet. Press “Follow” on a map’s page, a player’s page or a list.</NothingFound>
      )}
      <ul className={`${layout.list} ${wishes.wanted}`}>
        {all.map((each) => (
          <Followed
            key={listOf(each)}
            follow={each}
            isOver={!followed.has(listOf(each))}
            onChanged={async () => {
              setEnded((before) => [...before.filter((other) => listOf(other) !== listOf(each)), each]);
              await reload();
            }}
          />
        ))}
      </ul>
      <Feed madeAt={body.feed} onChanged={reload} />
    </>
  );
}

interface FollowedProps {
  readonly follow: Follow;
  /** It was ended on this page, and can be followed again. */
  readonly isOver: boolean;
  readonly onChanged: () => Promise<void>;
}

function Followed({
  follow: { follow, challenge, query, heading, page, at },
  isOver,
  onChanged,
}: FollowedProps) {
  const { post } = useApi();
  const action = useAction();
  const change = (): void =>
    void action.run(async () => {
      if (isOver) await post(api.follow(), { challenge, query });
      else await post(api.endFollow(), { follow });
      await onChanged();
      return null;
    });
  return (
    <li>
      <h2>
        {page === null ? (
          <bdi>{heading}</bdi>
        ) : (
          <Link to={page}>
            <bdi>{heading}</bdi>
          </Link>
        )}
      </h2>
      <p className={controls.row}>
        <span role="status">
          {isOver ? (
            "You do not follow it any more."
          ) : (
            <>
              Since <Ago at={at} />
            </>
          )}
        </span>
        <Button isSmall aria-busy={action.isRunning} onClick={change}>
          {isOver ? "Undo" : "Unfollow"}
          <Hidden>: {heading}</Hidden>
        </Button>
      </p>
      <ActionResult action={action} />
    </li>
  );
}

/** The feed, whose address is shown once. */
function Feed({ madeAt, onChanged }: { madeAt: string | null; onChanged: () => Promise<void> }) {
  const { post } = useApi();
  const action = useAction();
  const [address, setAddress] = useState<string | null>(null);
  const make = async () => {
    const made = await post<FollowFeedAnswer>(api.makeFollowFeed(), {});
    setAddress(made.address);
    await onChanged();
    return "This is the address of your feed. It is shown only now: anybody who knows it can read the feed.";
  };
  const end = async () => {
    await post(api.endFollowFeed(), {});
    setAddress(null);
    await onChanged();
    return "The feed has ended.";
  };
  const button = { isBusy: action.isRunning } as const;
  return (
    <section>
      <h2>Your feed</h2>
      <p>
        {madeAt === null ? (
          "A feed reader can show you the new verified completions of everything you follow: the newest 50 of the last 1,000 completions."
        ) : (
          <>
            You made its address <Ago at={madeAt} />. Anybody who has it can see what is in your feed, but not
            who you are.
          </>
        )}
      </p>
      {address !== null && (
        <p className={controls.row}>
          <code style={{ overflowWrap: "anywhere" }}>{address}</code>
          <CopyButton text={address} name="Address of the feed">
            Copy
          </CopyButton>
        </p>
      )}
      <ActionResult action={action} />
      <p className={controls.row}>
        <Button {...button} onClick={() => void action.run(make)}>
          {madeAt === null ? "Make a feed" : "Make a new address"}
        </Button>
        {madeAt !== null && (
          <Button {...button} onClick={() => void action.run(end)}>
            End the feed
          </Button>
        )}
      </p>
    </section>
  );
}
