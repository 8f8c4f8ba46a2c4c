import { useState } from "react";
import { Link } from "react-router";
import type { WishedCombination } from "../../../../domain/contract/coverage.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { MOST_OPEN_WISHES } from "../../../../domain/limits.ts";
import layout from "../../../ui/components/layout.module.css";
import { Hidden, NothingFound } from "../../../ui/components/layout.tsx";
import { ReasonForm } from "../../../ui/components/ReasonForm.tsx";
import { pageMeta } from "../../../ui/meta.ts";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { useSignIn } from "../../../ui/sign-in/state.ts";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import { useWishes, type Wish } from "../../../ui/wishes/use-wishes.ts";
import { peopleInWords, WishButton } from "../../../ui/wishes/Wishes.tsx";
import classes from "../../../ui/wishes/wishes.module.css";
import type { Route } from "./+types/route";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, HEADINGS.wanted, {
    url: pages.wanted(),
    description: "What people want to see done, and is not verified yet.",
  });

/** What most people wish for, and one's own wishes. */
export default function WantedPage() {
  const { user } = useSignIn();
  const { wishes, own, hasCome, reload } = useWishes(api.wishes(), []);
  const [removed, setRemoved] = useState<string | null>(null);
  const onRemoved = async (heading: string): Promise<void> => {
    setRemoved(`${heading}: removed.`);
    await reload();
  };
  const closed = own.filter(({ filekey, reason }) => filekey !== null || reason !== null);
  return (
    <>
      <h1>{HEADINGS.wanted}</h1>
      <p>
        What people want to see done, and is not in this index yet. You can have {MOST_OPEN_WISHES} open
        wishes, and you get a notice when one is verified.{" "}
        <Link to={pages.undone()}>Give me an open one</Link> shows what you can wish for.
      </p>
      <noscript>
        <p>What people wish for is only shown with a script.</p>
      </noscript>
      <p role="status">{removed}</p>
      {hasCome && wishes.length === 0 && <NothingFound>No wishes yet.</NothingFound>}
      {wishes.length > 0 && (
        <ol className={`${layout.list} ${classes.wanted}`}>
          {wishes.map((wish) => (
            <li key={wish.heading}>
              <h2>{wish.heading}</h2>
              <p>{peopleInWords(wish.people)}</p>
              <div className={controls.row}>
                {wish.wanted && (
                  <Link to={formOf(wish.wanted)} className={`${controls.button} ${controls.small}`}>
                    Submit this
                  </Link>
                )}
                {user && <WishButton wish={wish} onDone={reload} />}
              </div>
              {user?.isHelper && <Remove wish={wish} onRemoved={onRemoved} />}
            </li>
          ))}
        </ol>
      )}
      {closed.length > 0 && (
        <section>
          <h2>Your wishes that are over</h2>
          <ul>
            {closed.map(({ wish, challenge, heading, filekey, reason }) => (
              <li key={wish}>
                {filekey === null ? (
                  `${heading}: a helper removed it: ${reason}`
                ) : (
                  <>
                    <Link to={pages.notes(challenge, { filekey })}>{heading}</Link>: verified
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const formOf = ({ challenge, submit }: WishedCombination): string =>
  pages.addForm(challenge, Object.fromEntries(submit.map(({ parameter, value }) => [parameter, value])));

/** A helper removes what everybody wishes of one. */
function Remove({ wish, onRemoved }: { wish: Wish; onRemoved: (heading: string) => Promise<void> }) {
  const { post } = useApi();
  const action = useAction();
  const remove = (reason: string): void =>
    void action.run(async () => {
      const { challenge, towers, map, heading } = wish;
      await post(api.removeWishes(), { challenge, towers: towers.join(","), map: map ?? "", reason });
      await onRemoved(heading);
      return null;
    });
  return (
    <details>
      <summary>
        Remove …<Hidden> {wish.heading}</Hidden>
      </summary>
      <ReasonForm
        label="Why? Those who wish for it read this, and cannot wish for it again."
        act="Remove"
        className={layout.form}
        isBusy={action.isRunning}
        onReason={remove}
      />
      <ActionResult action={action} />
    </details>
  );
}
